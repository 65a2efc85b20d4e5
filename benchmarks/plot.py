"""Plots of the figures. Without matplotlib (the extra `peers`) there are none, and a line says so."""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any


def _figure(rows: int, columns: int, size: tuple[float, float]) -> tuple[Any, Any] | None:
    if find_spec("matplotlib") is None:
        print("matplotlib is not installed: no plot is drawn", file=sys.stderr)
        return None
    import_module("matplotlib").use("Agg")
    return import_module("matplotlib.pyplot").subplots(rows, columns, figsize=size, layout="constrained")


def rates(found: dict[str, Any], path: Path) -> None:
    """Games a second of everybody who plays a classic, as shares of the hand-written one; and the larger games."""
    made = _figure(1, 2, (11, 4))
    if made is None:
        return
    figure, (left, right) = made
    classics = [row for row in found["games"] if "ratio" in row]
    who = list(dict.fromkeys(name for row in classics for name in row["rates"]))
    for n, name in enumerate(who):
        shares = [
            row["rates"].get(name, {}).get("playouts", 0) / row["rates"]["by hand"]["playouts"] for row in classics
        ]
        left.bar([i + n / (len(who) + 1) for i in range(len(classics))], shares, 1 / (len(who) + 1), label=name)
    left.set_xticks([i + 0.3 for i in range(len(classics))], [row["game"] for row in classics])
    left.set_title("games a second, by hand = 1")
    left.legend()
    larger = [row for row in found["games"] if "ratio_to_target" in row]
    names = [f"{row['game']}, {row['players']}" for row in larger]
    right.barh(names, [row["ratio_to_target"] for row in larger])
    right.axvline(1, color="grey", linestyle="--")
    right.invert_yaxis()
    right.set_title("decisions a second, target = 1")
    figure.savefig(path, dpi=100)


def growth(found: list[dict[str, Any]], path: Path) -> None:
    """The cost over the work, both as logarithms, with the line that a linear cost would follow."""
    columns = min(4, len(found))
    made = _figure(-(-len(found) // columns), columns, (3.2 * columns, 2.8 * -(-len(found) // columns)))
    if made is None:
        return
    figure, axes = made
    panels = list(axes.flat) if len(found) > 1 else [axes]
    for axis in panels[len(found) :]:
        axis.set_axis_off()
    for axis, one in zip(panels, found, strict=False):
        key = "work" if one["rows"][-1]["work"] > 1.5 * one["rows"][0]["work"] else "size"
        sizes, costs = ([row[name] for row in one["rows"]] for name in (key, "cost"))
        axis.loglog(sizes, costs, "o-")
        axis.loglog(sizes, [costs[-1] * size / sizes[-1] for size in sizes], color="grey", linestyle="--")
        axis.set_xticks(sizes, [f"{size:,.0f}" for size in sizes], fontsize=7)
        axis.tick_params(which="minor", labelbottom=False, labelleft=False)
        axis.set_title(f"{one['what'].strip()} ({one['exponent']:.2f})", fontsize=10)
        axis.set_ylabel("seconds" if one["cost"] == "us" else one["cost"])
    figure.savefig(path, dpi=70)
