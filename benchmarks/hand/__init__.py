"""Games as a programmer would write them by hand: plain, clean, fast CPython. What the compiled rules are held to.

Each has `legal()`, `apply(move)`, `is_over()`, `result()` and `copy()`; legal moves are listed anew at every decision.
"""

from hand.connect_four import ConnectFour
from hand.leduc_poker import LeducPoker
from hand.reversi import Reversi
from hand.tic_tac_toe import TicTacToe

GAMES = {"tic_tac_toe": TicTacToe, "connect_four": ConnectFour, "reversi": Reversi, "leduc_poker": LeducPoker}
