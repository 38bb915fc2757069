"""Measures how a store's size and the cost of its queries grow with the number of profiles.

Profiles are resampled from a real profile and added to one store. After the first ``--real``
profiles, only the rows that queries read are added, as copies under new ids. So queries cost as
much as with whole profiles. At each of the given numbers of profiles, each query runs as a command
of its own under each engine. The results are in docs/evidence/fleets.md.
"""

import argparse
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import msgspec
import pyarrow as pa
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).parents[1]))

from builders.resampled import resample
from kpath_command import command, environment
from kpath_jvm import Profile
from kpath_jvm.records.record import content_of
from kpath_jvm.seals import digest_of
from kpath_jvm.store.store import Store, StoredRun

_TICKS = 100
_PAGE = 4096
_LOOK_SECONDS = 0.05


def seconds(work: object) -> float:
    """Calls ``work``, and returns the CPU seconds of all threads during the call."""
    began = time.process_time()
    work()  # type: ignore[operator]
    return time.process_time() - began


def measured(arguments: Sequence[str]) -> tuple[float, float, int]:
    """Runs a command of kpath-jvm.

    Returns its wall seconds, its CPU seconds, and the peak of its resident memory in MiB. The CPU
    seconds and the peak include all child processes. Both are read only every 50 ms, so they lack
    the last moments of each process.
    """
    began = time.monotonic()
    process = subprocess.Popen(command([*arguments]), env=environment(), stdout=subprocess.DEVNULL)
    cpu: dict[int, float] = {}
    peak = 0
    while process.poll() is None:
        found = [*_tree(process.pid)]
        cpu |= {pid: ticks for pid, ticks, _ in found}
        peak = max(peak, sum(pages for _, _, pages in found))
        time.sleep(_LOOK_SECONDS)
    assert process.returncode == 0, arguments
    return time.monotonic() - began, sum(cpu.values()) / _TICKS, peak * _PAGE >> 20


def _tree(root: int) -> Iterator[tuple[int, int, int]]:
    """Yields the pid, the CPU ticks and the resident pages of a process and of its descendants."""
    parents, figures = {}, {}
    for entry in Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        try:
            fields = (entry / "stat").read_text().rpartition(")")[2].split()
            pages = int((entry / "statm").read_text().split()[1])
        except (OSError, IndexError):
            continue
        pid = int(entry.name)
        parents[pid] = int(fields[1])
        figures[pid] = (pid, int(fields[11]) + int(fields[12]), pages)
    for pid, figure in figures.items():
        above: int | None = pid
        while above is not None and above != root:
            above = parents.get(above)
        if above == root:
            yield figure


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("profile", help="a real profile, from which all others are made")
    parser.add_argument("directory", type=Path, help="a new directory for the store")
    parser.add_argument(
        "counts", type=int, nargs="+", help="numbers of profiles to measure at, ascending"
    )
    parser.add_argument(
        "--engines", nargs="+", default=["duckdb", "spark"], choices=("duckdb", "spark"),
        help="engines that answer the queries [default: both]",
    )  # fmt: skip
    parser.add_argument(
        "--real", type=int, default=1_000, help="number of profiles that are added whole"
    )
    return parser.parse_args()


class _Filling:
    """Fills a store. ``adding`` is how many CPU seconds it took to add all whole profiles."""

    def __init__(self, source: Profile, place: Path) -> None:
        self.text = str(place / "store")
        self._source, self._place = source, place
        self._entries: list[StoredRun] = []
        self.count = 0
        self.adding = 0.0

    def add(self) -> None:
        """Adds one more whole profile."""
        path = resample(self._source, self._place / "one.kpath", self.count)
        store = Store(self.text)
        version, day = str(self.count % 4), f"2026-11-{self.count % 28 + 1:02d}"
        self.adding += seconds(
            lambda: self._entries.append(store.add(path, "shop", version, day)[0])
        )
        shutil.rmtree(path)
        self.count += 1

    def copy(self) -> None:
        """Adds a copy of the rows of a profile that the store has, under a new id."""
        store = Store(self.text)
        entry = self._entries[self.count % len(self._entries)]
        rows = pq.read_table(store.place.path(entry.paths.name), partitioning=None)
        run = f"{self.count:032x}"
        rows = rows.set_column(
            rows.column_names.index("run"), "run", pa.array([run] * rows.num_rows, pa.string())
        )
        sink = pa.BufferOutputStream()
        pq.write_table(rows, sink, compression="zstd", write_page_checksum=True)
        content = sink.getvalue().to_pybytes()
        # A query would count profiles with equal identities only once.
        entry = msgspec.structs.replace(
            entry, run=run, paths_digest=digest_of(content), identities=(run,)
        )
        store.place.put(entry.paths.name, content)
        store.place.put(entry.commit, content_of(entry))
        self.count += 1


def main() -> None:
    """Fills a store, and prints its sizes and a table at each given number of profiles."""
    options = _parse()
    options.directory.mkdir()
    filling = _Filling(Profile.open(options.profile), options.directory)
    for count in options.counts:
        while filling.count < count:
            if filling.count < options.real:
                filling.add()
            else:
                filling.copy()
        store = Path(filling.text)
        sizes = [
            sum(file.stat().st_size for file in (store / part).rglob("*") if file.is_file()) / 2**20
            for part in ("profiles", "paths", "runs")
        ]
        real = min(count, options.real)
        told = ", ".join(f"{size:.1f}" for size in sizes)
        print(
            f"{count:,} profiles, {real:,} of them whole, added in {filling.adding / real:.3f} s "
            f"of CPU time each; MiB of profiles, paths and runs: {told}; listing takes "
            f"{seconds(Store(filling.text).runs):.2f} s"
        )
        print(
            "| profiles | engine | query | seconds | of CPU | peak MiB |\n|---|---|---|---|---|---|"
        )
        for engine in options.engines:
            for by in ("method", "path"):
                wall, cpu, peak = measured(
                    ["fleet", "top", filling.text, "--by", by, "--engine", engine, "--json"]
                )
                print(
                    f"| {count:,} | {engine} | top by {by} | {wall:.1f} | {cpu:.1f} | {peak} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
