"""The words in which a syntax error is told: how each form is written, and what each token is called."""

OPERANDS = frozenset({
    "ALL", "ANY", "COUNT", "EMPTY", "FALSE", "FIRST", "HIGHEST", "INT", "LBRACE", "LOWEST", "LPAR", "MAX", "MIN",
    "MINUS", "NAME", "NONE", "NOT", "NUMBER", "REACH", "ROUNDS", "STRING", "SUM", "TRUE",
})  # fmt: skip
COMPARISONS = frozenset({"IS", "LESSTHAN", "AT_MOST", "MORETHAN", "AT_LEAST", "IN"})
OPERATORS = COMPARISONS | {"PLUS", "STAR", "DIV", "MOD", "UP_TO", "AND", "OR"}
VALUE_ENDS = frozenset({"NAME", "INT", "STRING", "RPAR", "RSQB", "RBRACE", "NONE", "TRUE", "FALSE", "EMPTY"})
CLOSING = {"RPAR": "LPAR", "RSQB": "LSQB", "RBRACE": "LBRACE"}

VERBS = {
    "move": "`move X from Z to T`",
    "draw": "`draw N from Z to T`",
    "put": "`put X into T`",
    "remove": "`remove X from Z`",
    "shuffle": "`shuffle Z`",
    "roll": "`roll V`, or `roll N into Z`",
    "set": "`set V to E`",
    "add": "`add E to V`",
    "subtract": "`subtract E from V`",
    "pay": "`pay E from V`",
    "let": "`let x be E`",
    "pick": "`pick x in D where C`",
    "perform": "`perform E`",
    "show": "`show Z`",
    "open": "`open Z`",
    "look": "`look at Z`",
    "say": '`say "text"`',
    "end": "`end turn`, `end turns` or `end play`",
    "nothing": "`nothing`",
}

# Verbs that authors bring along, and the one that may be meant.
FAMILIAR_VERBS = {
    "take": "move", "give": "move", "place": "move", "discard": "move", "return": "move", "transfer": "move",
    "deal": "draw", "gain": "add", "increase": "add", "receive": "add", "get": "add", "earn": "add",
    "lose": "subtract", "decrease": "subtract", "reduce": "subtract", "spend": "pay", "cost": "pay",
    "assign": "set", "change": "set", "reveal": "show", "flip": "set", "peek": "look", "choose": "pick",
    "select": "pick", "print": "say", "log": "say", "mix": "shuffle", "skip": "nothing", "pass": "nothing",
    "do": "perform", "run": "perform", "call": "perform", "delete": "remove", "create": "put", "throw": "roll",
}  # fmt: skip

FORMS = {
    "sentence": "a sentence such as `move X from Z to T if C`",
    "line": "a value such as `size(Z) + 1`",
    "expression": "a value such as `size(Z) + 1`",
    "need": '`C else "reason"`',
    "bounds": "`1..4`, or `1..` without an upper end",
    "picks": "`x in D where C`",
    "loop": "`x in D where C by E`",
    "offer": "`ACTION`, or `ACTION if C`, with a comma between two of them",
    "power": "`NAME becomes E`, or `after ACTION where C, SENTENCE`",
    "verdict": "`most E`, or `least E`",
    "tie": "`shared`, or `later_seat`",
    "holds": "`4 of each`, `each`, or `each x where C`",
    "key": "a type, a range such as `1..5`, or `r in 1..5`",
    "type": "`number`, `1..6`, a declared type, `T or none`, `set of T` or `T per K`",
    "signature": "`name`, or `name(type x, type y)`",
    "answers": "answers with commas between them",
}

# words that open a form of their own, so they are never names
OPENING_WORDS = {
    "COUNT": "`count(x in D where C)`",
    "ANY": "`any(x in D where C)`",
    "FIRST": "`first(x in D where C)`",
    "HIGHEST": "`highest(x in D where C by E)`",
    "LOWEST": "`lowest(x in D where C by E)`",
    "SUM": "`sum(E for x in D)`",
    "MIN": "`min(a, b)`, or `min(E for x in D)`",
    "MAX": "`max(a, b)`, or `max(E for x in D)`",
    "ALL": "`all(C for x in D)`",
    "NUMBER": "`number of X in Z`",
    "ROUNDS": "`rounds of STEP`",
    "REACH": "`reach(s, a to b in D where C)`",
}

# signs of other languages -> what is written here; a replacement that is also the cure is given alone
REPLACEMENTS = {
    "==": "is",
    "===": "is",
    "!=": "is not",
    "<>": "is not",
    "≠": "is not",
    "&&": "and",
    "&": "and",
    "||": "or",
    "|": "or",
    "!": "not",
    "/": "div",
    "%": "mod",
    "=>": ">=",
    "≥": ">=",
    "=<": "<=",
    "≤": "<=",
    "×": "*",
    "·": "*",
    "–": "-",
    "−": "-",
    "…": "..",
    "...": "..",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
}
OTHER_SIGNS = {
    "?": "a choice between two values is `if C then A else B`",
    ":": "a choice between two values is `if C then A else B`",
    ";": "one line says one thing: give each its own line and name",
    "**": "there are no powers: multiply, or use a table",
    "^": "there are no powers: multiply, or use a table",
    "->": "there are no arrows here",
    "#": "a comment stands after a space and `#`, outside quotes",
    "@": "names are small letters, digits and `_`",
    "$": "names are small letters, digits and `_`",
}

_NAMES = {
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in double quotes",
    "CITE": "rule ids in brackets",
    "$END": "the end of the line",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "LSQB": "`[`",
    "RSQB": "`]`",
    "LBRACE": "`{`",
    "RBRACE": "`}`",
    "COMMA": "`,`",
    "DOT": "`.`",
    "UP_TO": "`..`",
}
_MOST_SHOWN = 6


def in_words(fitting: frozenset[str]) -> str:
    """What would fit, for people: `a value, "to" or "from"` rather than a list of tokens."""
    left = set(fitting)
    said: list[str] = []
    if {"NAME", "INT"} <= left:
        left -= OPERANDS
        said.append("a value")
    if {"PLUS", "STAR"} <= left:
        left -= OPERATORS | {"MINUS", "NOT", "DOT", "LSQB", "AS", "OTHERWISE", "LPAR"}
        operator = "an operator"
    else:
        operator = ""
    said += sorted(_NAMES.get(kind, f"`{kind.lower()}`") for kind in left if kind not in ("CITE", "$END"))
    if operator:
        said.append(operator)
    said += [_NAMES[kind] for kind in ("CITE", "$END") if kind in left]
    if len(said) > _MOST_SHOWN:
        said = [*said[:_MOST_SHOWN], ".."]
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " or " + said[-1] if said else "nothing"
