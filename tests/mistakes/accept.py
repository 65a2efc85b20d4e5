"""Writes what the checker says now into the files of the corpus, for a person to read and judge.

usage, from the root of the checkout: python tests/mistakes/accept.py [FILE.txt ...]
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mistakes.cases import HERE, Bench, read_cases, with_expected, written


def main(files: list[Path]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        for file in files:
            head = file.read_text(encoding="utf-8").split("## ", 1)[0]
            cases = read_cases(file)
            told = []
            for case in cases:
                try:
                    told.append(with_expected(case, bench.told(case)))
                except AssertionError as error:
                    print(f"{case}: {error}")
                    told.append(case)
            changed = sum(a != b for a, b in zip(cases, told, strict=True))
            file.write_text(head + "\n\n".join(map(written, told)), encoding="utf-8")
            print(f"{file.name}: {len(cases)} cases, {changed} changed")


if __name__ == "__main__":
    main([Path(name) for name in sys.argv[1:]] or sorted(HERE.glob("*.txt")))
