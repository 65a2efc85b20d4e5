"""Noughts and crosses, by hand. A move is the number of a square."""

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
LINES_AT = tuple(tuple(line for line in LINES if square in line) for square in range(9))


class TicTacToe:
    __slots__ = ("board", "left", "player", "winner")

    def __init__(self):
        self.board = [0] * 9
        self.player = 1
        self.winner = 0
        self.left = 9

    def legal(self):
        return [square for square, mark in enumerate(self.board) if not mark]

    def apply(self, square):
        board, player = self.board, self.player
        board[square] = player
        self.left -= 1
        for a, b, c in LINES_AT[square]:
            if board[a] == player and board[b] == player and board[c] == player:
                self.winner = player
                break
        self.player = 3 - player

    def is_over(self):
        return self.winner != 0 or self.left == 0

    def result(self):
        """What the first player is ahead by: 1, 0 or -1."""
        return (0, 1, -1)[self.winner]

    def copy(self):
        other = TicTacToe.__new__(TicTacToe)
        other.board, other.player, other.winner, other.left = self.board[:], self.player, self.winner, self.left
        return other
