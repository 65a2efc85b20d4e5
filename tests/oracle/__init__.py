"""The oracle: a slow tree walker over a checked game. The compiler is tested against it; it is never shipped."""

from oracle.oracle import Oracle
from oracle.requests import Chance, Fault, Question
from oracle.values import Unsound

__all__ = ["Chance", "Fault", "Oracle", "Question", "Unsound"]
