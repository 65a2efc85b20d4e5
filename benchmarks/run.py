"""Random playouts of bundled games beside the same games written by hand and by others, in one process, by CPU time.

    python benchmarks/run.py [--games connect_four,murano] [--seconds 1] [--rounds 5] [--no-peers] [--out FOLDER]

A decision is an answer that is asked for; the list of legal answers is made at every one. What the rules take by
themselves does not count. The classics are compared by games a second with the same game by hand. Of the larger games
there is none by hand; their decisions a second are set against those of noughts and crosses by hand in the same run,
and against a target: half of what a hand-written version of that game did where noughts and crosses did a million.
"""

import argparse
import json
import platform
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import plot
import rulewright
from contestants import contestants, of_hand
from hand import GAMES as HAND
from measures import copy_time, load_times, memory, rates
from rulewright.errors import UnknownGame
from rulewright.library import games as bundled

TARGETS = {"cinque_terre": 465_000, "garden_dice": 100_000, "murano": 250_000}
MILLION = 1_000_000  # decisions a second of noughts and crosses by hand, for which the targets are set


def measure(names: list[str], seconds: float, rounds: int, peers: bool) -> dict[str, Any]:
    """All figures, as they go into the JSON file."""
    pace = rates({"pace": of_hand(HAND["tic_tac_toe"])}, seconds, rounds)["pace"].decisions
    games = []
    for name in names:
        counts = rulewright.load(name).player_counts
        for players in counts if name not in HAND else counts[:1]:
            print(f"{name}, {players} players ...", file=sys.stderr)
            games.append(_one(name, players, seconds, rounds, peers))
    return {
        "python": platform.python_version(),
        "machine": platform.machine(),
        "seconds": seconds,
        "rounds": rounds,
        "tic_tac_toe_by_hand": round(pace),
        "games": games,
    }


def _one(name: str, players: int, seconds: float, rounds: int, peers: bool) -> dict[str, Any]:
    who = contestants(name, players, peers)
    pace = {} if name in HAND else {"pace": of_hand(HAND["tic_tac_toe"])}
    found = rates({**who, **pace}, seconds, rounds)
    ours = found["rulewright"]
    row: dict[str, Any] = {"game": name, "players": players, "rates": {k: asdict(found[k]) for k in who}}
    if name in HAND:
        row["ratio"] = ours.playouts / found["by hand"].playouts
    else:
        row["ratio_to_pace"] = ours.decisions / found["pace"].decisions
        if name in TARGETS:
            row["ratio_to_target"] = row["ratio_to_pace"] * MILLION / TARGETS[name]
    row["copy_us"] = copy_time(name, players)
    return row | load_times(name, players) | memory(name, players)


def table(found: dict[str, Any]) -> str:
    """The figures for people."""
    lines = [f"noughts and crosses by hand: {found['tic_tac_toe_by_hand']:,} decisions a second", ""]
    lines.append(f"{'classics':<14}{'':<12}{'games/s':>10}{'decisions/s':>13}{'ratio':>8}{'copy us':>9}")
    for row in (r for r in found["games"] if "ratio" in r):
        by_hand = row["rates"]["by hand"]["playouts"]
        for n, (who, rate) in enumerate(row["rates"].items()):
            copied = f"{row['copy_us'][who]:.2f}" if who in row["copy_us"] else ""
            lines.append(
                f"{row['game'] if n == 0 else '':<14}{who:<12}{rate['playouts']:>10,.0f}{rate['decisions']:>13,.0f}"
                f"{rate['playouts'] / by_hand:>8.2f}{copied:>9}"
            )
    lines += [
        "",
        f"{'larger games':<14}{'players':<12}{'games/s':>10}{'decisions/s':>13}{'pace':>8}{'copy us':>9}{'target':>8}",
    ]
    for row in (r for r in found["games"] if "ratio" not in r):
        rate = row["rates"]["rulewright"]
        target = f"{row['ratio_to_target']:.2f}" if "ratio_to_target" in row else ""
        lines.append(
            f"{row['game']:<14}{row['players']:<12}{rate['playouts']:>10,.1f}{rate['decisions']:>13,.0f}"
            f"{row['ratio_to_pace']:>8.3f}{row['copy_us']['rulewright']:>9.2f}{target:>8}"
        )
    lines += ["", f"{'':<14}{'players':<12}{'load s':>10}{'compile s':>13}{'match kB':>10}{'state kB':>10}"]
    lines += [
        f"{row['game']:<14}{row['players']:<12}{row['load_s']:>10.3f}{row['compile_s']:>13.3f}"
        f"{row['match_bytes'] / 1000:>10.1f}{row['state_bytes'] / 1000:>10.1f}"
        for row in found["games"]
    ]
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", default="all", help="ids with commas between, or `all`, or `classics`")
    parser.add_argument("--seconds", type=float, default=1.0, help="CPU time of one run (default 1)")
    parser.add_argument("--rounds", type=int, default=5, help="runs of each, in turn; the median counts (default 5)")
    parser.add_argument("--no-peers", action="store_true", help="without OpenSpiel and PettingZoo")
    parser.add_argument("--out", type=Path, help="a folder for figures.json and, with matplotlib, figures.png")
    args = parser.parse_args()
    if args.seconds <= 0 or args.rounds < 1:
        parser.error("--seconds and --rounds must be more than 0")
    names = {"all": [*HAND, *(n for n in bundled() if n not in HAND)], "classics": list(HAND)}.get(args.games)
    try:
        found = measure(names or args.games.split(","), args.seconds, args.rounds, not args.no_peers)
    except UnknownGame as error:
        parser.error(str(error))
    print(table(found))
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "figures.json").write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
        plot.rates(found, args.out / "figures.png")


if __name__ == "__main__":
    main()
