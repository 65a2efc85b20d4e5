"""How long checking takes, in seconds of processor time: a whole process, and a warm one; the best of several.

`python benchmarks/validate.py [FILE] [--rounds N]`. The byte code is kept (as it is for everybody), unless
PYTHONDONTWRITEBYTECODE says otherwise.
"""

import argparse
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def whole(path: Path) -> float:
    """One process, start-up included."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "rulewright", "validate", str(path)], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def warm(path: Path) -> float:
    """One check in this process, which has checked before."""
    from rulewright.harness.any_file import check_any_file  # noqa: PLC0415

    begun = time.process_time()
    assert not check_any_file(path).has_errors
    return time.process_time() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "games" / "murano.yaml")
    parser.add_argument("--rounds", type=int, default=7)
    given = parser.parse_args()
    whole(given.file), warm(given.file)  # the first ones fill caches
    processes = min(whole(given.file) for _ in range(given.rounds))
    checks = min(warm(given.file) for _ in range(given.rounds))
    kept = "not " if os.environ.get("PYTHONDONTWRITEBYTECODE") else ""
    print(f"{given.file.name}, {given.file.stat().st_size:,} bytes (byte code {kept}kept)")
    print(f"whole process: {processes:.2f} s   warm: {checks:.2f} s")


if __name__ == "__main__":
    main()
