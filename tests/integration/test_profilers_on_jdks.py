"""Tests every profiler on every JDK, with each value of the options that affect counting.

The hand-written targets are combined into one program, which is compiled and traced once. The
counts of each run are compared with those that follow from the trace by the profiler's definition.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from builders.turns import on_every_jdk
from differential import Variant, exported, record
from edge_checks import against_trace
from integration.overlapping.test_overlapping_paths import cuts_of, found_in
from integration.overlapping.test_paths_across_calls import across_in
from iterated import iterations_of, ngrams_of, paths_of
from kpath_jvm import Profile
from kpath_jvm.installation import require_jars
from kpath_jvm.recording.inline import InlineRecording, read_inline
from kpath_jvm.recording.options import OptionTable, agent_table
from kpath_jvm.records.engine import ENGINES
from kpath_jvm.sessions.build import BuildRequest, EngineOptions, build
from kpath_jvm.sessions.guide import Guide
from oracle.calls import across_calls_of_trace
from oracle.compare import differences
from oracle.edges import edge_profiles
from oracle.harness import (
    Program,
    compile_java,
    process_directory,
    run_command,
    run_native,
    trace_program,
)
from oracle.iterations import iteration_profile
from oracle.levels import windows_of
from oracle.oracle import BACK_EDGE, MethodKey, Trace, profile_trace
from oracle.overlapping import overlaps_of_trace
from oracle.structures import completions
from oracle.targets import DIRECTORY
from window_counts import levels_of

#: Targets that have one thread and don't end the JVM.
PARTS = (
    "CallsOfAllKinds", "CaughtInLoop", "CaughtOutside", "Constructors", "LabelledJumps",
    "Monitors", "NestedLoops", "OneBlockLoops", "Recursion", "RetryLoops", "Switches",
    "ThrowsInIterations",
)  # fmt: skip

#: The options that don't change how a profiler counts, each with what the option decides and where
#: this is tested.
ELSEWHERE = {
    "segment": "where the stream goes: tests/integration/test_segment_geometry.py",
    "segment-size": "how large the segment is: tests/integration/test_segment_geometry.py",
    "methods": "where metadata go: tests/integration/options/test_agent_alone.py",
    "log": "where messages go: tests/integration/options/test_agent_alone.py",
    "output": "where recordings go: tests/integration/options/test_agent_alone.py",
    "profiler": "which profiler: CASES",
    "table-memory": "the size of tables: tests/integration/test_inline_profilers.py",
    "scope": "which methods: tests/integration/test_scope.py",
    "include": "which classes: tests/unit/cli/options, tests/integration/test_scope.py",
    "exclude": "which classes: tests/unit/cli/options, tests/integration/test_scope.py",
    "retransform": "which classes: tests/integration/options/test_agent_alone.py",
}
#: Stands for the file of a guide that is made from an earlier profile on the same JDK.
GUIDE = "(guide)"


@dataclass(frozen=True)
class Case:
    """Options, named as the agent names them. All other options have their defaults."""

    options: Mapping[str, str] = field(default_factory=dict)

    def value(self, option: str) -> str:
        return self.options.get(option, agent_table().options[option].default)

    def __str__(self) -> str:
        named = ",".join(f"{name}={value}" for name, value in self.options.items())
        return named or "defaults"


def _case(**options: str) -> Case:
    return Case({name.replace("_", "-"): value for name, value in options.items()})


#: ``FEW`` has a low limit for paths, so some methods get cut edges. ``SMALL`` has a low limit for
#: code, so some methods are recorded on a lower rung, or not at all.
FEW = {"max_paths": "4", "cut": "loop-header"}
SMALL = {"code_limit": "190", "class_cache": "0"}
#: Inlining limits. With ``TIGHT``, many methods exceed the limits with the usual probes, but not
#: with smaller ones. With ``TIGHTER``, few methods are within the limits; with ``NEVER``, none is.
TIGHT = {"max_inline_size": "60", "freq_inline_size": "120"}
TIGHTER = {"max_inline_size": "1", "freq_inline_size": "60"}
NEVER = {"max_inline_size": "0", "freq_inline_size": "0"}
_ACYCLIC = [
    _case(), _case(**FEW), _case(**SMALL, guide=GUIDE), _case(**FEW, **TIGHT, guide=GUIDE),
]  # fmt: skip
CASES: dict[str, list[Case]] = {
    # The agent's options ``longest`` and ``threads`` are the launcher's -k and --per-thread. The
    # launcher sets ``wholes`` to 1 whenever the engine is ``contexts``.
    "stream": [
        _case(longest="4"), _case(longest="2", packing="no"), _case(**FEW, longest="3"),
        _case(threads="apart", longest="3", guide=GUIDE), _case(**SMALL, longest="4"),
        _case(**TIGHT, longest="4"), _case(**TIGHT, longest="3", guide=GUIDE),
        _case(**TIGHTER, **FEW, longest="2"), _case(**NEVER, longest="4"),
        _case(longest="3", wholes="1"),
    ],
    "edge": [_case(), _case(**SMALL)],
    "edge-chords": [_case(), _case(**SMALL, guide=GUIDE)],
    "blpp-hash": _ACYCLIC,
    "blpp-array": _ACYCLIC,
    "blpp": [*_ACYCLIC, _case(array_paths="2")],
    "kiter": [
        _case(k="3"), _case(k="5", kiter_array="20", kiter_most="45"), _case(k="2", max_paths="4"),
        _case(kiter_loops="*.*:3,NestedLoops.*:1", **SMALL), _case(k="3", **TIGHT),
    ],
    "k-blpp": [
        _case(k="3"), _case(**FEW, guide=GUIDE), _case(k="4", **SMALL),
        _case(k="3", **TIGHT, guide=GUIDE),
    ],
    "k-blpp-packed": [
        _case(k="3"), _case(**FEW), _case(k="4", **SMALL), _case(k="3", **TIGHT),
        _case(k="4", **TIGHTER, **FEW), _case(k="4", **NEVER),
    ],
    "ol": [
        _case(), _case(degree="0", **FEW), _case(degree="1", calls="yes"),
        _case(degree="254", calls="yes", **FEW), _case(loop_degree="*.*:1,*.sum*:0", **SMALL),
        _case(**TIGHT),
    ],
    # The effect of a very short window_timeout would depend on the machine. The time-outs here
    # never expire.
    "spp": [
        _case(threshold="0"), _case(threshold="7", window_timeout="0"),
        _case(threshold="40", window_timeout="3600000", remove_probes="no"),
        _case(threshold="7", window_timeout="3600000", **SMALL),
    ],
    "bpp": [
        _case(threshold="0"), _case(threshold="7", **FEW),
        _case(threshold="40", remove_probes="no", guide=GUIDE),
        _case(threshold="7", **SMALL),
        _case(threshold="7", **TIGHT, guide=GUIDE),
    ],
}  # fmt: skip


def left_out(table: OptionTable, cases: Mapping[str, Iterable[Case]]) -> list[str]:
    """Returns the profilers of the table, and the values of their options, that no case covers."""
    found = [f"{name}: no cases" for name in table.profilers if name not in cases]
    for name in table.profilers.keys() & cases.keys():
        for option in table.profilers[name].options:
            if option in ELSEWHERE:
                continue
            facts = table.options[option]
            tried = {one.options.get(option, facts.default) for one in cases[name]}
            if facts.type == "choice":
                missing = set(facts.choices) - tried
            elif facts.type == "flag":
                missing = {"yes", "no"} - tried
            else:
                missing = set() if len(tried) > 1 else {f"a value other than {facts.default}"}
            found += [f"{name}: {option}: {value}" for value in sorted(missing)]
    return sorted(found)


def test_every_profiler_option_and_value_has_a_case() -> None:
    """Each new profiler, option or value needs a case, or an entry in ELSEWHERE."""
    assert left_out(agent_table(), CASES) == []
    assert set(CASES) == set(agent_table().profilers)
    known = set().union(*(facts.options for facts in agent_table().profilers.values()))
    assert set(ELSEWHERE) <= known


def test_what_has_no_case_is_found() -> None:
    without = {name: cases for name, cases in CASES.items() if name != "bpp"}
    without["ol"] = [one for one in CASES["ol"] if one.value("calls") == "no"]
    without["edge-chords"] = [_case(), _case(**SMALL)]
    assert left_out(agent_table(), without) == [
        "bpp: no cases",
        "edge-chords: guide: a value other than none",
        "ol: calls: yes",
    ]


@dataclass(frozen=True)
class Traced:
    program: Program
    log: Path
    trace: Trace
    output: bytes


@cache
def traced() -> Traced:
    directory = process_directory("matrix")
    calls = "\n".join(f"    {name}.main(arguments);" for name in PARTS)
    main = directory / "All.java"
    main.write_text(
        "public class All {\n  public static void main(String[] arguments) throws Exception {\n"
        f"{calls}\n  }}\n}}\n",
        encoding="utf-8",
    )
    classes = directory / "classes"
    sources = [main, *(DIRECTORY / f"{name}.java" for name in PARTS)]
    compile_java(sources, classes, "--release", "17")
    program = Program(classes, "All")
    trace, output = trace_program(program, directory / "trace.log")
    return Traced(program, directory / "trace.log", trace, output)


natively = cache(run_native)


def record_inline(
    home: Path,
    profiler: str,
    options: Mapping[str, str],
    output: Path,
    program: Program | None = None,
) -> Path:
    """Records a program, by default the combined one, with the agent alone.

    The program's output must be the same as without the agent.
    """
    program = program or traced().program
    words = {"profiler": profiler, "output": str(output), **options}
    text = ",".join(f"{name}={value.replace(',', ':')}" for name, value in words.items())
    text = re.sub(r"(?<=[\w*]):(?=\d)", "%3A", text)
    command = [
        str(home / "bin/java"), "-Xverify:all", f"-javaagent:{require_jars().agent}={text}",
        "-cp", str(program.classes), program.main,
    ]  # fmt: skip
    done, native = run_command(command), natively(program, home)
    assert (done.stdout, done.stderr, done.returncode) == (
        native.stdout, native.stderr, native.returncode,
    )  # fmt: skip
    assert not (output / "agent.log").exists()
    return output


@cache
def guide_of(home: Path) -> Path:
    """Returns a guide that is made from the program's own paths on the same JDK."""
    directory = process_directory("guide")
    profile = built(record_inline(home, "blpp-hash", {}, directory / "paths"))
    guide = directory / "guide"
    guide.write_bytes(Guide.of(profile.path, packs=False).content)
    return guide


def built(recording: Path) -> Profile:
    profile = recording.with_suffix(".kpath")
    build(BuildRequest(recording, None, profile, False, EngineOptions()))
    return Profile.open(profile)


@dataclass(frozen=True)
class Recorded:
    case: Case
    recording: InlineRecording
    profile: Profile

    @property
    def cut(self) -> str:
        return self.case.value("cut")

    @property
    def lines(self) -> dict[MethodKey, dict[str, Any]]:
        """The metadata of methods."""
        text = self.recording.methods.read_text("utf-8")
        return {
            (one["class"], one["name"], one["descriptor"]): one
            for one in map(json.loads, text.splitlines())
            if one["kind"] == "method"
        }

    @property
    def skipped(self) -> set[MethodKey]:
        """The methods that have no probes at all. Each is listed with a reason."""
        text = self.recording.methods.read_text("utf-8")
        lines = [one for one in map(json.loads, text.splitlines()) if one["kind"] == "skipped"]
        assert all(one["reason"] for one in lines)
        return {(one["class"], one["name"], one["descriptor"]) for one in lines}

    def known(self, expected: Mapping[MethodKey, Any]) -> dict[MethodKey, Any]:
        """Returns the expected counts of the methods whose paths are counted."""
        lines, skipped = self.lines, self.skipped
        assert not skipped or "code-limit" in self.case.options
        return {
            key: one
            for key, one in expected.items()
            if one and key not in skipped and lines[key]["mode"] not in ("entry", "edges")
        }


def without(found: Mapping[MethodKey, Any], keys: set[MethodKey]) -> dict[MethodKey, Any]:
    return {key: one for key, one in found.items() if key not in keys}


def check_sequences(recorded: Recorded, only: set[MethodKey] | None = None) -> None:
    """Checks Ball-Larus paths and their sequences, or only the paths of the methods in ``only``."""
    cuts, k = cuts_of(recorded.profile), recorded.recording.k if only is None else 1
    oracle = profile_trace(traced().trace, traced().program.classes, k, recorded.cut, cuts)
    expected = recorded.known({key: +one.ngrams for key, one in oracle.items()})
    found = {key: one for key, one in ngrams_of(recorded.profile.path).items() if one}
    others = set() if only is None else {*found, *expected} - only
    assert without(found, others) == without(expected, others)


def check_edges(recorded: Recorded) -> None:
    """Checks that the traced counts of edges are within the profile's bounds.

    With chords, all counts of a method are exact if none of its activations was stopped midway.
    """
    expected = edge_profiles(traced().trace, traced().program.classes)
    lines, skipped = recorded.lines, recorded.skipped
    entered = {
        key: one
        for key, one in expected.items()
        if key not in skipped and lines[key]["mode"] != "entry"
    }
    found = against_trace(recorded.profile, entered)
    assert found
    if recorded.recording.profiler == "edge-chords":
        assert all(not found[key].inexact for key in found if not expected[key].stopped)


def check_iterations(recorded: Recorded) -> None:
    """Checks k-iteration paths. Each loop's number of iterations is taken from the metadata."""
    lines = recorded.lines
    asked = {key: iterations_of(one) for key, one in lines.items()}
    ks: dict[MethodKey, Callable[[int], int]] = {
        key: lambda header, of=loops: of.get(header, 1) for key, loops in asked.items()
    }
    k = int(recorded.case.value("k"))
    if len(recorded.case.options) == 1:
        # No option is set that could reduce the number of iterations.
        assert {times for loops in asked.values() for times in loops.values()} == {k}
        assert not any(one.get("iterations", {}).get("reason") for one in lines.values())
    expected = recorded.known(iteration_profile(traced().trace, traced().program.classes, ks))
    found = paths_of(recorded.profile)
    # If a method has too many k-iteration paths, its Ball-Larus paths are recorded instead, and
    # it gets cut edges.
    with_cuts = {key for key, cuts in cuts_of(recorded.profile).items() if cuts}
    assert bool(with_cuts) == ("max-paths" in recorded.case.options)
    assert without(found, with_cuts) == without(expected, with_cuts)
    check_sequences(recorded, with_cuts)


def check_overlaps(recorded: Recorded) -> None:
    """Checks the overlapping paths of loops, those across calls, and the Ball-Larus paths."""
    profile, (trace, classes) = recorded.profile, (traced().trace, traced().program.classes)
    cuts, lines = cuts_of(profile), recorded.lines
    degree = int(recorded.case.value("degree"))

    def of_loop(key: MethodKey, _: int) -> int:
        if recorded.case.value("loop-degree") == "none":
            return degree
        return 0 if key[1].startswith("sum") else 1

    expected = overlaps_of_trace(trace, classes, of_loop, recorded.cut, cuts)
    assert found_in(profile) == recorded.known(expected)
    across = across_in(profile)
    if recorded.case.value("calls") == "yes":
        assert {one["mode"] for one in lines.values()} <= {"counted", "streamed"}
        assert across == across_calls_of_trace(trace, classes, degree, recorded.cut, cuts)
        assert across
    else:
        assert not across
    check_sequences(recorded)


def check_windows(recorded: Recorded) -> None:
    """Checks the first structural paths of each level of a method's loops."""
    threshold = int(recorded.case.value("threshold"))
    expected = windows_of(traced().log, traced().program.classes, threshold)
    assert levels_of(recorded.recording) == recorded.known(expected)


def check_first_paths(recorded: Recorded) -> None:
    threshold = int(recorded.case.value("threshold"))
    expected: dict[MethodKey, Counter[Any]] = {}
    for one in completions(traced().log, traced().program.classes, recorded.cut):
        counts = expected.setdefault(one.item[0], Counter())
        if not threshold or counts.total() < threshold:
            counts[one.item[1]] += 1
    found = {
        key: Counter({gram[0]: count for gram, count in grams.items()})
        for key, grams in ngrams_of(recorded.profile.path).items()
        if grams
    }
    assert found == recorded.known(expected)


CHECKS: dict[str, Callable[[Recorded], None]] = {
    "edge": check_edges,
    "edge-chords": check_edges,
    "blpp-hash": check_sequences,
    "blpp-array": check_sequences,
    "blpp": check_sequences,
    "kiter": check_iterations,
    "k-blpp": check_sequences,
    "k-blpp-packed": check_sequences,
    "ol": check_overlaps,
    "spp": check_windows,
    "bpp": check_first_paths,
}


def as_given(name: str, value: str) -> list[str]:
    """Returns the words with which a user passes an option of the agent to ``run``."""
    facts = agent_table().options[name]
    assert facts.placement != "set", f"check_stream must pass {name}={value} to run"
    if facts.type != "flag":
        return [facts.spelling, value]
    return [facts.spelling if value == "yes" else f"--no-{facts.spelling.removeprefix('--')}"]


def check_stream(home: Path, case: Case, engine: str, directory: Path) -> None:
    options = []
    for name, value in case.options.items():
        if name == "threads":
            options.append("--per-thread")
        elif name == "guide":
            options += ["--guide", str(guide_of(home).with_name("paths.kpath"))]
        elif name not in ("longest", "cut", "wholes"):
            options += as_given(name, value)
    k, profile = int(case.value("longest")), directory / "streamed.kpath"
    variant = Variant(home, case.value("cut"), k, tuple(options), engine=engine)  # type: ignore[arg-type]
    done = record(traced().program, variant, profile)
    assert (done.stdout, done.returncode) == (traced().output, 0), done.stderr.decode()
    opened = Profile.open(profile)
    oracle = profile_trace(
        traced().trace, traced().program.classes, k, variant.cut, cuts_of(opened)
    )
    if "code-limit" not in case.options:
        assert differences(exported(profile), oracle) == []
        return
    # Some methods have no room for probes that count paths; some have no room for any probe.
    rows = opened.methods[opened.methods["rung"] != "entry"]
    with_paths = set(zip(rows["class"], rows["name"], rows["descriptor"], strict=True))
    expected = {key: +one.ngrams for key, one in oracle.items() if key in with_paths}
    found = {key: one for key, one in ngrams_of(profile).items() if one}
    assert found == {key: one for key, one in expected.items() if one}


@on_every_jdk
@pytest.mark.parametrize(
    ("profiler", "case"), [(name, one) for name, cases in CASES.items() for one in cases], ids=str
)
def test_counts_are_those_of_the_trace(
    profiler: str, case: Case, home: Path, tmp_path: Path
) -> None:
    """The program must also behave as it does without the agent."""
    if profiler == "stream":
        engine = ENGINES[CASES[profiler].index(case) % len(ENGINES)]
        check_stream(home, case, engine, tmp_path)
        return
    options = {
        name: str(guide_of(home)) if value == GUIDE else value
        for name, value in case.options.items()
    }
    output = record_inline(home, profiler, options, tmp_path / "recording")
    recording = read_inline(output)
    assert (recording.figures.quiet, recording.figures.lost) == (True, 0)
    text = recording.methods.read_text("utf-8")
    assert '"failed: ' not in text
    CHECKS[profiler](Recorded(case, recording, built(output)))


@on_every_jdk
@pytest.mark.parametrize("profiler", ["stream", "k-blpp-packed"])
def test_limits_of_inlining_make_probes_smaller(profiler: str, home: Path, tmp_path: Path) -> None:
    sizes = {}
    for name, limits in (("tight", TIGHT), ("tighter", TIGHTER), ("never", NEVER)):
        options = _case(**limits, class_cache="0").options
        if profiler == "stream":
            given = [word for one, value in options.items() for word in as_given(one, value)]
            path = tmp_path / f"{name}.kpath"
            done = record(traced().program, Variant(home, BACK_EDGE, 2, tuple(given)), path)
            assert done.returncode == 0, done.stderr.decode()
            profile = Profile.open(path)
        else:
            profile = built(record_inline(home, profiler, options, tmp_path / name))
        rows = profile.methods.set_index(["class", "name", "descriptor"])
        sizes[name] = rows["instrumented_bytes"]
    usual = sizes["never"]
    smaller = {name: (found.reindex(usual.index) < usual).sum() for name, found in sizes.items()}
    assert smaller["tight"] > smaller["tighter"] > 0
