"""Connect four, by hand. A move is the number of a column; cells are numbered column by column, from below."""

COLUMNS, ROWS = 7, 6


def lines_at():
    """For each cell the lines of four through it."""
    found = [[] for _ in range(COLUMNS * ROWS)]
    for column in range(COLUMNS):
        for row in range(ROWS):
            for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                line = [(column + right * n, row + up * n) for n in range(4)]
                if all(0 <= c < COLUMNS and 0 <= r < ROWS for c, r in line):
                    cells = tuple(c * ROWS + r for c, r in line)
                    for cell in cells:
                        found[cell].append(cells)
    return tuple(map(tuple, found))


LINES_AT = lines_at()


class ConnectFour:
    __slots__ = ("board", "heights", "left", "player", "winner")

    def __init__(self):
        self.board = [0] * (COLUMNS * ROWS)
        self.heights = [0] * COLUMNS
        self.player = 1
        self.winner = 0
        self.left = COLUMNS * ROWS

    def legal(self):
        return [column for column, height in enumerate(self.heights) if height < ROWS]

    def apply(self, column):
        board, player, height = self.board, self.player, self.heights[column]
        cell = column * ROWS + height
        board[cell] = player
        self.heights[column] = height + 1
        self.left -= 1
        for a, b, c, d in LINES_AT[cell]:
            if board[a] == player and board[b] == player and board[c] == player and board[d] == player:
                self.winner = player
                break
        self.player = 3 - player

    def is_over(self):
        return self.winner != 0 or self.left == 0

    def result(self):
        """What the first player is ahead by: 1, 0 or -1."""
        return (0, 1, -1)[self.winner]

    def copy(self):
        other = ConnectFour.__new__(ConnectFour)
        other.board, other.heights = self.board[:], self.heights[:]
        other.player, other.winner, other.left = self.player, self.winner, self.left
        return other
