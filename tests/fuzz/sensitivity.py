"""Counts, for each seeded defect, the random programs that reveal the defect.

    .venv/bin/python tests/fuzz/sensitivity.py [--programs 6] [--only TEXT]

The status is 1 if there is a defect that no program reveals.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from fuzz.checking import Trial
from fuzz.programs import Shape
from fuzz.variants import Variant
from kpath_jvm.installation import JARS_VARIABLE, require_jars
from mutations.defects import DEFECTS, Defect
from mutations.mutant import build_mutant
from oracle.harness import default_java_home

LONG = Shape(0, 1, 8, longest=20_000)
"""A program that writes more than one chunk of 64 KiB to a stream."""


def make_trials(directory: Path, count: int) -> list[Trial]:
    """Returns trials, each with a random program. The last program is long."""
    shapes = [*(Shape(seed, 2, 15) for seed in range(1, count)), replace(LONG, seed=count)]
    home = default_java_home()
    return [Trial(shape, directory / f"program{shape.seed}", home) for shape in shapes]


@contextmanager
def mutated(defect: Defect, jars: Path) -> Iterator[None]:
    """Gives the product the defect during the ``with`` block."""
    before = os.environ.get(JARS_VARIABLE)
    with tempfile.TemporaryDirectory(prefix="kpath-mutant-") as directory:
        built = build_mutant(jars, Path(directory), defect.source, defect.find, defect.replacement)
        os.environ[JARS_VARIABLE] = str(built)
        try:
            yield
        finally:
            os.environ.pop(JARS_VARIABLE)
            if before is not None:
                os.environ[JARS_VARIABLE] = before


def shows(trial: Trial, variant: Variant) -> str:
    """Returns how a program shows that something is wrong, or an empty string."""
    try:
        found = trial.problems(variant)
    except Exception as error:
        # With some defects, the profile contradicts itself, and reading it fails.
        return f"{type(error).__name__}: {error}"
    return found[0] if found else ""


def main() -> int:
    """Tries the defects that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--programs", type=int, default=6)
    parser.add_argument("--only", default="", help="try only defects with this text in their names")
    options = parser.parse_args()
    unseen = 0
    jars = require_jars().directory
    with tempfile.TemporaryDirectory(prefix="kpath-sensitivity-") as directory:
        trials = make_trials(Path(directory), options.programs)
        for defect in DEFECTS:
            if options.only not in defect.name:
                continue
            variant = Variant(default_java_home(), defect.cut, 5, 4096, engine=defect.engine)
            with mutated(defect, jars):
                told = [text for trial in trials if (text := shows(trial, variant))]
            unseen += not told
            print(f"{defect.name}: {len(told)} of {len(trials)} programs", flush=True)
            for text in told[:1]:
                print(f"    {text.splitlines()[0][:160]}", flush=True)
    print(f"{unseen} defects were revealed by no program")
    return 1 if unseen else 0


if __name__ == "__main__":
    sys.exit(main())
