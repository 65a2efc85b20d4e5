"""What types do: fit into another, join, narrow, and how they are called in messages.

A word of an option (`option.NAME`) or of the language (`seen_by` and the like) has an EnumT without ids; two of those
are alike if their names are.
"""

from rulewright.check.checked import (
    EffectT,
    EnumT,
    MapT,
    NoneT,
    NumberT,
    OptT,
    PiecesT,
    PowersT,
    RecordT,
    SetT,
    TextT,
    TruthT,
    Type,
    UnknownT,
)

NUMBER = NumberT()
TRUTH = TruthT()
TEXT = TextT()
NONE = NoneT()
UNKNOWN = UnknownT()
EFFECT = EffectT()
POWERS = PowersT()


def opt(of: Type) -> Type:
    """`T or none`, never twice."""
    return of if isinstance(of, OptT | NoneT | UnknownT) else OptT(of)


def strip(of: Type) -> Type:
    """The type without none."""
    return of.of if isinstance(of, OptT) else of


def may_be_none(of: Type) -> bool:
    """Whether none is a value of the type."""
    return isinstance(of, OptT | NoneT)


def fits(found: Type, wanted: Type) -> bool:
    """Whether every value of `found` is one of `wanted`. The bounds of numbers do not count here."""
    if found is wanted or isinstance(found, UnknownT) or isinstance(wanted, UnknownT):
        return True
    if isinstance(wanted, OptT):
        return isinstance(found, NoneT) or fits(strip(found), wanted.of)
    if isinstance(found, EnumT) and isinstance(wanted, EnumT):
        return _enum_fits(found, wanted)
    if isinstance(found, NumberT):
        return isinstance(wanted, NumberT)
    if isinstance(found, SetT) and isinstance(wanted, SetT):
        return fits(found.of, wanted.of)
    if isinstance(found, PiecesT) and isinstance(wanted, PiecesT):
        return fits(found.of, wanted.of)
    if isinstance(found, MapT) and isinstance(wanted, MapT):
        return found.keys == wanted.keys and fits(found.value, wanted.value)
    return found == wanted


def _enum_fits(found: EnumT, wanted: EnumT) -> bool:
    if not wanted.ids or not found.ids:
        return found.name == wanted.name
    if wanted.name == "player" and found.name != "player":
        return False  # a seat may not play; `in player` narrows it
    return found.ids <= wanted.ids


def overlap(left: Type, right: Type) -> bool:
    """Whether a value of one may be a value of the other, so that `is` makes sense."""
    if isinstance(left, UnknownT) or isinstance(right, UnknownT):
        return True
    if may_be_none(left) and may_be_none(right):
        return True
    left, right = strip(left), strip(right)
    if isinstance(left, NoneT) or isinstance(right, NoneT):
        return False
    if isinstance(left, EnumT) and isinstance(right, EnumT):
        if not left.ids or not right.ids:
            return left.name == right.name
        return bool(left.ids & right.ids)
    if isinstance(left, NumberT) and isinstance(right, NumberT):
        return True
    if isinstance(left, SetT | PiecesT) and isinstance(right, SetT | PiecesT):
        return overlap(left.of, right.of)
    return left == right


def join(left: Type, right: Type) -> Type | None:
    """The smallest type that holds both, or None if there is none."""
    if isinstance(left, UnknownT) or isinstance(right, UnknownT):
        return UNKNOWN
    if isinstance(left, NoneT):
        return opt(right)
    if isinstance(right, NoneT):
        return opt(left)
    if isinstance(left, OptT) or isinstance(right, OptT):
        inner = join(strip(left), strip(right))
        return None if inner is None else opt(inner)
    if isinstance(left, NumberT) and isinstance(right, NumberT):
        return NumberT(_low(left.low, right.low), _high(left.high, right.high))
    if isinstance(left, EnumT) and isinstance(right, EnumT):
        return _enum_join(left, right)
    if isinstance(left, SetT) and isinstance(right, SetT):
        inner = join(left.of, right.of)
        return None if inner is None else SetT(inner)
    if fits(left, right):
        return right
    return left if fits(right, left) else None


def _low(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else min(left, right)


def _high(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else max(left, right)


def _enum_join(left: EnumT, right: EnumT) -> Type | None:
    if _enum_fits(left, right):
        return right
    if _enum_fits(right, left):
        return left
    if not left.ids or not right.ids:
        return None
    if left.name == right.name:
        return EnumT(left.name, left.ids | right.ids)
    names = [*left.name.split(" or "), *(n for n in right.name.split(" or ") if n not in left.name.split(" or "))]
    return EnumT(" or ".join(names), left.ids | right.ids)


def meet(left: Type, right: Type) -> Type:
    """`left` narrowed by the knowledge that the value is in `right` too."""
    if isinstance(right, UnknownT):
        return left
    if isinstance(right, NoneT):
        return NONE if may_be_none(left) else left
    if not may_be_none(right):
        left = strip(left)
    if isinstance(left, OptT):
        return opt(meet(left.of, strip(right)))
    right = strip(right)
    if isinstance(left, EnumT) and isinstance(right, EnumT) and left.ids and right.ids:
        if _enum_fits(left, right):
            return left
        name = right.name if right.name == "player" or right.ids <= left.ids else left.name
        return EnumT(name, left.ids & right.ids)
    if isinstance(left, NumberT) and isinstance(right, NumberT):
        lows = [x for x in (left.low, right.low) if x is not None]
        highs = [x for x in (left.high, right.high) if x is not None]
        met = NumberT(max(lows, default=None), min(highs, default=None))
        empty = met.low is not None and met.high is not None and met.low > met.high
        return left if empty else met  # what can never hold teaches nothing
    return left


def without(of: Type, ids: frozenset[int]) -> Type:
    """The type less some enumerated values (unchanged if nothing would be left)."""
    inner = strip(of)
    if not isinstance(inner, EnumT) or not inner.ids - ids or not inner.ids & ids:
        return of
    rest = EnumT(inner.name, inner.ids - ids)
    return opt(rest) if isinstance(of, OptT) else rest


def element(of: Type) -> Type | None:
    """What a domain of the type runs through, or None if it is no domain."""
    if isinstance(of, SetT | PiecesT):
        return of.of
    if isinstance(of, MapT) and len(of.keys) == 1:
        return of.keys[0]
    return UNKNOWN if isinstance(of, UnknownT) else None


def default_of(of: Type) -> int | bool | tuple[object, ...] | None:
    """What a row or variable that says nothing has: 0, false, empty, none."""
    if isinstance(of, NumberT):
        return 0 if (of.low is None or of.low <= 0) and (of.high is None or of.high >= 0) else None
    if isinstance(of, TruthT):
        return False
    return () if isinstance(of, SetT | MapT) else None


def has_default(of: Type) -> bool:
    """Whether a variable of the type has a first value without being given one."""
    return isinstance(of, OptT | NoneT | UnknownT) or default_of(of) is not None


def called(of: Type) -> str:
    """The type in the words of a message."""
    if isinstance(of, OptT):
        return f"{called(of.of)} or none"
    if isinstance(of, NumberT):
        if of.low is not None and of.high is not None:
            return f"the number {of.low}" if of.low == of.high else f"a number {of.low}..{of.high}"
        return "a number"
    if isinstance(of, EnumT):
        return _called_enum(of)
    if isinstance(of, SetT):
        return f"a set of {called(of.of)}"
    if isinstance(of, PiecesT):
        return f"a {of.shape} of {called(of.of)}"
    if isinstance(of, MapT):
        return f"{called(of.value)} per " + " and ".join(called(k) for k in of.keys)
    if isinstance(of, RecordT):
        return f"a `{of.component}`"
    names = {TruthT: "a truth", TextT: "a text", NoneT: "none", EffectT: "an effect", PowersT: "power lines"}
    return names.get(type(of), "anything")


def _called_enum(of: EnumT) -> str:
    if of.name.startswith("option."):
        return f"a value of `{of.name}`"
    return " or ".join(f"`{name}`" for name in of.name.split(" or "))
