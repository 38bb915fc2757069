"""Checks recordings and profiles of edges against a profile of paths, or against a trace."""

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

from kpath_jvm import Profile
from kpath_jvm.analysis.flow import FlowEdge, flow
from kpath_jvm.installation import require_jars
from kpath_jvm.recording.inline import InlineRecording
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build
from oracle.edges import EdgeProfile
from oracle.harness import Program, run_command
from oracle.oracle import MethodKey

Edge = tuple[int, int]


def check_edges(recording: InlineRecording, expected: Profile) -> None:
    """Checks that the recording and the profile agree on the entries of each method.

    If all of a method's paths were counted and complete, the counters of its edges must have the
    counts that follow from its paths.
    """
    counters = dict(zip(*(column.tolist() for column in recording.counters()), strict=True))
    by_key = {
        (row["class"], row["name"], row["descriptor"]): (int(method), row)
        for method, row in expected.methods.iterrows()
    }
    compared = 0
    for line in recording.methods.read_text("utf-8").splitlines():
        entry = json.loads(line)
        key = (entry["class"], entry["name"], entry["descriptor"])
        number, row = by_key[key]
        assert counters.get(entry["counters"]["entries"], 0) == row["entries"], key
        ends = row["abandoned"], row["unfinished"], row["undecided"]
        if row["rung"] != "entry" and ends == (0, 0, 0):
            check_edges_of_method(entry, counters, expected, number)
            compared += 1
    assert compared > 0


def check_bounds(found: Profile, expected: Profile) -> None:
    """Checks that the bounds from edge counts don't contradict the bounds from path counts.

    Only methods whose paths were counted, and were all complete, are checked.
    """
    numbers = {
        (row["class"], row["name"], row["descriptor"]): (int(method), row)
        for method, row in expected.methods.iterrows()
    }
    exact = 0
    for method, row in found.methods.iterrows():
        number, other = numbers[row["class"], row["name"], row["descriptor"]]
        ends = other["abandoned"], other["unfinished"], other["undecided"]
        if row["rung"] == "entry" or other["rung"] == "entry" or ends != (0, 0, 0):
            continue
        known = {(one.source, one.target): one for one in flow(found, int(method)).edges}
        for one in flow(expected, number).edges:
            edge = known.get((one.source, one.target), FlowEdge(0, 0, "step", 0, 0))
            assert edge.least <= one.most, (row["name"], one, edge)
            assert edge.is_open or one.least <= edge.most, (row["name"], one, edge)
            exact += edge.is_exact
    assert exact > 0


def check_edges_of_method(
    entry: dict[str, Any], counters: dict[int, int], expected: Profile, number: int
) -> None:
    """Checks one method's counts.

    For each block, the counts of the edges at which paths end are added up, because the profile
    doesn't show which of these edges ended a path.
    """
    taken: Counter[Edge] = Counter()
    left: Counter[int] = Counter()
    paths = expected.paths[expected.paths["method"] == number]
    columns = (paths[name] for name in ("blocks", "start", "end", "count"))
    for blocks, start, end, count in zip(*columns, strict=True):
        taken.update(dict.fromkeys(pairwise(blocks), count))
        taken[-1, blocks[0]] += count * (start == "handler")
        taken[blocks[-1], -1] += count * (end == "exit")
        left[blocks[-1]] += count * (end != "exit")
    code = expected.edges
    code = code[(code["method"] == number) & (code["kind"] == "edge")]
    uncut = set(zip(code["source"], code["target"], strict=True))
    found_left: Counter[int] = Counter()
    uncounted = set()
    for source, target, counter in entry["edge_counters"]:
        count = counters.get(counter, 0)
        if (source, target) not in uncut and min(source, target) >= 0:
            found_left[source] += count
            if not counter:
                uncounted.add(source)
        elif counter:
            assert count == taken[source, target], (entry["name"], source, target)
    for block, count in found_left.items():
        assert block in uncounted or count == left[block], (entry["name"], block)


@dataclass
class Found:
    """One method's edges, with exact or inexact counts. Blocks are given by their first offsets."""

    exact: dict[tuple[int, int], int] = field(default_factory=dict)
    inexact: set[tuple[int, int]] = field(default_factory=set)


def profile_of(program: Program, home: Path, options: str, output: Path) -> Profile:
    """Runs a program with and without a profiler, compares the outputs, and returns the profile."""
    agent = f"-javaagent:{require_jars().agent}={options},output={output}"
    java = [str(home / "bin/java"), "-Xverify:all"]
    done = run_command([*java, agent, "-cp", str(program.classes), program.main])
    native = run_command([*java, "-cp", str(program.classes), program.main])
    assert (done.stdout, done.returncode) == (native.stdout, native.returncode), done.stderr
    assert not (output / "agent.log").exists()
    profile = output.with_suffix(".kpath")
    build(BuildRequest(output, None, profile, False, EngineOptions()))
    return Profile.open(profile)


def against_trace(
    profile: Profile, expected: Mapping[MethodKey, EdgeProfile]
) -> dict[MethodKey, Found]:
    """Checks that all bounds include the traced counts, and returns each method's edges.

    The result lacks inexact exits of blocks without incoming edges. The counts of a
    subroutine's copies are added up, because corresponding blocks of the copies have the same
    offset.
    """
    found: dict[MethodKey, Found] = {}
    names = profile.methods.set_index("method")[["class", "name", "descriptor"]]
    for method, rows in profile.edge_counts.groupby("method"):
        key: MethodKey = tuple(names.loc[method])
        blocks = profile.blocks[profile.blocks["method"] == method]["first_offset"].tolist()
        entered = set(rows.loc[rows["source"] >= 0, "target"])
        sums: dict[tuple[int, int], list[int]] = {}
        lone = set()
        for row in rows.itertuples():
            edge = tuple(-1 if end < 0 else blocks[end] for end in (row.source, row.target))
            assert row.most >= 0, (key, row)
            one = sums.setdefault(edge, [0, 0])
            one[0] += row.least
            one[1] += row.most
            if row.kind == "exit" and row.source not in entered:
                lone.add(edge)
        taken = expected[key].taken
        assert set(+taken) <= set(sums), key
        told = found.setdefault(key, Found())
        for edge, (least, most) in sums.items():
            assert least <= taken[edge] <= most, (key, edge, least, most, taken[edge])
            if least == most:
                told.exact[edge] = least
            elif edge not in lone:
                told.inexact.add(edge)
    run = {key for key, one in expected.items() if one.taken}
    assert set(found) == run & {tuple(row) for row in names.itertuples(index=False)}
    return found
