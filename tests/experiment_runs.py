"""Runs experiments with a tiny program, as a user would, and reads what they leave behind."""

import json
import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kpath_command import run

FILE = """
seed = 3
description = "a tiny program"
benchmarks = ["program/*"]
repetitions = {repetitions}
[steady]
window = 2
cov = 0.5
[programs.loop]
command = ["java", "-cp", "{classes}", "TimedLoop", "1", "3", "{hold}"]
iterations_log = true
{more}
[profilers.native]
[profilers.native-again]
{profilers}
"""


def write(
    directory: Path, classes: str, repetitions: int = 2, more: str = "", profilers: str = ""
) -> Path:
    path = directory / "mine.toml"
    values: Mapping[str, Any] = {
        "repetitions": repetitions,
        "classes": classes,
        "hold": directory / "hold",
        "more": more,
        "profilers": profilers,
    }
    path.write_text(FILE.format(**values), "utf-8")
    return path


def trials(directory: Path) -> dict[str, dict[str, Any]]:
    """Returns the content of every trial.json, by the name of its directory."""
    paths = sorted((directory / "results" / "trials").glob("*/trial.json"))
    return {path.parent.name: json.loads(path.read_text("utf-8")) for path in paths}


def experiment(directory: Path, *options: str) -> "subprocess.CompletedProcess[bytes]":
    return run("experiment", "mine.toml", "-o", "results", *options, directory=directory)


def both_iterating(directory: Path) -> list[int] | None:
    """Returns the process ids of two trials; None until both have logged all their iterations."""
    logs = list((directory / "results" / "trials").glob("*/iterations.jsonl"))
    written = [it for it in logs if len(it.read_text("utf-8").splitlines()) == 4]
    return targets_of(directory) if len(written) == 2 else None


def iterating(directory: Path) -> int | None:
    """Returns the process id of a trial; None until the trial has logged all its iterations."""
    logs = list((directory / "results" / "trials").glob("*/iterations.jsonl"))
    if not logs or len(logs[0].read_text("utf-8").splitlines()) < 4:
        return None
    return next(iter(targets_of(directory)), None)


def targets_of(directory: Path) -> list[int]:
    """Returns the process ids of the trials that don't end while the file ``hold`` exists."""
    found = []
    for entry in Path("/proc").iterdir():
        try:
            words = (entry / "cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        # The command that started the trial also has these arguments, but isn't java.
        is_java = Path(os.fsdecode(words[0])).name == "java"
        if is_java and b"TimedLoop" in words and str(directory / "hold").encode() in words:
            found.append(int(entry.name))
    return found


def is_alive(pid: int) -> bool:
    """Returns whether a process is still running. A zombie (Z) or a dead process (X) isn't."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")
