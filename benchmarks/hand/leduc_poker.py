"""Leduc poker, by hand. A move is `fold`, `call` or `raise`; the cards are shuffled once, at the beginning."""

import random

MOST_RAISES = 2


class LeducPoker:
    __slots__ = ("acted", "deck", "folded", "hands", "over", "player", "public", "raises", "stakes")

    def __init__(self, number=random.random):
        deck = [0, 0, 1, 1, 2, 2]
        for i in (5, 4, 3):  # three cards are all that a game needs
            j = int(number() * (i + 1))
            deck[i], deck[j] = deck[j], deck[i]
        self.hands = (deck[5], deck[4])
        self.deck = deck[3]
        self.public = None
        self.stakes = [1, 1]
        self.player = 0
        self.raises = 0
        self.acted = 0
        self.folded = None
        self.over = False

    def legal(self):
        stakes, player = self.stakes, self.player
        found = ["fold"] if stakes[1 - player] > stakes[player] else []
        found.append("call")
        if self.raises < MOST_RAISES:
            found.append("raise")
        return found

    def apply(self, move):
        player, stakes = self.player, self.stakes
        if move == "fold":
            self.folded = player
            self.over = True
        elif move == "raise":
            self.raises += 1
            stakes[player] = stakes[1 - player] + (2 if self.public is None else 4)
            self.acted = 1
            self.player = 1 - player
        else:
            stakes[player] = stakes[1 - player]
            self.acted += 1
            if self.acted < 2:
                self.player = 1 - player
            elif self.public is None:
                self.public = self.deck
                self.player = self.raises = self.acted = 0
            else:
                self.over = True

    def is_over(self):
        return self.over

    def result(self):
        """What the first player has won."""
        if self.folded is not None:
            loser = self.folded
        else:
            one, other = (3 + hand if hand == self.public else hand for hand in self.hands)
            if one == other:
                return 0
            loser = 1 if one > other else 0
        return -self.stakes[0] if loser == 0 else self.stakes[1]

    def copy(self):
        other = LeducPoker.__new__(LeducPoker)
        other.hands, other.deck, other.public, other.stakes = self.hands, self.deck, self.public, self.stakes[:]
        other.player, other.raises, other.acted = self.player, self.raises, self.acted
        other.folded, other.over = self.folded, self.over
        return other
