"""What generated code calls: chance, changes of tuples, and faults. `S` is the flat state (see `layout.py`)."""

from bisect import insort
from collections.abc import Callable, Container, Iterable, Iterator
from itertools import combinations, compress
from typing import Any

from rulewright.program.chance import below, permutation
from rulewright.program.layout import BUDGET, EVENTS, SCRIPT, SEARCH

State = list[Any]
LIMIT = 1 << 53
MOST_PIECES = 10_000
MOST_ANSWERS = 10_000
WORK = 2_000_000  # elements of ranges and rounds of open loops that the steps between two decisions may run through
ROUND_COST = 500  # of this: a round of a loop, a turn, a decision that nobody takes


class Fault(Exception):
    """A rule failed while running; the message says how, the traceback where."""


def fault(message: str, *values: object) -> None:
    """Fails; used where the checker could not prove that a sentence never refuses."""
    raise Fault(message.format(*values) if values else message)


def check(ok: bool, message: str) -> None:
    """Fails unless ok."""
    if not ok:
        raise Fault(message)


def key_in(keys: range, key: int | None, cell: str) -> int | None:
    """A key of a zone or variable, or none; fails for any other number."""
    if key is None or key in keys:
        return key
    raise Fault(f"there is no `{cell}[{key}]`: its keys are {keys.start}..{keys.stop - 1}")


def span(S: State, low: int, high: int, weight: int = 1) -> range:
    """The domain `low..high`, each value charged to the work budget."""
    charge(S, (max(0, high - low) + 1) * weight)
    return range(low, high + 1)


def charged(S: State, values: tuple[Any, ...], work: int) -> tuple[Any, ...]:
    """A long fixed domain, charged to the work budget."""
    charge(S, work)
    return values


def charge(S: State, work: int) -> None:
    """Takes work from the budget of the steps between two decisions."""
    S[BUDGET] -= work
    if S[BUDGET] < 0:
        raise Fault("the rules do too much work between two decisions")


def amount(S: State, number: int) -> int:
    """A number of pieces to be laid or taken one by one, charged to the work budget."""
    if number > MOST_PIECES:
        raise Fault(f"{number} pieces at once are more than {MOST_PIECES}")
    charge(S, number)
    return number


def few(answers: list[Any]) -> list[Any]:
    """The answers of a decision, if a list of them can be made and looked at."""
    if len(answers) > MOST_ANSWERS:
        raise Fault(f"a decision with {len(answers)} answers; at most {MOST_ANSWERS} can be offered")
    return answers


def bounded(value: int) -> int:
    """A number that a variable may hold, within 2**53."""
    if -LIMIT <= value <= LIMIT:
        return value
    raise Fault("a number has grown past 2**53")


# ---------- tuples ----------


def with_piece(bag: tuple[Any, ...], piece: Any) -> tuple[Any, ...]:
    """A rising tuple with one piece more."""
    pieces = list(bag)
    if isinstance(piece, tuple):
        pieces.append(piece)
        pieces.sort(key=_record_order)
    else:
        insort(pieces, piece)
    return tuple(pieces)


def _record_order(piece: tuple[Any, ...]) -> tuple[tuple[bool, Any], ...]:
    return tuple((field is not None, field) for field in piece)


def without(pieces: tuple[Any, ...], piece: Any) -> tuple[Any, ...]:
    """A tuple with one piece less, the leftmost; unchanged if it is not there."""
    if piece not in pieces:
        return pieces
    i = pieces.index(piece)
    return pieces[:i] + pieces[i + 1 :]


def without_slot(slots: tuple[Any, ...], piece: Any) -> tuple[Any, ...]:
    """A row of slots in which the leftmost such piece has left its slot free."""
    if piece not in slots:
        return slots
    i = slots.index(piece)
    return (*slots[:i], None, *slots[i + 1 :])


def into_slot(slots: tuple[Any, ...], piece: Any) -> tuple[Any, ...]:
    """A row of slots with a piece in the leftmost free one."""
    i = slots.index(None)
    return (*slots[:i], piece, *slots[i + 1 :])


def in_slots(slots: tuple[Any, ...]) -> int:
    """How many slots hold a piece."""
    return len(slots) - slots.count(None)


def pieces_in(slots: tuple[Any, ...]) -> tuple[Any, ...]:
    """The pieces in a row of slots, from the left."""
    return tuple(p for p in slots if p is not None)


def distinct(pieces: Iterable[Any]) -> tuple[Any, ...]:
    """Different pieces, in their first order."""
    return tuple(dict.fromkeys(pieces))


def kinds_in(counts: list[int]) -> int:
    """How many different pieces a counted bag holds."""
    return len(counts) - counts.count(0)


def expanded(ids: tuple[int, ...], counts: list[int]) -> tuple[int, ...]:
    """A counted bag as a rising tuple."""
    return tuple(p for p, n in zip(ids, counts, strict=True) for _ in range(n))


def only_piece(pieces: tuple[Any, ...]) -> Any:
    """The piece of a zone that holds exactly one."""
    if len(pieces) != 1:
        raise Fault(f"`only` asks for a zone with one piece, here are {len(pieces)}")
    return pieces[0]


def only_kind(ids: tuple[int, ...], counts: list[int]) -> int:
    """The same of a counted bag."""
    number = sum(counts)
    if number != 1:
        raise Fault(f"`only` asks for a zone with one piece, here are {number}")
    return ids[counts.index(1)]


# ---------- expressions ----------


def best(pairs: Iterable[tuple[int, Any]], sign: int) -> Any:
    """The thing with the highest (sign 1) or lowest (-1) number, the first of equals; None of nothing."""
    found: Any = None
    top: int | None = None
    for number, thing in pairs:
        if top is None or number * sign > top:
            top, found = number * sign, thing
    return found


def by_order(pairs: Iterable[tuple[int, Any]]) -> tuple[Any, ...]:
    """Things by a number, lowest first, equals in their order."""
    return tuple(thing for _, thing in sorted(pairs, key=lambda pair: pair[0]))


def bags_of(pieces: tuple[Any, ...], low: int, high: int, different: bool) -> Iterator[tuple[Any, ...]]:
    """Every bag of `low` to `high` of the pieces (all different if asked for), smaller first, in their order."""
    source = distinct(pieces) if different else pieces
    for n in range(max(low, 0), min(high, len(source)) + 1):
        yield from dict.fromkeys(combinations(source, n))


# ---------- searching open loops ----------

DEPTHS = (1, 2, 3, 5, 8, 13, 100)  # rounds of an open loop that a trial tries, few first
MOST_TRIED = 50_000  # states that the search of one answer may look at


class Search:
    """What is known in the trial of one answer: states that failed with so many rounds left."""

    def __init__(self) -> None:
        self.failed: dict[Any, int] = {}
        self.cut = False  # whether more rounds could have been tried


def search(S: State, attempt: Callable[[int], bool]) -> bool:
    """Whether an open loop can be brought to an end: tried with few rounds first, so that short ways are found fast."""
    if S[SEARCH] is not None:  # inside another search: its states are remembered there
        return attempt(DEPTHS[-1])
    try:
        for depth in DEPTHS:
            S[SEARCH] = known = Search()
            if attempt(depth):
                return True
            if not known.cut:
                return False
        return False
    finally:
        S[SEARCH] = None


def untried(S: State, depth: int, names: tuple[Any, ...], cells: list[Any]) -> bool:
    """Whether a loop in a trial looks at another round: not if as many have failed from here already.

    From here: with these values of names, and of the cells that a round may change.
    """
    known: Search = S[SEARCH]
    place = names, tuple(cells)
    if known.failed.get(place, 0) >= depth:
        return False
    known.failed[place] = depth
    if len(known.failed) > MOST_TRIED:
        raise Fault("the search for a way to finish the action is too wide")
    return True


def deeper(S: State, depth: int) -> bool:
    """Whether there are rounds left to be tried after the present one."""
    if depth <= 1:
        S[SEARCH].cut = True
        return False
    return True


# ---------- chance ----------


def roll(S: State, low: int, high: int) -> int:
    """A uniform number from low to high."""
    scripted = _scripted(S, range(low, high + 1))
    if scripted is None and S[SCRIPT] and isinstance(S[SCRIPT][0], int):
        raise Fault(f"the next outcome of chance is to be {S[SCRIPT][0]}, and {low} to {high} can be rolled")
    return low + below(S, high - low + 1) if scripted is None else scripted


def choose(S: State, candidates: tuple[Any, ...]) -> Any:
    """One of the candidates, by their places; no chance event if all are equal."""
    if S[SCRIPT]:
        scripted = _scripted(S, candidates)
        if scripted is not None:
            return scripted
    first = candidates[0]
    if candidates.count(first) == len(candidates):
        return first
    return candidates[below(S, len(candidates))]


def draw_kind(S: State, first: int, width: int) -> int:
    """Draws a piece of a counted bag whose cells begin at `first`, and gives the place of its kind.

    The same as `choose` of the pieces spelt out, without spelling them out; for programs without a script.
    """
    counts = S[first : first + width]
    number = sum(counts)
    kind = 0
    if number in counts:
        kind = counts.index(number)
    else:
        left = below(S, number)
        while (left := left - counts[kind]) >= 0:
            kind += 1
    S[first + kind] -= 1
    return kind


def choose_from(S: State, candidates: tuple[Any, ...]) -> Any:
    """`pick x at random`: one of the candidates; chance unless there is only one."""
    if S[SCRIPT]:
        scripted = _scripted(S, candidates)
        if scripted is not None:
            return scripted
    return candidates[below(S, len(candidates))]


def shuffled(S: State, pieces: tuple[Any, ...]) -> tuple[Any, ...]:
    """A row (from the left) or a stack (given from the bottom) in a new order."""
    n = len(pieces)
    if n < 2:
        return pieces
    order = permutation(S, n)
    return tuple(pieces[i] for i in order)


def shuffled_stack(S: State, pieces: tuple[Any, ...]) -> tuple[Any, ...]:
    """A stack in a new order: the permutation counts from the top."""
    return shuffled(S, pieces[::-1])[::-1]


def to_top(S: State, stack: tuple[Any, ...]) -> tuple[Any, ...]:
    """For scripted chance: a named card is brought to the top of the stack about to be drawn from."""
    if S[SCRIPT]:
        scripted = _scripted(S, stack)
        if scripted is not None:
            i = len(stack) - 1 - stack[::-1].index(scripted)
            return stack[:i] + stack[i + 1 :] + (scripted,)
    return stack


def _scripted(S: State, outcomes: Container[Any]) -> Any:
    """The next scripted outcome, if it is one of these: a number, or a name as the tuple of ids that it may mean."""
    script = S[SCRIPT]
    if script:
        for value in script[0] if isinstance(script[0], tuple) else (script[0],):
            if value in outcomes:
                S[SCRIPT] = script[1:]
                return value
    return None


def note(S: State, event: tuple[Any, ...]) -> None:
    """Adds an event to the log of a match that keeps one."""
    if S[EVENTS] is not None:
        S[EVENTS].append(event)


HELPERS: dict[str, Callable[..., Any]] = {
    f.__name__: f
    for f in (
        fault, check, key_in, span, charged, amount, few, bounded, with_piece, without, without_slot, into_slot,
        in_slots, pieces_in, distinct, kinds_in, expanded, only_piece, only_kind, best, by_order, search, untried,
        deeper, bags_of, below, roll, choose, draw_kind, choose_from, shuffled, shuffled_stack, to_top, note,
    )
} | {
    "sum": sum, "any": any, "all": all, "len": len, "min": min, "max": max, "range": range, "next": next, "abs": abs,
    "tuple": tuple, "sorted": sorted, "compress": compress, "iter": iter,
}  # fmt: skip
