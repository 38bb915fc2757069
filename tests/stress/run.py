"""Runs the whole stress suite. ``python tests/stress/run.py --help`` lists the options."""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

if __name__ == "__main__":
    # Python puts this file's directory first in sys.path. It is replaced by the directories whose
    # modules are imported below.
    root = Path(__file__).resolve().parent.parent
    sys.path[:1] = [str(root), str(root.parent / "orchestrator")]

from stress.harness import StressError, end_all
from stress.suite import PAIRED, PARTS, Case, Request, Totals


def attempt(case: Case, deadline: float) -> str | None:
    """Runs a case, unless the deadline has passed, and prints the result.

    Returns the case's name if it failed, or None.
    """
    name, run = case
    if time.monotonic() > deadline:
        return None
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kpath-stress-") as directory:
        try:
            told = run(Path(directory))
        except (StressError, TimeoutError, OSError) as failure:
            print(f"FAILED {name}\n{failure}", flush=True)
            return name
    print(f"ok {name}: {told} [{time.monotonic() - started:.0f} s]", flush=True)
    return None


def _stop(number: int, frame: object) -> None:  # noqa: ARG001
    """Ends this program and all its runs at once. A pool would first run the cases in its queue."""
    end_all()
    print("stopped", flush=True)
    os._exit(128 + number)


def listed(counts: Counter[str]) -> str:
    """Returns counts as text, the most frequent first."""
    return ", ".join(f"{count} {name}" for name, count in counts.most_common()) or "none"


def main() -> int:
    """Runs the requested parts. Returns 1 if anything failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=200, metavar="N", help="number of kills [200]")
    parser.add_argument("--seed", type=int, default=None, help="seed of the first kill [random]")
    parser.add_argument(
        "--minutes", type=float, default=120, help="start no case after this many minutes [120]"
    )
    parser.add_argument(
        "--only", choices=list(PARTS), action="append", help="run this part; may be repeated [all]"
    )
    options = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _stop)
    seed = random.randrange(1 << 30) if options.seed is None else options.seed
    print(f"seed {seed}", flush=True)
    deadline = time.monotonic() + 60 * options.minutes
    totals = Totals()
    request = Request(options.kills, seed, totals)
    failed: list[str] = []
    done = 0
    for part in options.only or PARTS:
        started = time.monotonic()
        with ThreadPoolExecutor(2 if part in PAIRED else 1) as pool:
            chosen = list(PARTS[part](request))
            found = pool.map(lambda case: attempt(case, deadline), chosen)
            failed += [name for name in found if name is not None]
        done += len(chosen)
        print(f"== {part}: {len(chosen)} cases, {time.monotonic() - started:.0f} s", flush=True)
    if time.monotonic() > deadline:
        print("the time ran out before all cases were started")
    print(
        f"{done} cases, {len(failed)} failed; seed {seed}\n"
        f"killed: {listed(totals.stages)}\nmoments: {listed(totals.moments)}; "
        f"{totals.unrecorded} targets went on unrecorded\n"
        f"{totals.threads:,} threads, {totals.rounds:,} rounds, "
        f"{totals.completions:,} path completions in {totals.ngrams:,} counts compared"
    )
    for name in failed:
        print(f"FAILED {name}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
