"""Makes recordings with the k-iteration profiler, and reads their profiles."""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.recording.inline import InlineRecording, read_inline
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build
from oracle.harness import Program, default_java_home, run_command
from oracle.iterations import IteratedPath
from oracle.oracle import MethodKey, NGrams, ProfiledPath

#: The options k, kiter-array and kiter-most. A method with more than kiter-array paths isn't
#: counted in an array. In a method with more than kiter-most paths, loops get fewer iterations.
Case = tuple[int, int, int]


@dataclass(frozen=True)
class Recording:
    tables: InlineRecording
    lines: dict[MethodKey, dict[str, Any]]
    profile: Path


def record_kiter(
    program: Program, case: Case, directory: Path, jars: Path | None = None
) -> Recording:
    """Runs a program with the agent, without ``kpath-jvm run``, and builds the profile.

    The agent comes from the directory ``jars``, if this directory is given.
    """
    k, array, most = case
    output = directory / f"kiter-{k}"
    options = f"profiler=kiter,k={k},kiter-array={array},kiter-most={most},output={output}"
    agent = f"-javaagent:{(jars or require_jars().directory) / 'kpath.jar'}={options}"
    java = str(default_java_home() / "bin/java")
    done = run_command([java, "-Xverify:all", agent, "-cp", str(program.classes), program.main])
    assert not (output / "agent.log").exists()
    tables = read_inline(output)
    assert (tables.figures.quiet, tables.figures.lost) == (True, 0), done.stderr
    lines = {}
    for text in tables.methods.read_text("utf-8").splitlines():
        assert '"failed: ' not in text, text
        entry = json.loads(text)
        if entry["kind"] == "method":
            lines[entry["class"], entry["name"], entry["descriptor"]] = entry
    profile = directory / f"kiter-{k}.kpath"
    build(BuildRequest(output, None, profile, False, EngineOptions()))
    return Recording(tables, lines, profile)


def iterations_of(entry: dict[str, Any]) -> dict[int, int]:
    """Returns how many iterations each loop gets, by the first offset of the loop's header."""
    loops = entry.get("iterations", {}).get("loops", [])
    return {entry["blocks"][header][0]: times for header, times in loops}


def k_of(lines: dict[MethodKey, dict[str, Any]], k: int) -> dict[MethodKey, Callable[[int], int]]:
    """Returns each method's function from a loop's header to the highest number of iterations.

    The number is k, or less if the method has too many paths.
    """
    return {
        key: _always(entry.get("iterations", {}).get("longest", k)) for key, entry in lines.items()
    }


def _always(times: int) -> Callable[[int], int]:
    return lambda _: times


def paths_of(profile: Profile) -> dict[MethodKey, Counter[IteratedPath]]:
    """Returns the counts of a profile's k-iteration paths. A block is named by its first offset."""
    firsts = {
        (method, block): first
        for method, block, first in zip(
            profile.blocks["method"], profile.blocks["block"], profile.blocks["first_offset"],
            strict=True,
        )
    }  # fmt: skip
    found: dict[MethodKey, Counter[IteratedPath]] = {}
    for row in profile.extended.to_dict("records"):
        number = row["method"]
        method = profile.methods.loc[number]
        assert row["kind"] == "iterations"
        blocks = tuple(firsts[number, block] for block in row["blocks"])
        start, end = (_by_offset(row[place], number, firsts) for place in ("start", "end"))
        key = (method["class"], method["name"], method["descriptor"])
        found.setdefault(key, Counter())[blocks, start, end] += row["count"]
    return found


def _by_offset(place: str, method: int, firsts: dict[tuple[int, int], int]) -> str:
    word, _, block = place.partition(" ")
    return f"{word} {firsts[method, int(block)]}" if block else word


def ngrams_of(path: Path) -> dict[MethodKey, NGrams]:
    """Returns the counts of a profile's sequences, which are named as the oracle names them."""
    profile = Profile.open(path)
    offsets = {
        (row["method"], row["block"]): (row["first_offset"], row["last_offset"])
        for row in profile.blocks.to_dict("records")
    }
    paths = {
        (row["method"], row["path"]): (
            tuple(offsets[row["method"], block] for block in row["blocks"]),
            row["start"],
            row["end"],
        )
        for row in profile.paths.to_dict("records")
    }
    found: dict[MethodKey, NGrams] = {}
    for number, row in profile.methods.iterrows():
        part = profile.forest.of_method(int(number))
        grams: list[tuple[ProfiledPath, ...]] = []
        for parent, one in zip(part.parents.tolist(), part.paths.tolist(), strict=True):
            grams.append((*(grams[parent] if parent >= 0 else ()), paths[int(number), one]))
        counts = found.setdefault((row["class"], row["name"], row["descriptor"]), Counter())
        counts.update(dict(zip(grams, part.counts.tolist(), strict=True)))
    return found
