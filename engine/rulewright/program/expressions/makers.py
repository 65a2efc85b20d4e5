"""The table of makers: for each kind of checked expression the function that makes its code."""

from rulewright.check import checked as c
from rulewright.program.expressions import (
    attributes,
    builtins,
    comprehensions,
    defines,
    domains,
    membership,
    operators,
    places,
)
from rulewright.program.expressions.core import Maker

MAKERS: dict[type[c.Expr], Maker] = {
    **operators.MAKERS,
    **places.MAKERS,
    **domains.MAKERS,
    **comprehensions.MAKERS,
    **membership.MAKERS,
    **attributes.MAKERS,
    **defines.MAKERS,
    **builtins.MAKERS,
}
