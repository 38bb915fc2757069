"""Tests the header and the footer of a report, mostly with changed summaries of the demo."""

import io
import re
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.timed import DEMO, add_samples
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.profile.reader import read_run
from kpath_jvm.profile.writer import write_profile, write_run
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.records.held_back import HeldBack
from kpath_jvm.records.run import JvmEntry
from kpath_jvm.reports import output
from kpath_jvm.reports.header import footer, header, header_rows
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.summary import ReportOptions, summarise


@pytest.fixture
def summary(demo: Path) -> dict[str, Any]:
    return summarise(Profile.open(demo), ReportOptions())


def lines(summary: dict[str, Any]) -> dict[str, str]:
    """Returns each label with its text."""
    found: dict[str, str] = {}
    for part in (header(summary), footer(summary)):
        stream = io.StringIO()
        output.write(stream, 1000, part)
        shown = stream.getvalue().splitlines()
        # The labels' column is as wide as the longest label needs.
        wide = re.match(r"profile +|slowdown +|memory +", next(filter(str.strip, shown)))
        assert wide is not None
        found |= {line[: wide.end()].strip(): line[wide.end() :].strip() for line in shown}
    return found


def test_the_cost_of_recording_comes_last(summary: dict[str, Any]) -> None:
    first, last = io.StringIO(), io.StringIO()
    output.write(first, 1000, header(summary))
    output.write(last, 1000, footer(summary))
    assert "slowdown" not in first.getvalue()
    assert "not profiled" not in last.getvalue()
    labels = [label for label, _, _ in header_rows(summary)]
    assert {"profile", "not profiled", "completeness", "slowdown", "memory"} <= set(labels)


def test_what_was_held_back_is_a_figure_of_its_own(tmp_path: Path) -> None:
    held = HeldBack(activations=6_549, paths=83_600_551)
    truncated = decided([Fact(cause=Cause.HELD_BACK, text=held.reason(), figure=6_549)])
    path = demo_profile(tmp_path)
    write_run(path, replace(read_run(path), held_back=held, completeness=truncated))
    summary = summarise(Profile.open(path), ReportOptions())
    assert summary["profiled"]["held_back"] == 83_600_551
    missing = "at most 83,600,551 path completions missing, > 99.9 % of all"
    found = lines(summary)
    assert found["held back"].startswith(missing)
    # The text doesn't claim that the whole profile is exact.
    assert found["completeness"].startswith("truncated, exact but for the end: 6,549 unfinished")
    assert missing in "\n".join(report_markdown(summary))
    part = summarise(
        Profile.open(path), ReportOptions(selection=Selection(method=("Figure3.run",)))
    )
    assert lines(part)["held back"].startswith(missing)


#: A JVM that failed, with the fields that the header needs.
INNER = {"pid": 7, "name": "Inner", "signal": None, "exit_status": 3}
LONG = " ".join(f"--add-exports=m/p{number}=ALL-UNNAMED" for number in range(9))


def test_a_long_command_is_shortened_by_default(summary: dict[str, Any]) -> None:
    title = f"java {LONG} -jar app.jar input"
    assert lines(summary | {"title": title})["of"] == (
        "java --add-exports=m/p0=ALL-UNNAMED … -jar app.jar input"
    )
    (whole,) = (text for label, text, _ in header_rows(summary | {"title": title}) if label == "of")
    assert whole == title
    stream = io.StringIO()
    output.write(stream, 1000, header(summary | {"title": title}, verbose=True))
    assert title in stream.getvalue()


@pytest.mark.parametrize("method", [(), ("Figure3.run",)])
def test_the_last_line_says_what_shares_are_of(demo: Path, method: tuple[str, ...]) -> None:
    options = ReportOptions(selection=Selection(method=method))
    where = "not asked for: the JDK; excluded: demo.generated.*"
    said = (
        "of the bytecodes that recorded code executed; those of other code aren't counted "
        f"({where})"
    )
    cut_off = (
        "3 of the 71 paths that began (4.2 %) were ended by exceptions or by the recording's "
        "end, and what ran on them is in no share: at most 25 bytecodes, 2.7 % of all that ran"
    )
    if not method:
        # Only loops that are shown are named.
        cut_off += (
            ". So loops may be hotter than their shares say: demo.Shaky$Inner.retry(String), line "
            "40 (35 counted, at most 20 more)"
        )
    summary = summarise(Profile.open(demo), options)
    assert lines(summary)["shares"] == f"{said}. {cut_off}"
    scoped = lines(summary | {"scope": "loops"})["shares"]
    assert f"; methods without loops are left out (--scope loops)). {cut_off}" in scoped
    add_samples(demo, *DEMO, unknown=2)
    found = lines(summarise(Profile.open(demo), options))
    assert found["shares"] == f"{said}. {cut_off}"
    include = "kpath-jvm run --time --include 'java.util.*' --include 'demo.*' …"
    assert found["not recorded"] == (
        "11.2 % of the sampled time (112 samples) was in code that isn't recorded, such as the "
        f"JDK's: java.util.* has 9.0 %; {include} also counts the bytecodes in it, but no "
        "allocations"
    )


@pytest.mark.parametrize(
    ("include", "exclude", "why"),
    [
        (["demo"], [], "not in an --include"),
        ([], ["demo.b"], "in an --exclude"),
        (["demo"], ["demo.b"], "not in an --include, or in an --exclude"),
    ],
)
def test_filtered_classes_are_counted_once(
    summary: dict[str, Any], include: list[str], exclude: list[str], why: str
) -> None:
    reasons = [{"reason": "excluded by a filter", "classes": 4}]
    skipped = {"include": include, "exclude": exclude, "reasons": reasons, "classes": 4}
    found = lines(summary | {"not_profiled": summary["not_profiled"] | skipped | {"methods": 0}})
    assert found["not profiled"].startswith(f"4 classes: {why}; not asked for: ")


def test_threads_of_the_whole_recording_are_counted(summary: dict[str, Any]) -> None:
    several = summary | {"profiled": summary["profiled"] | {"threads": 9}}
    assert lines(several)["profiled"].endswith("; threads: 9")
    assert lines(several | {"thread": "main"})["profiled"].endswith("; threads: 1 of 9")


def test_held_back_paths_are_mentioned_only_if_there_are_any(summary: dict[str, Any]) -> None:
    assert summary["profiled"]["held_back"] == 0
    assert "held back" not in lines(summary)


def test_lines_describe_the_recording(summary: dict[str, Any]) -> None:
    found = lines(summary)
    assert found["paths"] == "sequences of up to k = 4 paths; a path ends at a back edge"
    assert found["profile"].endswith(f", by kpath-jvm {summary['version']}")
    assert ", 51 distinct sequences of 1 to 4 paths)" in found["profiled"]
    assert found["time"] == "where it was spent was not measured (run --time)"
    assert found["completeness"] == "exact"
    assert found["slowdown"] == (
        "2.00 × (took 3.50 s, without the agent 1.75 s); of CPU time 1.50 × (2.40 s, without the "  # noqa: RUF001
        "agent 1.60 s)"
    )
    assert "a stand-in" in found[""]


@pytest.mark.parametrize(
    ("changed", "label", "text"),
    [
        (
            {"k": 2},
            "paths",
            "sequences of up to k = 2 paths of 4 recorded; a path ends at a back edge",
        ),
        (
            {"cut": "odd"},
            "paths",
            "sequences of up to k = 4 paths; a path ends at an unknown place",
        ),
        ({"thread": "main"}, "thread", "main: only what it did"),
        ({"signal": 9, "exit_status": 137}, "of", "killed by signal 9"),
        ({"signal": None, "exit_status": 3}, "of", "exit status 3"),
        ({"members_ended": "ended with status 3 in 1 of the 2"}, "of", ", ended with status 3 in"),
        ({"started": None}, "profile", "started at an unknown time"),
        ({"per_jvm": [INNER]}, "failed", "1 of 1 JVM: Inner (process 7: exit status 3)"),
        (
            {"per_jvm": [INNER | {"signal": 9}, INNER, INNER | {"exit_status": 0}]},
            "failed",
            "2 of 3 JVMs: Inner (process 7: killed by signal 9); Inner (process 7: exit status 3)",
        ),
    ],
)
def test_changed_facts_change_their_line(
    summary: dict[str, Any], changed: dict[str, Any], label: str, text: str
) -> None:
    assert text in lines(summary | changed)[label]


@pytest.mark.parametrize("status", [0, None])
def test_only_jvms_known_to_have_failed_are_mentioned(
    summary: dict[str, Any], status: int | None
) -> None:
    assert "failed" not in lines(summary | {"per_jvm": [INNER | {"exit_status": status}]})


def test_markdown_and_the_page_name_failed_jvms(summary: dict[str, Any]) -> None:
    changed = summary | {"per_jvm": [INNER]}
    told = "1 of 1 JVM: Inner (process 7: exit status 3)"
    assert f"> Failed: {told}" in [*report_markdown(changed)]
    assert ("failed", told, "yellow") in [*header_rows(changed)]


def member(name: str, verdict: str = "exact") -> dict[str, Any]:
    return {"profile": name, "verdict": verdict}


@pytest.mark.parametrize(
    ("members", "text"),
    [
        ([member("a"), member("b")], "a; b"),
        ([member("a"), member("b", "truncated")], "a (exact); b (truncated)"),
        (
            [member(name) for name in "abcdefg"],
            "a; b; c; d; e; and 2 more (report --json has all)",
        ),
    ],
)
def test_a_sum_names_its_profiles(
    summary: dict[str, Any], members: list[dict[str, Any]], text: str
) -> None:
    assert "sum of" not in lines(summary)
    assert lines(summary | {"members": members})["sum of"] == text


def test_reasons_follow_the_verdict(summary: dict[str, Any]) -> None:
    lost = decided(Fact(cause=Cause.LOST_EVENTS, text=text) for text in "ab")
    completeness = lost.document() | {"agent_log": ["x", "last"]}
    found = lines(summary | {"completeness": completeness})
    assert found["completeness"] == "lower bounds: a; b"
    assert found["agent's log"] == "2 lines, the last: last"


@pytest.mark.parametrize(
    ("cost", "text"),
    [
        ({"wall_seconds": None}, "not measured"),
        (
            {"slowdown": None},
            "not measured (run --compare-native); with the recording, it took 3.50 s, and 2.40 s "
            "of CPU time",
        ),
        (
            {"slowdown": None, "cpu_seconds": None},
            "not measured (run --compare-native); with the recording, it took 3.50 s",
        ),
        # Profiles of earlier versions don't have the CPU time without the agent.
        ({"cpu_slowdown": None}, "2.00 × (took 3.50 s, without the agent 1.75 s)"),  # noqa: RUF001
    ],
)
def test_an_unknown_slowdown_is_called_not_measured(
    summary: dict[str, Any], cost: dict[str, Any], text: str
) -> None:
    assert lines(summary | {"cost": summary["cost"] | cost})["slowdown"] == text


def test_a_sampled_run_is_no_measure_of_the_slowdown(summary: dict[str, Any]) -> None:
    """The sampled run may take longer than the recorded one, as if recording cost nothing."""
    cost = summary["cost"] | {"slowdown": None}
    sampled = {"cpu_seconds": 5.0, "exit_status": summary["exit_status"]}
    assert "time" not in summary
    timed = summary | {"cost": cost, "time": sampled}
    last = io.StringIO()
    output.write(last, 1000, footer(timed))
    told = "not measured (run --compare-native); with the recording, it took 3.50 s, and 2.40 s of "
    assert last.getvalue().splitlines()[0].endswith(f"{told}CPU time")


@pytest.mark.parametrize(
    ("hot", "text"),
    [
        ((0, None, None), "no method was found hot (--scope hot), or no hot method could be"),
        ((1, 250, 250), "1 method found hot (--scope hot), from 0.25 s of the recording on; act"),
        ((9, 250, 4000), "9 methods found hot (--scope hot), from 0.25 s of the recording on, the "
         "last from 4.00 s on; activations that began before are not counted"),
    ],
)  # fmt: skip
def test_the_time_since_which_hot_methods_are_recorded_is_shown(
    summary: dict[str, Any], hot: tuple[int, int | None, int | None], text: str
) -> None:
    assert "in scope" not in lines(summary)
    names = ("methods", "first_millis", "last_millis")
    assert text in lines(summary | {"hot": dict(zip(names, hot, strict=True))})["in scope"]


def test_a_selection_has_three_lines(demo: Path) -> None:
    options = ReportOptions(selection=Selection(method=("spin",)))
    part = summarise(Profile.open(demo), options)
    part["title"] = "java " + "x" * 100
    part["completeness"] |= decided([Fact(cause=Cause.FOLDED, text="why")]).document()
    stream = io.StringIO()
    output.write(stream, 1000, header(part))
    profile, shown, shares = stream.getvalue().splitlines()
    paths = "sequences of up to k = 4 paths; a path ends at a back edge"
    assert f"java {'x' * 100}; {paths}; lower bounds: why" in profile
    assert shown.startswith("shown    method spin: 1 of 6 methods, 21 path completions, 25.4 % of")
    assert shares.startswith("shares   of the bytecodes that recorded code executed;")
    stream = io.StringIO()
    output.write(stream, 1000, header(part, verbose=True))
    assert len(stream.getvalue().splitlines()) > 8
    assert any(line.startswith("shown ") for line in stream.getvalue().splitlines())
    assert stream.getvalue().splitlines()[-1].startswith("shares ")


def test_the_share_of_work_in_methods_with_cut_edges_is_given(summary: dict[str, Any]) -> None:
    def told(*entries: int, most: int | None = 4_096) -> str | None:
        methods = [
            {
                "class": "p/A", "title": f"p.A.m{place}()", "cuts": 2, "entries": one,
                "completed": one, "bytecodes": 10 * one, "mode": "streamed",
            }
            for place, one in enumerate(entries)
        ]  # fmt: skip
        figures = {"cut_methods": methods, "completions": 20, "methods_entered": 9}
        changed = {
            "profiled": summary["profiled"] | figures,
            "work": summary["work"] | {"bytecodes": 200},
            "max_paths": most,
        }
        markdown = "\n".join(report_markdown(summary | changed))
        found = lines(summary | changed).get("cut edges")
        assert ("Cut edges: " in markdown) == (found is not None)
        return found

    rest = (
        ". An iteration there may be several paths, so k paths are fewer iterations; a loop's row "
        "says how often that is so (docs/loops.md#cut-edges)"
    )
    # If none of these methods was entered, no count is affected.
    assert told() is told(0) is None
    assert told(7) == (
        "1 of the 9 methods entered has too many paths (run --max-paths, here 4,096), so cut edges "
        "divide its paths: 35.0 % of the path completions, 35.0 % of the recorded bytecodes; "
        f"A.m0() (35.0 %){rest}"
    )
    assert told(7, 2, 1, 1, 0, most=None) == (
        "4 of the 9 methods entered have too many paths (run --max-paths), so cut edges divide "
        "their paths: 55.0 % of the path completions, 55.0 % of the recorded bytecodes; the "
        f"costliest are A.m0() (35.0 %), A.m1() (10.0 %), A.m2() (5.0 %){rest}"
    )


def test_methods_with_abandoned_paths_have_short_names(summary: dict[str, Any]) -> None:
    assert re.search(
        r"ended by exceptions \((most of them: )?\d+ in Shaky", lines(summary)["profiled"]
    )


def test_an_exact_profile_may_lack_hot_methods(summary: dict[str, Any]) -> None:
    large = {
        "title": "demo.Large.table(int)", "class": "demo/Large", "has_paths": False,
        "entries": 5_000, "entries_known": True, "reason": None, "rejected": [],
    }  # fmt: skip
    missing = "hot methods may be missing: only entries were counted of Large.table (5,000)"
    exact = {"text": "exact", "exact": True, "reasons": []}
    told = lines(summary | {"completeness": summary["completeness"] | exact, "with_less": [large]})
    assert told["completeness"] == f"what was recorded is exact, but {missing}"
    torn = {"text": "lower bounds: lost", "exact": False, "reasons": ["lost"]}
    told = lines(summary | {"completeness": summary["completeness"] | torn, "with_less": [large]})
    assert told["completeness"] == f"lower bounds: lost; {missing}"


@pytest.mark.parametrize(
    ("options", "is_of_several", "told"),
    [
        (["-XX:-DontCompileHugeMethods"], False, "compiles it all the same, because the program's"),
        # An environment variable may have the option.
        ([], False, "does not compile it unless the program's JVM has"),
        # The command started only the first of several JVMs.
        (["-XX:-DontCompileHugeMethods"], True, "does not compile it unless the program's JVM has"),
    ],
)
def test_methods_that_were_pushed_over_the_limit_are_explained(
    tmp_path: Path, options: list[str], told: str, *, is_of_several: bool
) -> None:
    jvm = JvmEntry(
        pid=7, parent_pid=None, main="demo.Main", java_version="17", started="2026-01-01",
        completeness=decided([]), events=2, threads=1, lost_events=0, name="demo.Main",
        completed=2, profile=None,
    )  # fmt: skip
    builder = RecordingBuilder(k=2)
    number = builder.add(plain(bytes=7_900, instrumented_bytes=8_100))
    builder.count(number, 1, 2)
    builder.auxiliary(number, entries=2)
    command = ("java", *options, "demo.Main")
    record = demo_run(command=command, jvms=(jvm,) if is_of_several else None)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), record)
    text = lines(summarise(Profile.open(tmp_path / "p.kpath"), ReportOptions()))["over 8,000 bytes"]
    assert text.startswith(f"the probes pushed 1 method over HotSpot's limit, and HotSpot {told}")
    assert " has -XX:-DontCompileHugeMethods: demo." in text
    assert text.endswith(" (from 7,900 to 8,100 bytes)")
