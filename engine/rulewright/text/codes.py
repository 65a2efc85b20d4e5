"""Every code that a finding may bear. A code is kebab-case, named for the mistake, and never used for anything else.

Each has a page, `docs/findings/CODE.md`, which `rulewright explain CODE` shows: what it is, why it matters, and a wrong
and a right example that tests run. The type checker refuses a code that is not here, a test one that has no page.
"""

from typing import Literal, get_args

Code = Literal[
    # the file as text
    "yaml",
    "yaml-indent",
    "yaml-comment",
    "yaml-colon",
    "yaml-quote",
    "yaml-bracket",
    "yaml-block",
    "yaml-dash",
    "yaml-sign",
    "yaml-tag",
    "yaml-anchor",
    "yaml-number",
    "yaml-word",
    "flow-split",
    "duplicate-key",
    "long-line",
    "allow-unclear",
    "allow-unused",
    # its structure
    "unknown-section",
    "unknown-key",
    "key-misspelt",
    "missing-key",
    "bad-name",
    "bad-value",
    "unknown-value",
    "group-needs-do",
    "syntax",
    # names
    "unknown-name",
    "ambiguous-word",
    "hidden-word",
    "built-in-redefined",
    "name-taken",
    "unset-variable",
    "unbound-name",
    # types and values
    "type",
    "arity",
    "wrong-component",
    "may-be-none",
    "out-of-range",
    "no-order",
    "case-missing",
    "case-unknown",
    "table-gap",
    "divides-by-zero",
    "no-me",
    "needs-words",
    # what runs
    "cycle",
    "loop-without-bound",
    "rule-repeats",
    "not-total",
    "may-fail",
    "may-be-stuck",
    "may-collide",
    "unordered-differs",
    "becomes-order",
    "search-too-wide",
    "tie-by-seat",
    # secrets
    "hidden-pick",
    "leaks-hidden",
    "shows-hidden",
    # the whole game
    "unreachable",
    "unused-name",
    "unread-option",
    "never-read",
    "never-written",
    "never-offered",
    "constant-condition",
    "runs-out",
    "may-not-end",
    "deals-too-many",
    "no-difference",
    "not-in-total",
    # variants
    "path-unknown",
    "path-taken",
    "overlay-conflict",
    "overlay-value",
    "overlay-version",
    "overlay-game",
    "overlay-idle",
    "overlay-cycle",
    "unknown-variant",
    "names-removed",
    # files beside the game, scenarios
    "citation-unknown",
    "no-ledger",
    "csv",
    "unknown-text",
    "untranslated",
    "required",
]

CODES: tuple[Code, ...] = get_args(Code)
