"""One seat of a game as a Gymnasium environment; the others are played. Needs `pip install rulewright[gymnasium]`."""

import random
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsFloat

import gymnasium
import numpy as np

from rulewright.adapters.encoding import Encoder
from rulewright.adapters.returns import returns
from rulewright.play.action import Action
from rulewright.play.game import Game
from rulewright.play.match import Match

Opponent = Callable[[Match, str, random.Random], Action]


def at_random(match: Match, player: str, chooser: random.Random) -> Action:
    """An opponent that plays any legal answer."""
    legal = match.legal(player)
    return legal[int(chooser.random() * len(legal))]


class SeatEnv(gymnasium.Env[dict[str, Any], int]):
    """A match as seen from one seat (default: the first).

    Observations are as in the PettingZoo environment: `observation` and `action_mask`. The reward comes at the end,
    from -1 to 1. An illegal action loses at once (reward -1, `info["illegal"]`); the match is truncated after `most`
    answers. `opponent` answers for all other seats.
    """

    def __init__(
        self,
        game: Game,
        players: int | Sequence[str],
        *,
        seat: str | None = None,
        opponent: Opponent = at_random,
        options: Mapping[str, int | bool | str] | None = None,
        most: int = 10_000,
    ) -> None:
        self.game, self.players, self.options, self.most = game, players, dict(options or {}), most
        self.match = game.start(players, options=self.options)
        self.seat, self.opponent = seat or self.match.players[0], opponent
        self._encoder = Encoder(game, self.match)
        self._chooser = random.Random(0)
        size, actions = self._encoder.size, len(game.action_ids)
        self.observation_space = gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
            "action_mask": gymnasium.spaces.MultiBinary(actions),
        })  # fmt: skip
        numbers: Any = gymnasium.spaces.Discrete(actions)  # its type differs between versions
        self.action_space = numbers

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """A new match, up to the first question to the seat."""
        super().reset(seed=seed)
        self.match = self.game.start(self.players, seed=int(self.np_random.integers(1 << 32)), options=self.options)
        self._chooser = random.Random(int(self.np_random.integers(1 << 32)))
        self._others()
        return self._observed(), {}

    def step(self, action: int) -> tuple[dict[str, Any], SupportsFloat, bool, bool, dict[str, Any]]:
        """Carries out an action, and what the others do until the seat is asked again."""
        if int(action) not in self.game.action_ids.legal(self.match, self.seat):
            return self._observed(), -1.0, True, False, {"illegal": True}
        self.match.apply(self.game.action_ids.action(self.match, int(action), self.seat))
        self._others()
        cut = not self.match.is_over and self.match.decisions >= self.most
        return self._observed(), returns(self.match)[self.seat], self.match.is_over, cut, {}

    def _others(self) -> None:
        while not self.match.is_over and self.seat not in self.match.actors and self.match.decisions < self.most:
            player = self.match.actors[0]
            self.match.apply(self.opponent(self.match, player, self._chooser))

    def _observed(self) -> dict[str, Any]:
        mask = np.zeros(len(self.game.action_ids), np.int8)
        mask[self.game.action_ids.legal(self.match, self.seat)] = 1
        seen = self._encoder.encode(self.match.view(self.seat))
        return {"observation": np.array(seen, np.float32), "action_mask": mask}
