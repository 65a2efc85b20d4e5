"""What stands around a line: the names and facts it may use, and the situation it is in."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from rulewright.check.checked import Type, Var
from rulewright.check.facts import Facts
from rulewright.check.paths import Exports, Key
from rulewright.text import Span


@dataclass(frozen=True)
class Situation:
    """What the place of a line in the game decides.

    `me`: somebody decides here. `active`: somebody has the turn for certain. `it`, `this`: the types of those words,
    where they stand. `total`, `before`: these may be read. `asks`: decisions may stand here. `sinks`: a refusal makes
    an action illegal (else nobody can be refused). `root`: the path of the action, routine or body around.
    `foreign`: the line stands in a scenario or was typed in; seats may stand for players there. `at_once`: all pick
    here at once. `together`: it is done seat by seat after all have picked at once.
    """

    me: bool = False
    active: bool = False
    it: Type | None = None
    this: Type | None = None
    total: bool = False
    before: bool = False
    asks: bool = False
    sinks: bool = False
    root: str = ""
    foreign: bool = False
    inside_turns: bool = False
    at_once: bool = False
    together: bool = False


@dataclass
class Env:
    """Local names and facts at one point of a body."""

    sit: Situation
    names: dict[str, Var] = field(default_factory=dict)
    facts: Facts = field(default_factory=Facts)
    unbound: dict[str, Span] = field(default_factory=dict)  # names that only some ways to here have bound
    shared: dict[str, Var] = field(default_factory=dict)  # names that the other branch of an `if` has bound
    touched: frozenset[str] = frozenset()  # what earlier sentences of the body have written
    decided: bool = False  # a decision stands before, in the same step
    looked: frozenset[str] = frozenset()  # zones that `me` has been shown
    shown: frozenset[str] = frozenset()  # zones that all have been shown
    selves: frozenset[Var] = frozenset()  # locals that are `me`
    behind: bool = False  # a horizon stands before, in the same body

    def child(self, sit: Situation | None = None) -> "Env":
        """A copy, to bind further names in."""
        return Env(
            sit or self.sit, dict(self.names), self.facts, dict(self.unbound), {}, self.touched, self.decided,
            self.looked, self.shown, self.selves,
        )  # fmt: skip

    def bind(self, var: Var) -> None:
        """Adds a local name."""
        self.names[var.name] = var
        self.unbound.pop(var.name, None)

    def learn(self, facts: dict[Key, Type]) -> None:
        """Adds facts."""
        self.facts = self.facts.plus(facts)

    def knowing(self, facts: dict[Key, Type]) -> "Env":
        """A child that knows more."""
        env = self.child()
        env.learn(facts)
        return env

    def forget(self, written: Iterable[str], exports: Exports) -> None:
        """Drops the facts that a write ends."""
        self.facts = self.facts.less(written, exports)


@dataclass
class Uses:
    """What a piece of a game reads, writes and runs, gathered while it is elaborated.

    `me` is the chain of names by which it uses `me` (empty tuple: the word itself stands there; None: not at all).
    """

    me: tuple[str, ...] | None = None
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    runs: set[str] = field(default_factory=set)
    calls: set[str] = field(default_factory=set)
    asks: bool = False
    refuses: str | None = None  # why it may be refused

    def use_me(self, *chain: str) -> None:
        """Notes a use of `me`; the first one is kept."""
        if self.me is None:
            self.me = chain

    def take(self, other: "Uses", name: str) -> None:
        """Adds what something named and called here uses."""
        self.absorb(other)
        if other.me is not None:
            self.use_me(name, *other.me)

    def absorb(self, other: "Uses") -> None:
        """Adds what a part of this uses, but for `me` and refusals."""
        self.reads |= other.reads
        self.writes |= other.writes
        self.runs |= other.runs
        self.calls |= other.calls
        self.asks = self.asks or other.asks
