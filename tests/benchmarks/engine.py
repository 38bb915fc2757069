"""Measures each engine's CPU time per item of a stream, for recorded and synthetic streams.

The benchmark records programs, or takes recordings that were kept. In one thread, it feeds streams
to the engines in turn: the first part of each recorded stream, and the synthetic streams. For each
k, it prints nanoseconds of that thread's CPU time per item, bytes of the tables, and the ratio of
two engines' figures. Ratios of times are formed within a round. An engine gets the items as the
recorded program packed them, except that packed words are unpacked for the k-SF.

Besides the engines, the benchmark measures a BLPP hash, a counter in an array, a plain copy, and
the replay of the stream. All figures except those of conversions include the cost of the replay.
The results are in docs/evidence/engine.md.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from pathlib import Path

from rich.console import Console

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from benchmarks.engine_figures import Figure, print_figures
from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars
from kpath_jvm.launch.jdk import default_jdk

RECORDED, WORDS, PATHS = "recorded", "words", "paths"
#: Four programs with many methods, and five kernels.
PROGRAMS = (
    "dacapo/eclipse", "dacapo/h2", "dacapo/jython", "dacapo/xalan", "grande/heapsort",
    "grande/lufact", "grande/search", "specjvm2008/compress", "specjvm2008/mpegaudio",
    "specjvm2008/scimark.monte_carlo",
)  # fmt: skip
ENGINES = ("k-sf", "contexts", "textbook")
LENGTHS = (2, 3, 4, 6, 8, 11, 16)
_SOURCES = Path(__file__).parents[2] / "agent/engine/src/test/java/org/kpathjvm/engine/benchmark"
_CLASSES = ("EngineBenchmark", "FedTables", "ItemStream", "RecordedItems", "SyntheticItems")
#: -Xbatch makes the JVM wait for its compilers. On a busy machine, much of the measured code would
#: otherwise be interpreted.
_JAVA_OPTIONS = ("-Xms2g", "-Xmx2g", "-XX:+UseSerialGC", "-Xbatch")
_MAIN = "org.kpathjvm.engine.benchmark.EngineBenchmark"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures, prints tables and writes the JSON; returns 1 if something is missing or fails."""
    options = _parse(arguments)
    console = Console(width=150)
    with tempfile.TemporaryDirectory(prefix="kpath-engine-", dir=options.directory) as scratch:
        try:
            benchmark = Benchmark(options, Path(scratch))
            figures = list(_figures(options, benchmark, Path(scratch), console))
        except (KpathError, subprocess.CalledProcessError) as error:
            print(f"engine: {error}", file=sys.stderr)
            return 1
    print_figures(figures, options.over, options.under, console)
    if options.json is not None:
        options.json.write_text(json.dumps([asdict(it) for it in figures], indent=1) + "\n")
    return 0


def _parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    add = parser.add_argument
    add("--streams", nargs="+", choices=(RECORDED, WORDS, PATHS), default=(RECORDED, WORDS, PATHS))
    add(
        "--programs",
        nargs="+",
        default=PROGRAMS,
        metavar="SUITE/NAME",
        help="the programs to record",
    )
    add("--size", default="small", help="size of the programs' input [default: small]")
    add(
        "--recordings",
        nargs="+",
        type=Path,
        help="recordings of `run --record`, instead of programs",
    )
    add("--keep", type=Path, help="directory that keeps the recordings [default: they are removed]")
    add("-k", type=int, nargs="+", default=LENGTHS)
    add("--engines", nargs="+", choices=ENGINES, default=ENGINES[:2])
    add("--convert", action="store_true", help="measure the conversion into the k-IPF too")
    add("--over", choices=ENGINES, default="k-sf", help="the engine whose figures are divided")
    add(
        "--under",
        choices=ENGINES,
        default="contexts",
        help="the engine whose figures are the divisors",
    )
    add("--items", type=int, default=1000, help="thousands of items per stream [default: 1000]")
    add("--rounds", type=int, default=5, help="[default: 5]")
    add("--java-home", type=Path, help="JDK [default: JAVA_HOME, PATH]")
    add("--directory", type=Path, help="directory for scratch files [default: the system's]")
    add("--json", type=Path, help="file for all figures")
    return parser.parse_args(arguments)


class Benchmark:
    """The Java program that measures, compiled against the installed engine."""

    def __init__(self, options: argparse.Namespace, scratch: Path) -> None:
        java = default_jdk(options.java_home).java
        jars, classes = require_jars().engine_class_path, scratch / "classes"
        class_path = os.pathsep.join(map(str, (classes, *jars)))
        sources = [str(_SOURCES / f"{name}.java") for name in _CLASSES]
        compiler = [str(java.with_name("javac")), "-cp", class_path, "-d", str(classes)]
        subprocess.run([*compiler, *sources], check=True)
        self._command = [
            str(java), *_JAVA_OPTIONS, f"-Dconvert={str(options.convert).lower()}",
            "-cp", class_path, _MAIN,
            str(options.items), ",".join(map(str, options.k)), str(options.rounds),
            ",".join(options.engines),
        ]  # fmt: skip

    def run(self, group: str, stream: str) -> Iterator[Figure]:
        """Yields the figures of a recorded stream, or of all synthetic streams of a group."""
        done = subprocess.run(
            [*self._command, stream], check=True, stdout=subprocess.PIPE, encoding="utf-8"
        )
        yield from (Figure.read(group, line) for line in done.stdout.splitlines())


def _figures(
    options: argparse.Namespace, benchmark: Benchmark, scratch: Path, console: Console
) -> Iterator[Figure]:
    for group in options.streams:
        if group != RECORDED:
            console.print(f"synthetic streams, {group}")
            yield from benchmark.run(group, group)
            continue
        for recording in options.recordings or _recordings(options, scratch):
            console.print(f"recording {recording}")
            yield from benchmark.run(group, str(recording))


def _recordings(options: argparse.Namespace, scratch: Path) -> Iterator[Path]:
    for program in options.programs:
        suite, _, name = program.partition("/")
        recording = (options.keep or scratch) / name
        java = [] if options.java_home is None else ["--java-home", str(options.java_home)]
        words = ["run", suite, name, "--size", options.size, "-n", "1", "--warmups", "0"]
        kept = ["--record", str(recording), "--no-profile", "--force", "-q"]
        command = [sys.executable, "-m", "kpath_jvm.cli.main", *words, *kept, *java]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        yield recording
        if options.keep is None:
            shutil.rmtree(recording)


if __name__ == "__main__":
    sys.exit(main())
