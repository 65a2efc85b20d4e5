"""What a trial is made of: the rest that is still to succeed, and the places where it may fail."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from rulewright.check import checked as c
from rulewright.program import pyast as py
from rulewright.program.analysis import NO_ROOTS, Roots
from rulewright.program.expressions.core import Env
from rulewright.program.pyast import Code
from rulewright.text import Span


@dataclass(frozen=True)
class Rest:
    """What remains of a trial: its code for a scope, the roots it reads, and whether it can only succeed.

    `ways` are rests of which one has to succeed, the one that is cheap to try first; none: there is but one way.
    """

    code: Callable[[Env], Code]
    reads: Roots
    trivial: bool
    ways: tuple["Rest", ...] = ()

    @property
    def each(self) -> tuple["Rest", ...]:
        """The ways, or the rest itself as the only one."""
        return self.ways or (self,)


def succeed(env: Env) -> Code:
    """The end of a trial."""
    return [py.return_(py.const(True))]


DONE = Rest(succeed, NO_ROOTS, True)


def back(env: Env, rest: Rest) -> Rest:
    """The rest in the scope of a caller: only the state and finished loops come back."""

    def code(inner: Env) -> Code:
        return rest.code(env.with_state_of(inner))

    return replace(rest, code=code, ways=tuple(back(env, way) for way in rest.ways))


@dataclass(frozen=True)
class Failure:
    """Where a trial may fail: in the words of the rules (`text`), or of the sentence's own refusal (`words`); "" where
    the condition itself, as it stands at `at`, says it. `types` are those of the values that fill the words, `reads`
    the values that were read: how the rules write each, and its type."""

    text: c.Text | None
    words: str
    rules: tuple[str, ...]
    at: Span
    types: tuple[c.Type | None, ...]
    reads: tuple[tuple[str, c.Type | None], ...] = ()
    hidden: tuple[bool, ...] = ()  # of the values that fill the words: whether who asks may not know them
