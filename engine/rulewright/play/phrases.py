"""The engine's own words in the languages that it speaks. A game brings all others (`games/words`).

English is the key, and what is shown where a language is missing.
"""

_PHRASES: dict[str, dict[str, str]] = {
    "the box": {"el": "το κουτί", "es": "la caja"},
    "nobody": {"el": "κανείς", "es": "nadie"},
    "nothing": {"el": "τίποτα", "es": "nada"},
    "none": {"el": "κανένα", "es": "ninguno"},
    "first player": {"el": "πρώτος παίκτης", "es": "primer jugador"},
    "end of play": {"el": "τέλος του παιχνιδιού", "es": "fin de la partida"},
    "at random": {"el": "στην τύχη", "es": "al azar"},
    "shuffled": {"el": "ανακατεύτηκε", "es": "barajado"},
    "scored in play": {"el": "πόντοι στη διάρκεια του παιχνιδιού", "es": "puntos durante la partida"},
    "winner": {"el": "νικητής", "es": "ganador"},
    # why not
    "the match is over": {"el": "το παιχνίδι τελείωσε", "es": "la partida ha terminado"},
    "`{source}` does not hold": {"el": "δεν ισχύει: `{source}`", "es": "no se cumple `{source}`"},
    "{} may be picked only where `{source}`": {
        "el": "{}: επιλέγεται μόνο όπου `{source}`", "es": "{}: solo se puede elegir donde `{source}`",
    },
    "there is no {} where `{source}`": {"el": "δεν υπάρχει {} όπου `{source}`", "es": "no hay {} donde `{source}`"},
    "there is no {}: `{source}` is empty here": {
        "el": "δεν υπάρχει {}: `{source}` είναι κενό εδώ", "es": "no hay {}: `{source}` está vacío aquí",
    },
    "(and {} more like this)": {"el": "(και άλλα {} σαν αυτό)", "es": "(y {} más como este)"},
    "{} leads to nothing that can be finished here": {
        "el": "{}: δεν μπορεί να ολοκληρωθεί εδώ", "es": "{}: no lleva a nada que se pueda terminar aquí",
    },
    "{} is not among what may be picked here: `{source}`": {
        "el": "{}: δεν είναι από όσα επιλέγονται εδώ: `{source}`",
        "es": "{}: no está entre lo que se puede elegir aquí: `{source}`",
    },
    "this may be done at most {} times": {"el": "γίνεται το πολύ {} φορές", "es": "se puede hacer como mucho {} veces"},
    "too early to stop: done {} times of at least {}": {
        "el": "είναι νωρίς για να σταματήσεις: έγινε {} φορές από τουλάχιστον {}",
        "es": "es pronto para parar: se ha hecho {} veces de un mínimo de {}",
    },
    "there is none": {"el": "δεν υπάρχει", "es": "no hay"},
    "{} is not there": {"el": "{}: δεν υπάρχει εκεί", "es": "{}: no está ahí"},
    "the pieces are not there": {"el": "τα κομμάτια δεν υπάρχουν εκεί", "es": "las piezas no están ahí"},
    "there are only {}, not {}": {"el": "υπάρχουν μόνο {}, όχι {}", "es": "solo hay {}, no {}"},
    "there are only {} of {}, not {}": {"el": "υπάρχουν μόνο {} από {}, όχι {}", "es": "solo hay {} de {}, no {}"},
    "there is no room": {"el": "δεν υπάρχει χώρος", "es": "no hay sitio"},
    "there is no room: at most {}": {"el": "δεν υπάρχει χώρος: το πολύ {}", "es": "no hay sitio: como mucho {}"},
    "there is nothing to pick from": {"el": "δεν υπάρχει τίποτα για επιλογή", "es": "no hay nada que elegir"},
    "there is no such place": {"el": "δεν υπάρχει τέτοια θέση", "es": "no hay tal lugar"},
    "there is no piece": {"el": "δεν υπάρχει κομμάτι", "es": "no hay ninguna pieza"},
    "the amount {} is negative": {"el": "το ποσό {} είναι αρνητικό", "es": "la cantidad {} es negativa"},
    "{} is below {}": {"el": "{}: κάτω από {}", "es": "{} es menos que {}"},
    "{} is above {}": {"el": "{}: πάνω από {}", "es": "{} es más que {}"},
}  # fmt: skip


def phrase(english: str, language: str = "") -> str:
    """The words in a language; the English ones if there are no others."""
    return _PHRASES.get(english, {}).get(language, english)
