"""Reads damaged files. The reader must give a result, or a message of one line.

A traceback, a crash and a hang are failures.

    .venv/bin/python tests/fuzz/readers.py --minutes 10 [--seed N] [--jobs 2]

The files are those of profiles and recordings. Prints the first seed, and every failure with its
seed; ``--seed N --count 1`` repeats a failure.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import queue
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import IO

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parents[1])

from fuzz.checking import support_classes
from fuzz.damage import damage, without_digests
from fuzz.programs import Shape, generate
from kpath_command import compile_programs
from kpath_jvm.cli.main import run_verb
from kpath_jvm.installation import require_jars
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.export.jsonl import write_jsonl
from kpath_jvm.seals import SEAL, sealed
from oracle.harness import default_java_home, run_command

BATCH = 60
CASE_SECONDS = 120
"""The time limit of a case. A case takes a tenth of a second, but the machine may be busy."""
MOST_DATA_BYTES = 6 << 30
"""The limit of a worker's private memory. A case that needs more must fail."""
MOST_RESIDENT_KIB = 3 << 20
HANG_STATUS = 97
LEFT_OUT = " left out; record again"
"""Part of the message about methods that are left out because of damaged metadata."""
UNSEALED = 0.8
"""The share of damaged profiles that lose their digests. Digests would reveal most damage."""
RUN = (
    *(sys.executable, "-m", "kpath_jvm.cli.main", "run", "--max-paths", "30"),
    *("--segment-size", "2M", "--workers", "2"),
)
KINDS = ("recording", "left", "stream", "begun", "stream", "profile.kpath", "profile.kpath")
SESSION, PARTIAL = "kpath-begun", "s.partial"
"""The directory of a session with an incomplete stream, and the stream's directory."""


def make_base(directory: Path) -> None:
    """Makes a recording by the agent alone, its profile, the remains of two runs, and a stream."""
    generate(Shape(1, 2, 8)).write(directory / "classes")
    java = str(default_java_home() / "bin" / "java")
    path = os.pathsep.join([str(directory / "classes"), str(support_classes())])
    output = directory / "recording"
    agent = f"-javaagent:{require_jars().agent}=output={output},segment-size=4M,max-paths=30"
    done = run_command([java, agent, "-cp", path, "Main"])
    built = run_command(
        [sys.executable, "-m", "kpath_jvm.cli.main", "build", str(output), "-k", "3",
         "-o", str(directory / "profile.kpath")],
    )  # fmt: skip
    if not (output / "segment").exists() or built.returncode != 0:
        raise RuntimeError(f"no recording to damage: {done.stderr!r} {built.stderr!r}")
    # This program fills more than a chunk. The last chunk of each thread stays in the segment.
    classes = compile_programs(directory / "classes")
    command = [java, "-cp", str(classes), "RandomBranches", "60000"]
    left = _leave_behind(directory, ["-k", "3", "-o", "p.kpath"], command)
    if not (left / "journal").is_dir():
        raise RuntimeError(f"nothing was left behind in {left}")
    left.rename(directory / "left")
    recorded = run_command([*RUN, "--record", str(directory / "stream"), "--no-profile", "--",
                            *command])  # fmt: skip
    if not (directory / "stream" / "stream.json").exists():
        raise RuntimeError(f"no stream to damage: {recorded.stderr!r}")
    begun = directory / "begun"
    begun.mkdir()
    left = _leave_behind(directory, ["--no-profile", "--record", "s"], command)
    left.rename(begun / SESSION)
    (directory / "elsewhere" / PARTIAL).rename(begun / PARTIAL)


def _leave_behind(directory: Path, options: list[str], command: list[str]) -> Path:
    """Leaves a session with journals behind.

    Renames the output directory during the recording, so that no output can be written.
    """
    segments, place = directory / "segments", directory / "place"
    shutil.rmtree(directory / "elsewhere", ignore_errors=True)
    segments.mkdir(exist_ok=True)
    place.mkdir()
    words = [*options[:-1], str(place / options[-1])]
    with subprocess.Popen(
        [*RUN, "--segment-dir", str(segments), *words, "--", *command],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
    ) as process:  # fmt: skip
        begun = "*/journal/journal-1"
        while process.poll() is None and not [*segments.glob(begun), *place.glob(begun)]:
            time.sleep(0.005)
        place.rename(directory / "elsewhere")
        errors = process.communicate(timeout=CASE_SECONDS)[1]
    left = list(segments.iterdir())
    if len(left) != 1:
        raise RuntimeError(f"nothing was left behind: {left} {errors!r}")
    return left[0]


def _copy(base: Path, name: str, directory: Path) -> Path:
    """Copies a directory that ``make_base`` made. Files in the copy name the copy's path."""
    target = shutil.copytree(base / name, directory / name)
    if name == "begun":
        description = target / SESSION / "session.json"
        told = json.loads(description.read_text("utf-8"))
        told |= {"stream": str(target / "s"), "journals": str(target / PARTIAL / "journal")}
        del told[SEAL]
        description.write_bytes(sealed(json.dumps(told)))
        (target / PARTIAL / "session").write_text(str(target / SESSION), "utf-8")
    return target


def arguments_for(random: Random, target: Path, output: Path) -> list[str]:
    """Returns the arguments of a verb that reads the target."""
    name = str(target)
    made = str(output / "p.kpath")
    if target.name == "left":
        words = ["recover", name, "-o", made, "--keep", *random.choice(([], ["-k", "5"]))]
        return random.choice((words, words, words, ["recover", "--segment-dir", str(output)]))
    if target.name == "begun":
        words = ["recover", str(target / SESSION), "-o", made, "--keep"]
        other = ["build", str(target / random.choice(("s", PARTIAL))), "-o", made]
        return random.choice((words, words, words, other))
    if target.name == "stream":
        words = ["structure", name, "-k", "2,5", "-q", "-o", str(output / "s.json")]
        caches = ["--caches", *random.choice(([], ["--cache-items", "1000"]))]
        built = ["build", name, "-k", random.choice(("1", "3")), "-o", made]
        recovered = ["recover", name, "-o", made]
        return random.choice((built, built, built, words, words, [*words, *caches], recovered))
    if target.name == "recording":
        words = ["build", name, "-k", str(random.randint(1, 8)), "-o", made]
        return [*words, "--force", *random.choice(([], ["--engine", "k-sf"], ["--workers", "2"]))]
    method = f"G{random.randrange(2)}.m{random.randrange(8)}"
    return random.choice(
        (
            ["report", name], ["report", name, "--json", "--top", "1000"],
            ["report", name, "--method", method], ["report", name, "-k", "2", "--no-merge"],
            ["tree", name, method],
            ["branches", name, "--top", "100"], ["branches", name, "--method", method, "--json"],
            ["html", name, "-o", str(output / "page.html"), "--force", "--top", "3"],
            ["export", name, "--format", "jsonl"], ["export", name, "--format", "csv"],
            ["export", name, "--format", "parquet", "-o", str(output / "out"), "--force"],
        )
    )  # fmt: skip


def judge(status: int, told: str) -> str:
    """Returns what is wrong with how a verb ended, or an empty string."""
    if "Traceback" in told or "this is a bug" in told:
        return f"a traceback: {told[-1500:]}"
    lines = [line for line in told.splitlines() if line.strip()]
    if status == 0:
        return ""
    if len(lines) != 1 or not lines[0].startswith("kpath-jvm: "):
        return f"status {status}, and not one line: {told[-1500:]}"
    if any(ord(letter) < 32 or ord(letter) == 127 for letter in lines[0]):
        return f"control characters in {lines[0]!r}"
    return ""


def _quietly(arguments: list[str], directory: Path) -> tuple[int, str]:
    """Runs a verb in this process, and returns its status and everything written to stderr."""
    saved = os.dup(1), os.dup(2)
    with (directory / "out").open("wb") as out, (directory / "err").open("wb") as err:
        sys.stdout.flush()
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        try:
            status = run_verb(arguments)
            sys.stdout.flush()
            sys.stderr.flush()
        finally:
            for number, copy in zip((1, 2), saved, strict=True):
                os.dup2(copy, number)
                os.close(copy)
    return status, (directory / "err").read_text("utf-8", "replace")


def _told(arguments: list[str], directory: Path) -> str:
    """Returns the counts that a verb gave, without anything that depends on the directory."""
    if arguments[0] == "export" and "parquet" not in arguments:
        return (directory / "out").read_text("utf-8", "replace")
    if arguments[0] == "structure" and (directory / "s.json").exists():
        document = json.loads((directory / "s.json").read_text("utf-8"))
        return json.dumps({**document, "recording": ""})
    if arguments[0] not in ("recover", "build") or not (directory / "p.kpath").exists():
        return ""
    text = io.StringIO()
    write_jsonl(Profile.open(directory / "p.kpath"), text)
    return text.getvalue()


def _undamaged(arguments: list[str], target: Path, base: Path) -> str:
    """Returns what the same verb gives for undamaged files."""
    with tempfile.TemporaryDirectory(prefix="kpath-readers-") as directory:
        at = target.parent
        _copy(base, target.name, Path(directory))
        words = [word.replace(str(at), directory, 1) for word in arguments]
        status, told = _quietly(words, Path(directory))
        if status != 0:
            raise RuntimeError(f"{words}: {told}")
        return _told(words, Path(directory))


def try_seed(seed: int, base: Path) -> str:
    """Damages and reads a copy of a directory. Returns what is wrong, or an empty string."""
    random = Random(seed)
    name = KINDS[seed % len(KINDS)]
    with tempfile.TemporaryDirectory(prefix="kpath-readers-") as directory:
        target = _copy(base, name, Path(directory))
        done = [damage(random, target) for _ in range(random.choice((1, 1, 1, 2, 4)))]
        if name.startswith("profile") and random.random() < UNSEALED:
            text = f"{done[-1].text}; {without_digests(target)}"
            done[-1] = replace(done[-1], text=text)
        arguments = arguments_for(random, target, Path(directory))
        status, told = _quietly(arguments, Path(directory))
        wrong = judge(status, told)
        if not wrong and status == 0 and all(one.is_told for one in done):
            given = _told(arguments, Path(directory))
            if given and LEFT_OUT not in told and given != _undamaged(arguments, target, base):
                wrong = "other counts, and no message about them"
        if not wrong and resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > MOST_RESIDENT_KIB:
            wrong = f"more than {MOST_RESIDENT_KIB >> 20} GiB of memory in use"
    texts = "; ".join(one.text for one in done)
    return f"{' '.join(arguments)}\n  {texts}\n  {wrong}" if wrong else ""


def _work(base: Path, first: int, count: int) -> None:
    """Tries seeds, and prints each seed first, so that a crash can be assigned to the seed."""
    resource.setrlimit(resource.RLIMIT_DATA, (MOST_DATA_BYTES, MOST_DATA_BYTES))
    answers = os.fdopen(os.dup(1), "w")
    for seed in range(first, first + count):
        print(f"seed {seed}", file=answers, flush=True)
        watch = threading.Timer(CASE_SECONDS, os._exit, (HANG_STATUS,))
        watch.daemon = True
        watch.start()
        wrong = try_seed(seed, base)
        watch.cancel()
        print(f"done {wrong!r}", file=answers, flush=True)
    answers.flush()
    # Don't wait for the engine's JVM.
    os._exit(0)


@dataclass
class Totals:
    """The results so far."""

    tried: int = 0
    failures: list[str] = field(default_factory=list)


def try_batch(base: Path, first: int, count: int) -> Totals:
    """Tries seeds in a separate process. After a crash, another process goes on."""
    totals = Totals()
    seed, end = first, first + count
    while seed < end:
        command = [sys.executable, __file__, "--worker", str(base), str(seed), str(end - seed)]
        with tempfile.TemporaryFile("w+") as errors:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=errors, text=True
            )
            assert process.stdout is not None
            seed = _follow(process.stdout, seed, totals)
            status = process.wait()
            if status != 0:
                errors.seek(0)
                how = "it hung" if status == HANG_STATUS else f"it ended with {status}"
                totals.failures.append(f"seed {seed}: {how}: {errors.read()[-1000:]}")
                totals.tried += 1
                seed += 1
    return totals


def _follow(answers: IO[str], seed: int, totals: Totals) -> int:
    """Reads all answers of a worker. Returns the first seed without a result."""
    for line in answers:
        word, _, rest = line.rstrip("\n").partition(" ")
        if word == "seed":
            seed = int(rest)
        elif word == "done":
            totals.tried += 1
            if rest != "''":
                totals.failures.append(f"seed {seed}: {rest[1:-1]}".replace("\\n", "\n"))
            seed += 1
    return seed


def fuzz(first: int, count: int, jobs: int, minutes: float) -> Totals:
    """Tries seeds, batch by batch, until the seeds or the time are used up."""
    until = time.monotonic() + 60 * minutes
    totals = Totals()
    batches: queue.SimpleQueue[int] = queue.SimpleQueue()
    batches.put(first)

    def work() -> None:
        while time.monotonic() < until:
            start = batches.get()
            batches.put(start + BATCH)
            if start >= first + count:
                return
            part = try_batch(base, start, min(BATCH, first + count - start))
            totals.tried += part.tried
            totals.failures += part.failures
            for failure in part.failures:
                print(failure, flush=True)

    with tempfile.TemporaryDirectory(prefix="kpath-readers-") as directory:
        base = Path(directory)
        make_base(base)
        with ThreadPoolExecutor(jobs) as pool:
            for running in [pool.submit(work) for _ in range(jobs)]:
                running.result()
    return totals


def main() -> int:
    """Fuzzes as the command line says. Returns 1 if anything failed."""
    if sys.argv[1:2] == ["--worker"]:
        _work(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=5)
    parser.add_argument("--seed", type=int, help="the first seed (default: a random one)")
    parser.add_argument("--count", type=int, default=1 << 40, help="the largest number of seeds")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    first = secrets.randbits(32) if options.seed is None else options.seed
    print(f"first seed {first}", flush=True)
    totals = fuzz(first, options.count, options.jobs, options.minutes)
    print(f"{totals.tried} damaged directories; {len(totals.failures)} failed")
    return 1 if totals.failures else 0


if __name__ == "__main__":
    sys.exit(main())
