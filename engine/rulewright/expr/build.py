"""From Lark's parse tree to the nodes of tree.py, by a walk of our own: one small function a form of the grammar."""

from collections.abc import Callable
from typing import Any, cast

from lark import Token, Tree

from rulewright.expr import tree as t
from rulewright.expr.citations import BadIds, ids_of
from rulewright.text import Span

MAX_DEPTH = 50
LARGEST_NUMBER = 2**53

Origin = Callable[[int, int], Span]
Reader = Callable[[str, int], "t.Template | None"]


class Refused(Exception):
    """A line that parses and yet is not accepted: too deep, or a number too large."""

    def __init__(self, message: str, help: str, start: int, end: int) -> None:
        super().__init__(message)
        self.message, self.help, self.start, self.end = message, help, start, end


class Builder:
    """Builds the nodes of one line. `origin` gives the place in the file of offsets; `offset` is added to them.

    `template` reads the inside of a text in quotes that is meant for people (the text, its offset in the line).
    """

    def __init__(self, origin: Origin, template: Reader, offset: int = 0) -> None:
        self.origin = origin
        self.template = template
        self.offset = offset
        self._depth = 0

    # ---------- places and leaves ----------

    def where(self, of: Any) -> t.Where:
        """The place of a parse tree or a token."""
        place = of.meta if isinstance(of, Tree) else of
        return t.Where(self.origin, self.offset + place.start_pos, self.offset + place.end_pos)

    def ident(self, token: Any) -> t.Ident:
        """A name that is bound or declared."""
        return t.Ident(str(token), at=self.where(token))

    def maybe_ident(self, token: Any) -> t.Ident | None:
        """A name, if it is there."""
        return None if token is None else self.ident(token)

    def rules(self, cite: Any) -> tuple[t.Ident, ...]:
        """The rule ids of a citation, if it is there."""
        if cite is None:
            return ()
        inside = t.Where(self.origin, self.offset + cite.start_pos + 1, self.offset + cite.end_pos - 1)
        try:
            return ids_of(str(cite)[1:-1], inside)
        except BadIds as bad:
            raise Refused(bad.message, bad.help, bad.start, bad.end) from None

    def words(self, text: Any) -> "t.Template | None":
        """A text for people, if it is there."""
        return None if text is None else self.template(str(text)[1:-1], self.offset + text.start_pos + 1)

    # ---------- expressions ----------

    def expr(self, node: Any) -> t.Expr:
        """Any expression."""
        if isinstance(node, Token):
            return self._leaf(node)
        self._depth += 1
        if self._depth > MAX_DEPTH:
            where = self.where(node)
            raise Refused(
                f"this line is nested more than {MAX_DEPTH} deep", "give parts of it a name under `define`",
                where.start, where.end,
            )  # fmt: skip
        found: t.Expr = _EXPRESSIONS[node.data](self, node.children, self.where(node))
        self._depth -= 1
        return found

    def maybe(self, node: Any) -> t.Expr | None:
        """An expression, if it is there."""
        return None if node is None else self.expr(node)

    def exprs(self, args: Any) -> tuple[t.Expr, ...]:
        """Arguments; none if there are no brackets' contents."""
        return () if args is None else tuple(self.expr(a) for a in args.children)

    def _leaf(self, token: Token) -> t.Expr:
        where = self.where(token)
        if token.type == "NAME":
            return t.Name(str(token), at=where)
        if token.type == "STRING":
            return t.Literal_(str(token)[1:-1], at=where)
        value = int(token) if len(token) < 20 else LARGEST_NUMBER + 1
        if value > LARGEST_NUMBER:
            raise Refused("this number is too large", "numbers go to 2 to the power of 53", where.start, where.end)
        return t.Literal_(value, at=where)

    def binding(self, node: Any) -> t.Binding:
        """`name in domain where condition`."""
        name, domain, where = node.children
        return t.Binding(self.ident(name), self.expr(domain), self.maybe(where), at=self.where(node))

    def bindings(self, nodes: Any) -> tuple[t.Binding, ...]:
        """Several bindings."""
        return tuple(self.binding(n) for n in nodes)

    # ---------- parts of sentences ----------

    def choice(self, node: Any) -> t.Choice:
        """What follows `pick`."""
        at = self.where(node)
        if node.data == "pick_one":
            name, domain, where, secretly = node.children
            number = different = None
        else:
            name, number, different, domain, where, secretly = node.children
        values = self.expr(domain)
        if isinstance(values, t.Binary) and values.op in ("and", "or"):
            where_ = self.where(domain)
            raise Refused(
                f"nothing can be picked from a condition with `{values.op}`",
                "written: `x in A, y in B where C`: a comma parts two choices, a condition stands behind `where`",
                where_.start, where_.end,
            )  # fmt: skip
        return t.Choice(
            self.ident(name), self.maybe(number), different is not None, values, self.maybe(where),
            secretly is not None, at=at,
        )  # fmt: skip

    def amount(self, node: Any) -> t.Amount:
        """What a moving verb moves."""
        at = self.where(node)
        form = _AMOUNTS.get(node.data) if isinstance(node, Tree) else None
        if form is None:
            return t.Amount("one", None, self.expr(node), at=at)
        name, has_number, has_what = form
        parts = [self.expr(c) for c in node.children]
        number = parts.pop(0) if has_number else None
        return t.Amount(name, number, parts.pop(0) if has_what else None, at=at)

    def target(self, node: Any) -> t.Target:
        """Where pieces go."""
        end = node.data if isinstance(node, Tree) and node.data in ("top", "bottom") else None
        place = node.children[0] if end else node
        return t.Target(cast(Any, end and str(end)), self.expr(place), at=self.where(node))

    def core(self, node: Any) -> t.Core:
        """What a sentence does."""
        core: t.Core = _CORES[node.data](self, node.children, self.where(node))
        return core

    def clause(self, node: Any) -> Any:
        """The node of a start symbol."""
        return _CLAUSES[node.data](self, node.children, self.where(node))

    def range(self, node: Any) -> t.RangeExpr:
        """`low..high`."""
        low, high = node.children
        return t.RangeExpr(self.expr(low), self.expr(high), at=self.where(node))

    def type_or_range(self, node: Any) -> "t.Ident | t.RangeExpr":
        """A type's name, or a range."""
        return self.ident(node) if isinstance(node, Token) else self.range(node)


_Rule = Callable[[Builder, list[Any], t.Where], Any]


def _binary(op: t.BinaryOp) -> _Rule:
    return lambda b, c, at: t.Binary(op, b.expr(c[0]), b.expr(c[1]), at=at)


def _compare(node: Any) -> Any:
    return " ".join(node.children)


def _literal(value: bool | None) -> _Rule:
    return lambda b, c, at: t.Literal_(value, at=at)


_EXPRESSIONS: dict[str, _Rule] = {
    "or_": _binary("or"),
    "and_": _binary("and"),
    "compared": lambda b, c, at: t.Binary(_compare(c[1]), b.expr(c[0]), b.expr(c[2]), at=at),
    "plus": _binary("+"),
    "minus": _binary("-"),
    "times": _binary("*"),
    "div": _binary("div"),
    "mod": _binary("mod"),
    "not_": lambda b, c, at: t.Unary("not", b.expr(c[0]), at=at),
    "negative": lambda b, c, at: t.Unary("-", b.expr(c[0]), at=at),
    "none": _literal(None),
    "true": _literal(True),
    "false": _literal(False),
    "empty": lambda b, c, at: t.EmptyLit(at=at),
    "if_else": lambda b, c, at: t.IfExpr(b.expr(c[0]), b.expr(c[1]), b.expr(c[2]), at=at),
    "range": lambda b, c, at: t.RangeExpr(b.expr(c[0]), b.expr(c[1]), at=at),
    "number_of": lambda b, c, at: t.NumberOf(b.expr(c[1]), b.expr(c[2]), at=at),
    "rounds_of": lambda b, c, at: t.RoundsOf(b.ident(c[0]), at=at),
    "cast": lambda b, c, at: t.Cast(b.expr(c[0]), b.ident(c[1]), at=at),
    "otherwise": lambda b, c, at: t.Otherwise(b.expr(c[0]), b.expr(c[1]), at=at),
    "index": lambda b, c, at: t.Index(b.expr(c[0]), b.exprs(c[1]), at=at),
    "attribute": lambda b, c, at: t.Attribute(b.expr(c[0]), b.ident(c[1]), at=at),
    "method": lambda b, c, at: t.Method(b.expr(c[0]), b.ident(c[1]), b.exprs(c[2]), at=at),
    "call": lambda b, c, at: t.Call(str(c[0]), b.exprs(c[1]), at=at),
    "set_of": lambda b, c, at: t.SetOf(b.exprs(c[0]), at=at),
    "over": lambda b, c, at: t.Over(cast(Any, str(c[0])), b.binding(c[1]), at=at),
    "best": lambda b, c, at: t.Best(cast(Any, str(c[0])), b.binding(c[1]), b.expr(c[2]), at=at),
    "aggregate": lambda b, c, at: t.Aggregate(
        cast(Any, str(c[0])), b.expr(c[1]), b.bindings(c[2].children), at=at
    ),
    "extreme": lambda b, c, at: t.Extreme(cast(Any, str(c[0])), (b.expr(c[1]), *b.exprs(c[2])), at=at),
    "reach": lambda b, c, at: t.Reach(b.expr(c[0]), b.ident(c[1]), b.binding(c[2]), at=at),
}

# form of an amount -> its name in the tree, whether it has a number, whether it names what
_AMOUNTS: dict[str, tuple[Any, bool, bool]] = {
    "one": ("one", False, True),
    "several": ("several", True, True),
    "everything": ("all", False, False),
    "all_of_kind": ("all of", False, True),
    "up_to": ("up to", True, False),
    "up_to_of": ("up to of", True, True),
}


def _order(node: Any) -> Any:
    return None if node is None else {"random_order": "random", "chosen_order": "chosen"}[node.data]


def _assign(verb: Any, value: int = 0, place: int = 1) -> _Rule:
    return lambda b, c, at: t.Assign(verb, b.expr(c[value]), b.expr(c[place]), at=at)


def _reveal(verb: Any) -> _Rule:
    return lambda b, c, at: t.Reveal(verb, b.expr(c[0]), at=at)


def _end(what: Any) -> _Rule:
    return lambda b, c, at: t.End(what, at=at)


_CORES: dict[str, _Rule] = {
    "move": lambda b, c, at: t.Move(b.amount(c[0]), b.expr(c[1]), b.target(c[2]), _order(c[3]), at=at),
    "draw": lambda b, c, at: t.Draw(b.amount(c[0]), b.expr(c[1]), b.target(c[2]), at=at),
    "put": lambda b, c, at: t.Put(b.amount(c[0]), b.target(c[1]), _order(c[2]), at=at),
    "remove": lambda b, c, at: t.Remove(b.amount(c[0]), b.expr(c[1]), at=at),
    "shuffle": lambda b, c, at: t.Shuffle(b.expr(c[0]), at=at),
    "roll": lambda b, c, at: t.Roll(None, b.expr(c[0]), at=at),
    "roll_many": lambda b, c, at: t.Roll(b.expr(c[0]), b.expr(c[1]), at=at),
    "set": _assign("set", value=1, place=0),
    "add": _assign("add"),
    "subtract": _assign("subtract"),
    "pay": _assign("pay"),
    "pay_up_to": _assign("pay up to"),
    "let": lambda b, c, at: t.Let(b.ident(c[0]), b.expr(c[1]), at=at),
    "pick": lambda b, c, at: t.Pick(b.choice(c[0]), at=at),
    "pick_random": lambda b, c, at: t.PickRandom(
        t.Binding(b.ident(c[0]), b.expr(c[1]), b.maybe(c[2]), at=at), c[3] is not None, at=at
    ),
    "run": lambda b, c, at: t.Run(b.ident(c[0]), b.exprs(c[1]), at=at),
    "perform": lambda b, c, at: t.Perform(b.expr(c[0]), at=at),
    "show": _reveal("show"),
    "open": _reveal("open"),
    "look": _reveal("look"),
    "say": lambda b, c, at: t.Say(b.words(c[0]) or t.Template((), at=at), at=at),
    "end_turn": _end("turn"),
    "end_turns": _end("turns"),
    "end_play": _end("play"),
    "nothing": lambda b, c, at: t.Nothing(at=at),
}


def _type(is_set: bool) -> _Rule:
    def build(b: Builder, c: list[Any], at: t.Where) -> t.TypeExpr:
        base, per, or_none = c
        keys = () if per is None else tuple(b.ident(k) for k in per.children)
        return t.TypeExpr(b.type_or_range(base), is_set, keys, or_none is not None, at=at)

    return build


def _signature(b: Builder, c: list[Any], at: t.Where) -> t.Signature:
    params = () if c[1] is None else tuple(
        t.Param(b.ident(p.children[0]), b.ident(p.children[1]), at=b.where(p)) for p in c[1].children
    )  # fmt: skip
    return t.Signature(b.ident(c[0]), params, at=at)


def _sentence(b: Builder, c: list[Any], at: t.Where) -> t.Sentence:
    core, each, condition, reason, cite = c
    return t.Sentence(
        b.core(core), () if each is None else b.bindings(each.children), b.maybe(condition), b.words(reason),
        b.rules(cite), at=at,
    )  # fmt: skip


_CLAUSES: dict[str, _Rule] = {
    "sentence": _sentence,
    "line": lambda b, c, at: t.Line(b.expr(c[0]), b.rules(c[1]), at=at),
    "expression": lambda b, c, at: b.expr(c[0]),
    "need": lambda b, c, at: t.Need(b.expr(c[0]), b.words(c[1]), b.rules(c[2]), at=at),
    "bounds": lambda b, c, at: t.Bounds(b.expr(c[0]), b.maybe(c[1]), b.rules(c[2]), at=at),
    "picks": lambda b, c, at: t.Picks(tuple(b.choice(x) for x in c), at=at),
    "loop": lambda b, c, at: t.Loop(b.bindings(c[:-1]), b.maybe(c[-1]), at=at),
    "offer": lambda b, c, at: t.Offer(b.ident(c[0]), b.maybe(c[1]), at=at),
    "trigger": lambda b, c, at: t.Trigger(
        b.ident(c[0]), c[1] is not None, b.maybe(c[2]), b.core(c[3]), b.rules(c[4]), at=at
    ),
    "modifier": lambda b, c, at: t.Modifier(b.ident(c[0]), b.expr(c[1]), b.rules(c[2]), at=at),
    "most": lambda b, c, at: t.Verdict("most", b.expr(c[0]), b.rules(c[1]), at=at),
    "least": lambda b, c, at: t.Verdict("least", b.expr(c[0]), b.rules(c[1]), at=at),
    "shared": lambda b, c, at: t.Tie("shared", b.rules(c[0]), at=at),
    "later_seat": lambda b, c, at: t.Tie("later_seat", b.rules(c[0]), at=at),
    "holds": lambda b, c, at: t.Holds(b.maybe(c[0]), b.maybe_ident(c[1]), b.maybe(c[2]), at=at),
    "key_type": lambda b, c, at: t.Key(None, b.type_or_range(c[0]), at=at),
    "key_named": lambda b, c, at: t.Key(b.ident(c[0]), b.type_or_range(c[1]), at=at),
    "plain_type": _type(is_set=False),
    "set_type": _type(is_set=True),
    "signature": _signature,
    "answers": lambda b, c, at: t.Answers(tuple(b.expr(x) for x in c), at=at),
}
