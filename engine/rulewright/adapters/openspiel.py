"""Games for OpenSpiel's algorithms. Needs `pip install rulewright[openspiel]`.

`pyspiel.load_game("python_rulewright(game=NAME,players=2,seed=7)")` works once this module is imported; a game with
variants or options comes from `RulewrightGame.of`. Chance is drawn inside the rules, so a game that has any is
"sampled stochastic": a clone draws its own chance, but what lies hidden on the table is the same in it. Algorithms that
search on clones of a game with hidden things therefore know more than a player may; those that search on
`resample_from_infostate`, such as IS-MCTS, do not.
"""

from collections.abc import Mapping
from typing import Any
from zlib import crc32

import numpy as np
import pyspiel

from rulewright.adapters.encoding import Encoder
from rulewright.adapters.returns import returns
from rulewright.loader import load
from rulewright.play.game import Game
from rulewright.play.match import Match

MOST_ANSWERS = 10_000  # the longest match that algorithms are told of
_PARAMETERS = {"game": "tic_tac_toe", "players": 2, "seed": 0}


def _type(game: Game | None, chance: bool = True, hidden: bool = True) -> pyspiel.GameType:
    modes, information = pyspiel.GameType.ChanceMode, pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name="python_rulewright",
        long_name=game.title if game is not None else "Rulewright",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=modes.SAMPLED_STOCHASTIC if chance else modes.DETERMINISTIC,
        information=information.IMPERFECT_INFORMATION if hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.player_counts.stop - 1 if game is not None else 10,
        min_num_players=game.player_counts.start if game is not None else 1,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_PARAMETERS,
    )


class RulewrightGame(pyspiel.Game):
    """A game of rulewright with given players; every initial state is a match of the same seed."""

    def __init__(self, params: Mapping[str, Any] | None = None, rules: Game | None = None,
                 options: Mapping[str, int | bool | str] | None = None) -> None:  # fmt: skip
        given = {**_PARAMETERS, **(params or {})}
        self.rules = rules if rules is not None else load(given["game"])
        self.players, self.seed, self.options = int(given["players"]), int(given["seed"]), dict(options or {})
        first = self.rules.start(self.players, seed=self.seed, options=self.options)
        self.encoder = Encoder(self.rules, first)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.rules.action_ids),
            max_chance_outcomes=0,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MOST_ANSWERS,
        )
        super().__init__(_type(self.rules, self.rules.has_chance, self.rules.has_secrets), info, given)

    @classmethod
    def of(cls, rules: Game, players: int, *, seed: int = 0,
           options: Mapping[str, int | bool | str] | None = None) -> "RulewrightGame":  # fmt: skip
        """A loaded game, variants and all."""
        return cls({"game": rules.id, "players": players, "seed": seed}, rules, options)

    def new_initial_state(self) -> "RulewrightState":
        """A match at its first decision."""
        return RulewrightState(self, self.rules.start(self.players, seed=self.seed, options=self.options))

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
        """What observes states for algorithms that are written in Python."""
        return Observer(self)


class _Held:
    """A match that draws its own chance when it is copied, so that a search cannot see what will come."""

    def __init__(self, match: Match) -> None:
        self.match, self._copies = match, 0

    def __deepcopy__(self, memo: Any) -> "_Held":
        self._copies += 1
        seed = crc32(f"{self.match.seed} {self.match.decisions} {self._copies}".encode())
        return _Held(self.match.copy(seed if self.match.game.has_chance else None))


class RulewrightState(pyspiel.State):
    """A match as a state. Those who choose at the same time are asked one after the other, unseen by each other."""

    def __init__(self, game: "RulewrightGame", match: Match) -> None:
        super().__init__(game)
        self._held, self._rules = _Held(match), match.game  # a clone is a deep copy of these

    @property
    def match(self) -> Match:
        """The match that it stands for."""
        return self._held.match

    def current_player(self) -> int:
        """Who must answer, by the place at the table."""
        actors = self.match.actors
        return self.match.players.index(actors[0]) if actors else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._rules.action_ids.legal(self.match, self.match.players[player]))

    def _apply_action(self, action: int) -> None:
        self.match.apply(self._rules.action_ids.action(self.match, action))

    def _action_to_string(self, player: int, action: int) -> str:
        return self._rules.action_ids.text(action)

    def is_terminal(self) -> bool:
        """Whether the match is over."""
        return self.match.is_over

    def returns(self) -> list[float]:
        """What the match is worth to each player."""
        return list(returns(self.match).values())

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees now; what may be taken back is no part of the game here."""
        view = self.match.view(self._seat(player))
        return repr({key: value for key, value in view.items() if key != "undo"})

    def information_state_string(self, player: int | None = None) -> str:
        """What a player sees now, and all that it has learned before."""
        return "\n".join([*self.match.log(self._seat(player)), self.observation_string(player)])

    def _seat(self, player: int | None) -> str:
        """The seat of a player; of who is to answer, if none is named."""
        return self.match.players[player if player is not None else self.current_player()]

    def resample_from_infostate(self, player: int, sampler: Any) -> "RulewrightState":
        """A state that the player who is to answer cannot tell from this one (`Match.sample`); `sampler` gives numbers
        from 0 to 1. Algorithms such as IS-MCTS search on these, and know no more than a player may.
        """
        seed = int(sampler() * (1 << 32))
        return RulewrightState(self.get_game(), self.match.sample(self.match.players[player], seed))

    def __str__(self) -> str:
        return "\n".join([*self.match.log(), repr(self.match)])


class Observer:
    """Fills a tensor with a player's view."""

    def __init__(self, game: RulewrightGame) -> None:
        self._encoder = game.encoder
        self.tensor = np.zeros(game.encoder.size, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: RulewrightState, player: int) -> None:
        """Reads a state as a player sees it."""
        self.tensor[:] = self._encoder.encode(state.match.view(state.match.players[player]))

    def string_from(self, state: RulewrightState, player: int) -> str:
        """What a player sees, as text."""
        return state.observation_string(player)


pyspiel.register_game(_type(None), RulewrightGame)
