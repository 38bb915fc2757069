"""Tests the report as text: hostile names, nonsensical figures, and what wasn't measured."""

import io
import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from builders.damaged_json import STRANGE_NUMBERS, numbers_in, replaced
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_recording, demo_run
from builders.timed import DEMO, DEMO_STACKS, add_samples
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports import output, report, tree
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import percent
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.tree_summary import TreeOptions, summarise_tree
from kpath_jvm.seals import sealed
from kpath_jvm.shown import Order


def _report(profile: Profile, width: int = 120) -> str:
    stream = io.StringIO()
    output.write(stream, width, *report.renderables(summarise(profile, ReportOptions())))
    return stream.getvalue()


def test_methods_that_one_name_selects_are_listed(demo: Path) -> None:
    """Sequences are shown only for a single method, so the report says why it has none."""

    def shown(*names: str) -> str:
        options = ReportOptions(selection=Selection(method=names))
        stream = io.StringIO()
        output.write(stream, 200, *report.renderables(summarise(Profile.open(demo), options)))
        return stream.getvalue().partition("Hottest methods")[0]

    text = shown("Figure3.*")
    assert (
        "Hottest sequences\n  shown only if --method selects a single method; it selects 2: "
        in text
    )
    assert "demo.Figure3.run(int)" in text.partition("selects 2: ")[2]
    assert "demo.Figure3.plain(int)" in text.partition("selects 2: ")[2]
    assert "Hottest sequences of demo.Figure3.run(int): 2 to 4 paths" in shown("Figure3.run")
    assert "Hottest sequences" not in _report(Profile.open(demo))


@pytest.mark.parametrize("order", ["cost", "time"])
@pytest.mark.parametrize("top", [1, 2, 3, 99])
def test_lists_say_what_share_their_rows_have_together(demo: Path, order: Order, top: int) -> None:
    add_samples(demo, *DEMO)
    profile = Profile.open(demo)
    whole = summarise(profile, ReportOptions(top=99, order=order))
    shown = summarise(profile, ReportOptions(top=top, order=order))
    stream = io.StringIO()
    output.write(stream, 400, *report.renderables(shown))
    markdown = "\n".join(report_markdown(shown))
    for kind in ("loops", "methods", "paths"):
        rows, count = shown[kind], len(whole[kind])
        assert shown["work"][kind] == count >= 3
        share = percent(sum(row["share_of_all"] for row in rows))
        told = f"hese {len(rows)} of {count} {kind} have {share} of the recorded bytecodes"
        if order == "time" and kind != "paths":
            of_time, of_all = (
                percent(sum(row[key] for row in rows))
                for key in ("share_of_time", "share_of_all_time")
            )
            told += f", {of_time} of the recorded code's time, and {of_all} of the sampled time"
        for text in (stream.getvalue(), markdown):
            assert (told in text) == (1 < top < count)
            assert (f"{kind} have " in text) == (1 < top < count)


def test_times_come_directly_after_what_stands_out(demo: Path) -> None:
    add_samples(demo, *DEMO, partial=0, on_stack=DEMO_STACKS)
    document = summarise(Profile.open(demo), ReportOptions())
    stream = io.StringIO()
    output.write(stream, 120, *report.renderables(document))
    for text in (stream.getvalue(), "\n".join(report_markdown(document))):
        places = [
            text.index(f"{heading}\n")
            for heading in (
                "What stands out", "Time beside bytecodes", "Inclusive time", "Hottest loops"
            )
        ]  # fmt: skip
        assert places == sorted(places)


def test_methods_ordered_by_time_have_no_columns_on_paths(demo: Path) -> None:
    """There are columns of time instead; more columns would leave too little room for names."""
    add_samples(demo, *DEMO)
    for order, has_columns in (("cost", True), ("time", False)):
        document = summarise(Profile.open(demo), ReportOptions(order=order))
        stream = io.StringIO()
        output.write(stream, 110, *report.renderables(document))
        methods = stream.getvalue().partition("Hottest methods")[2].partition("Hottest paths")[0]
        assert ("paths run" in methods) == has_columns
        assert "bytecodes" in methods
        assert "entries" in methods
    told = " ".join(stream.getvalue().partition("Hottest loops")[2].split())
    assert "shares of the sampled time are of all 1,000 samples, and shares of the recorded" in told
    assert "counted; shares of bytecodes are of the " in told


def test_hostile_names_are_escaped(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    name = "\x1b]0;owned\x07[bold red]\n\u202e:smile:"
    method = builder.add(figure_3(class_name=f"a/{name}", name=name, loader=name))
    builder.stream(method, (6, 2, 2, 3))
    builder.skip(name, name)
    run = demo_run(command=("java", name), workload=None, started=name)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), run)
    profile = Profile.open(tmp_path / "p.kpath")
    text = _report(profile)
    stream = io.StringIO()
    output.write(stream, 120, *tree.renderables(summarise_tree(profile, name, TreeOptions())))
    for shown in (text, stream.getvalue()):
        assert all(character.isprintable() or character == "\n" for character in shown)
        assert "[bold red]" in shown
        assert ":smile:" in shown
    with pytest.raises(KpathError) as caught:
        profile.find_method(f"{name}x")
    assert str(caught.value).isprintable()


def test_long_names_are_wrapped_not_cut(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    name = "org/" + "/".join(f"part{number}" for number in range(30)) + "/Class"
    builder.stream(builder.add(figure_3(class_name=name)), (6, 2, 2, 3))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    text = _report(Profile.open(tmp_path / "p.kpath"), width=100)
    # A package's name is broken at its dots, and the class's name stays in one piece.
    whole = "".join(line.strip() for line in text.splitlines())
    assert ".".join(f"part{number}" for number in range(30)) in whole
    assert "Class.run(int)" in text


def test_a_report_says_what_was_not_measured_or_left_out(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    method = builder.add(plain())
    builder.count(method, 0, 1)
    builder.auxiliary(method, entries=1)
    run = demo_run(
        options={"cut": "back-edge"},
        native_wall_seconds=None,
        workload=None,
        signal=9,
        exit_status=137,
        completeness=decided([Fact(cause=Cause.KILLED, text="killed by signal 9")]),
    )
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), run)
    text = _report(Profile.open(tmp_path / "p.kpath"))
    for part in (
        "not measured (run --compare-native); with the recording, it took 3.50 s",
        "no method was left out; not asked for: the JDK",
        "truncated, exact but for the end: killed by signal 9",
        "java -cp demo.jar demo.Main, killed by signal 9",
        "none: no loop was run through",
        "the probes pushed no method over",
    ):
        assert part in text
    assert "stand-in" not in text


def test_invalid_recorded_options_are_ignored(tmp_path: Path) -> None:
    run = demo_run(options={"cut": 7, "include": "junk", "max-paths": True})
    write_profile(tmp_path / "p.kpath", demo_recording().build(tmp_path), run)
    assert "a path ends at an unknown place" in _report(Profile.open(tmp_path / "p.kpath"))


@pytest.mark.parametrize("number", STRANGE_NUMBERS, ids=lambda number: f"{number!s:.12}")
def test_strange_numbers_in_run_json_cause_no_unexpected_error(demo: Path, number: float) -> None:
    """The report is shown, or an error says that run.json is damaged."""
    path = demo / "run.json"
    run = json.loads(path.read_text())
    del run["seal"]
    ways = [*numbers_in(run)]
    assert {way[0] for way in ways} > {"k", "segment", "waited_seconds"}
    for way in ways:
        path.write_bytes(sealed(json.dumps(replaced(run, way, number))))
        with suppress(KpathError):
            profile = Profile.open(demo)
            _report(profile)
            json.dumps(summarise(profile, ReportOptions()), allow_nan=False)


@pytest.mark.parametrize(
    "words",
    [
        ["report"],
        ["report", "--no-merge"],
        ["report", "--no-merge", "--method", "Figure3.run"],
        ["tree", "--no-merge", "Figure3.run"],
        ["export", "--format", "csv"],
        ["export", "--format", "jsonl"],
    ],
    ids=" ".join,
)
def test_verbs_without_data_frames_import_nothing_slow(demo: Path, words: list[str]) -> None:
    """Importing pandas takes longer than everything else in a small profile's report."""
    words.insert(1, str(demo))
    code = (
        "import sys; from kpath_jvm.cli.main import run_verb; status = run_verb(sys.argv[1:]); "
        "print(*sys.modules, file=sys.stderr); sys.exit(status)"
    )
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True)
    assert done.returncode == 0
    assert "Figure3" in done.stdout
    dear = {"pandas", "matplotlib", "jpype", "javalang", "tree_sitter"}
    # Without --no-merge, a method's versions are added up, which needs Arrow's own functions.
    if "--no-merge" in words:
        dear |= {"pyarrow.compute", "numpy.ma"}
    assert dear & set(done.stderr.split()) == set()


def test_headings_name_the_order_of_rows(demo: Path) -> None:
    summary = summarise(Profile.open(demo), ReportOptions(order="count"))
    stream = io.StringIO()
    output.write(stream, 120, *report.renderables(summary))
    for text in (stream.getvalue(), "\n".join(report_markdown(summary))):
        for heading in (
            "Hottest loops, by executions of their headers",
            "Hottest methods, by path completions",
            "Hottest paths, by completions",
        ):
            assert heading in text


@pytest.mark.parametrize(
    ("escapes", "text"),
    [
        (0, ""),
        (1, "1 of the 1,001 paths that began (0.1 %) was ended by exceptions or by the "
            "recording's end, and what ran on it is in no share: at most "),
        (9, "9 of the 1,009 paths that began (0.9 %) were ended by exceptions or by the "
            "recording's end, and what ran on them is in no share: at most "),
    ],
)  # fmt: skip
def test_bytecodes_of_uncompleted_paths_are_in_no_share(
    tmp_path: Path, escapes: int, text: str
) -> None:
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    builder.stream(method, (6, *[2] * 998, 3))
    builder.auxiliary(method, entries=1 + escapes, escapes=escapes)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    sizes = profile.code(0).instructions
    in_loop = sizes[1] + max(sizes[2], sizes[3]) + sizes[4]
    summary = summarise(profile, ReportOptions())
    (loop,), (row,) = summary["loops"], summary["methods"]
    assert summary["cut_off"]["paths"] == loop["paths_cut_off"] == escapes
    assert loop["bytecodes_cut_off"] == escapes * in_loop
    most = escapes * (sizes[0] + in_loop + sizes[5])
    assert summary["cut_off"]["bytecodes"] == row["bytecodes_cut_off"] == most
    shown = _report(profile, 1000)
    found = "\n".join(report_markdown(summary))
    more = f"{escapes * in_loop:,} bytecodes"
    for one in (shown, found):
        assert text in one
        assert ("at most 1 path through" in one) == (escapes == 1)
        assert (f"the share lacks what ran on them, at most {more}" in one) == (escapes > 1)
        assert (f"at most {most:,} bytecodes, " in one) == bool(text)
        assert (f"Figure3.run(int), line 9 ({loop['bytecodes']:,} counted" in one) == bool(text)
    assert (f"at least {loop['bytecodes']:,} bytecodes" in shown) == bool(text)
    mean = f"{1000 // (1 + escapes)}.0 to {1000 + escapes:,}.0"
    assert (f" entry, {mean} per entry; up to {escapes} more of each" in found) == bool(text)


def test_a_profile_without_entries_says_so_first(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(figure_3())
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    text = _report(profile)
    assert text.startswith("empty ")
    assert (
        text.split("empty", 1)[1].lstrip().startswith("no method was entered while it was recorded")
    )
    assert "Hottest methods\n  none: no path was completed" in text
    assert "Hottest paths\n  none: no path was completed" in text
    marked = "\n".join(report_markdown(summarise(profile, ReportOptions())))
    assert "> no method was entered while it was recorded" in marked
    assert "### Hottest paths\n\nThere are none." in marked
