"""Measures how the time and the memory of merging grow with the number of profiles.

The profiles are resampled once from a real profile (builders.resampled). Each merge is a process of
its own. The results are in docs/evidence/fleets.md.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.resampled import resample
from kpath_command import command, environment
from kpath_jvm import Profile


def made(source: Profile, directory: Path, count: int) -> list[Path]:
    """Returns the paths of ``count`` profiles, and makes those that don't exist yet."""
    directory.mkdir(exist_ok=True)
    paths = [directory / f"{seed:05d}.kpath" for seed in range(count)]
    for seed, path in enumerate(paths):
        if not path.exists():
            resample(source, path, seed)
    return paths


def measured(arguments: list[str], stdin: bytes = b"") -> tuple[float, float, int]:
    """Returns a command's wall seconds, its CPU seconds, and the peak of its resident bytes."""
    began = time.monotonic()
    process = subprocess.Popen(command(arguments), env=environment(), stdin=subprocess.PIPE)
    assert process.stdin is not None
    process.stdin.write(stdin)
    process.stdin.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, arguments
    return time.monotonic() - began, usage.ru_utime + usage.ru_stime, usage.ru_maxrss << 10


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("profile", help="a real profile, from which all others are made")
    parser.add_argument(
        "directory", type=Path, help="directory that keeps the profiles for later calls"
    )
    parser.add_argument("counts", type=int, nargs="+", help="numbers of profiles to merge")
    return parser.parse_args()


def main() -> None:
    """For each given number, merges that many profiles and prints a row of the table."""
    options = _parse()
    source, place = Profile.open(options.profile), options.directory
    print("| profiles | seconds | of CPU | peak MiB | nodes of the sum |\n|---|---|---|---|---|")
    for count in options.counts:
        paths = made(source, place, count)
        output = place / "merged.kpath"
        listed = "".join(f"{path}\n" for path in paths).encode()
        wall, cpu, peak = measured(["merge", "--list", "-", "-o", str(output)], listed)
        nodes = Profile.open(output).run.tables.ipf
        print(f"| {count:,} | {wall:.1f} | {cpu:.1f} | {peak >> 20} | {nodes:,} |", flush=True)
        shutil.rmtree(output)


if __name__ == "__main__":
    main()
