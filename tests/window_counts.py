"""Checks the counts of the profilers spp and bpp against a traced run with the same windows."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from kpath_jvm.installation import require_jars
from kpath_jvm.profile.metadata import EDGES_MODE, read_metadata
from kpath_jvm.profile.recorded.structural import structural
from kpath_jvm.recording.inline import InlineRecording, read_inline
from oracle.harness import Program, default_java_home, run_command, run_native, trace_program
from oracle.levels import LevelPath, windows_of
from oracle.oracle import MethodKey, ProfiledPath
from oracle.structures import completions

#: How many paths of a method are counted before its path windows are shut. spp divides this number
#: evenly among the method's graphs. 0 means no limit. With 7 and 40, windows are shut in the middle
#: of activations.
THRESHOLDS = (0, 7, 40)


def record(
    program: Program, profiler: str, threshold: int, directory: Path, agent_jar: Path | None = None
) -> InlineRecording:
    """Runs a program with the agent. Path windows have no time-out.

    The agent must not change what the program prints, or its exit status.
    """
    output = directory / f"{profiler}-{threshold}"
    options = f"profiler={profiler},threshold={threshold},output={output}"
    options += ",window-timeout=0" if profiler == "spp" else ""
    agent = f"-javaagent:{agent_jar or require_jars().agent}={options}"
    home = default_java_home()
    command = [str(home / "bin/java"), "-Xverify:all", agent, "-cp", str(program.classes)]
    done = run_command([*command, program.main])
    native = run_native(program, home)
    assert (done.stdout, done.stderr, done.returncode) == (
        native.stdout, native.stderr, native.returncode,
    )  # fmt: skip
    assert not (output / "agent.log").exists()
    return read_inline(output)


def levels_of(recording: InlineRecording) -> dict[MethodKey, Counter[LevelPath]]:
    """Returns the recorded paths in the oracle's terms."""
    instrumented = read_metadata(recording.methods).methods
    methods = {one.counted.first_id: one for one in instrumented}
    found: dict[MethodKey, Counter[LevelPath]] = {}
    for row in structural(instrumented, recording.path_windows()).extended:
        method = methods[row.first_id]
        first = [block.first_offset for block in method.flow.blocks]

        def in_offsets(text: str, first: list[int] = first) -> str:
            word, _, block = text.partition(" ")
            return f"{word} {first[int(block)]}" if block else word

        level = -1 if row.graph < 0 else first[row.graph]
        nodes = tuple(first[block] for block in row.blocks)
        path = (level, in_offsets(row.start), nodes, in_offsets(row.end))
        key = (method.identity.class_name, method.identity.name, method.identity.descriptor)
        found.setdefault(key, Counter())[path] += row.count
    return found


def first_paths(recording: InlineRecording) -> dict[MethodKey, Counter[ProfiledPath]]:
    """Returns the recorded Ball-Larus paths in the oracle's terms.

    The paths are decoded from the metadata here, without the product's decoder.
    """
    counts = recording.path_windows().counts
    found: dict[MethodKey, Counter[ProfiledPath]] = {}
    for method in read_metadata(recording.methods).methods:
        steps: dict[int, list[tuple[int, int]]] = {}
        for source, target, value in method.numbered.edges:
            steps.setdefault(source, []).append((value, target))
        for number in range(method.path_ids):
            count = counts.get(method.counted.first_id + number)
            if not count:
                continue
            start = max(
                (one for one in method.numbered.starts if one[2] <= number), key=lambda one: one[2]
            )
            rest, block, blocks = number - start[2], start[1], [start[1]]
            while True:
                ends = [(value, kind) for kind, at, value in method.numbered.ends if at == block]
                value, way = max(
                    [(v, t) for v, t in steps.get(block, []) if v <= rest]
                    + [(v, k) for v, k in ends if v <= rest],
                    key=lambda one: one[0],
                )
                rest -= value
                if isinstance(way, str):
                    break
                block = way
                blocks.append(block)
            offsets = tuple(
                (method.flow.blocks[one].first_offset, method.flow.blocks[one].last_offset)
                for one in blocks
            )
            key = (method.identity.class_name, method.identity.name, method.identity.descriptor)
            found.setdefault(key, Counter())[offsets, start[0], way] = count
    return found


def told_apart(
    recording: InlineRecording, counts: Mapping[MethodKey, Counter[Any]]
) -> dict[MethodKey, Counter[Any]]:
    """Returns the counts of all methods whose paths are counted.

    If a method has too many paths, its edges are counted instead.
    """
    many = {
        (one.identity.class_name, one.identity.name, one.identity.descriptor)
        for one in read_metadata(recording.methods).methods
        if one.counted.mode == EDGES_MODE
    }
    return {key: ofs for key, ofs in counts.items() if key not in many}


def check(program: Program, directory: Path, agent_jar: Path | None = None) -> None:
    """Checks both profilers, with each threshold."""
    log = directory / "trace.log"
    trace_program(program, log)
    for threshold in THRESHOLDS:
        recording = record(program, "spp", threshold, directory, agent_jar)
        expected_levels = windows_of(log, program.classes, threshold)
        assert levels_of(recording) == told_apart(recording, expected_levels), threshold
        expected: dict[MethodKey, Counter[ProfiledPath]] = {}
        for one in completions(log, program.classes):
            counts = expected.setdefault(one.item[0], Counter())
            if not threshold or counts.total() < threshold:
                counts[one.item[1]] += 1
        recording = record(program, "bpp", threshold, directory, agent_jar)
        assert first_paths(recording) == told_apart(recording, expected), threshold
