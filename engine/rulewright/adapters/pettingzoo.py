"""Games as PettingZoo environments (AEC: one agent after the other). Needs `pip install rulewright[pettingzoo]`."""

from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium
import numpy as np
from pettingzoo import AECEnv

from rulewright.adapters.encoding import Encoder
from rulewright.adapters.returns import returns
from rulewright.play.game import Game


class RulewrightEnv(AECEnv[str, dict[str, Any], int]):
    """A match as an AEC environment.

    Agents are the seats; an agent acts as often in a row as the rules ask it. An observation is a dictionary with
    `observation` (see `encoding.Encoder`) and `action_mask`, a 1 for each legal number of `game.action_ids`. Rewards
    come at the end (`returns`); a match is truncated after `most` answers. An illegal number is a ValueError
    (InvalidAction); PettingZoo's TerminateIllegalWrapper makes it a lost game.
    """

    def __init__(
        self,
        game: Game,
        players: int | Sequence[str],
        *,
        options: Mapping[str, int | bool | str] | None = None,
        most: int = 10_000,
    ) -> None:
        super().__init__()
        self.metadata = {"render_modes": [], "name": f"{game.id}_v{game.version}", "is_parallelizable": False}
        self.game, self.players, self.options, self.most = game, players, dict(options or {}), most
        self.match = game.start(players, options=self.options)
        self.possible_agents = list(self.match.players)
        self._encoder = Encoder(game, self.match)
        size, actions = self._encoder.size, len(game.action_ids)
        self.observation_spaces = {
            agent: gymnasium.spaces.Dict({
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (size,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
            })
            for agent in self.possible_agents
        }  # fmt: skip
        self.action_spaces = {agent: gymnasium.spaces.Discrete(actions) for agent in self.possible_agents}
        self._draws = np.random.default_rng(0)
        self.render_mode = None

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The space of an agent's actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new match: of a seed, or of the next one that the last seed leads to."""
        if seed is not None:
            self._draws = np.random.default_rng(seed)
        self.match = self.game.start(self.players, seed=int(self._draws.integers(1 << 32)), options=self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.match.actors[0]

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know now, as numbers, and which actions are legal for it."""
        mask = np.zeros(len(self.game.action_ids), np.int8)
        mask[self.game.action_ids.legal(self.match, agent)] = 1
        return {"observation": np.array(self._encoder.encode(self.match.view(agent)), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carries out an action of the agent that is asked. Raises InvalidAction for one that is not legal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "only an agent that is out gives no action"
        self.match.apply(self.game.action_ids.action(self.match, int(action), agent))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if self.match.is_over:
            self.rewards = returns(self.match)
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.match.decisions >= self.most:
            self.truncations = dict.fromkeys(self.agents, True)
        if self.match.actors:
            self.agent_selection = self.match.actors[0]
        self._accumulate_rewards()

    def render(self) -> None:
        """Nothing is drawn: views are for that."""

    def close(self) -> None:
        """Nothing is held."""


def env(game: Game, players: int | Sequence[str], **more: Any) -> RulewrightEnv:
    """A game as an AEC environment; `more` as in RulewrightEnv."""
    return RulewrightEnv(game, players, **more)
