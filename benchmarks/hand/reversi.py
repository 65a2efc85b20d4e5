"""Reversi, by hand: a list of squares and the rays from each. A move is the number of a square, or PASS."""

PASS = -1
STEPS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))


def rays():
    """For each square the rays of at least two squares that begin beside it."""
    found = []
    for square in range(64):
        there = []
        for down, right in STEPS:
            row, column = square // 8 + down, square % 8 + right
            ray = []
            while 0 <= row < 8 and 0 <= column < 8:
                ray.append(row * 8 + column)
                row, column = row + down, column + right
            if len(ray) > 1:
                there.append(tuple(ray))
        found.append(tuple(there))
    return tuple(found)


RAYS = rays()


class Reversi:
    __slots__ = ("board", "free", "passes", "player")

    def __init__(self):
        self.board = [0] * 64
        self.board[27] = self.board[36] = 2
        self.board[28] = self.board[35] = 1
        self.player = 1
        self.free = set(range(64)) - {27, 28, 35, 36}
        self.passes = 0

    def legal(self):
        board, me = self.board, self.player
        other = 3 - me
        found = []
        for square in self.free:
            for ray in RAYS[square]:
                if board[ray[0]] == other:
                    for cell in ray:
                        disc = board[cell]
                        if disc != other:
                            break
                    else:
                        continue
                    if disc == me:
                        found.append(square)
                        break
        return found or [PASS]

    def apply(self, square):
        me = self.player
        other = 3 - me
        self.player = other
        if square == PASS:
            self.passes += 1
            return
        board = self.board
        self.passes = 0
        self.free.discard(square)
        board[square] = me
        for ray in RAYS[square]:
            if board[ray[0]] == other:
                row = []
                for cell in ray:
                    disc = board[cell]
                    if disc != other:
                        break
                    row.append(cell)
                else:
                    continue
                if disc == me:
                    for cell in row:
                        board[cell] = me

    def is_over(self):
        return self.passes >= 2 or not self.free

    def result(self):
        """What the first player is ahead by, in discs."""
        return self.board.count(1) - self.board.count(2)

    def copy(self):
        other = Reversi.__new__(Reversi)
        other.board, other.free = self.board[:], self.free.copy()
        other.player, other.passes = self.player, self.passes
        return other
