"""Tests that all outputs say the same about callers, and say nothing if a profile has none."""

from pathlib import Path

import pytest

import kpath_jvm
from builders.called import DEMO, DEMO_UNTOLD, MAIN, PLAIN, RUN, add_callers, caller_counts
from builders.timed import add_samples, sampled
from json_documents import complaints
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.callers import Callers
from kpath_jvm.cli.main import run_verb
from kpath_jvm.facts.callers import caller_rows
from kpath_jvm.reports.callers import (
    about_callers,
    caller_lines,
    caller_words,
    chain_text,
    entries_text,
)
from kpath_jvm.reports.output import percent
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.summary import ReportOptions, summarise

SPIN = ("demo/Tangle", "spin", "(II)I")


@pytest.fixture
def called(demo: Path) -> Profile:
    add_callers(demo, caller_counts(DEMO, DEMO_UNTOLD))
    return Profile.open(demo)


def test_the_document_has_the_declared_keys(called: Profile) -> None:
    document = summarise(called, ReportOptions())
    assert complaints(document, "report") == []
    callers = document["callers"]
    assert (callers["exit_status"], callers["doubts"]) == (0, [])
    # The methods with callers are the report's hottest methods, in the same order.
    assert [one["title"] for one in callers["methods"]] == [
        one["title"] for one in document["methods"]
    ]


def test_no_output_mentions_callers_that_were_not_recorded(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    profile = Profile.open(demo)
    assert "callers" not in summarise(profile, ReportOptions())
    assert page_document(profile, PageOptions()).whole["callers"] is None
    for words in ([], ["--format", "md"], ["--json"]):
        assert run_verb(["report", str(demo), *words]) == 0
        assert "Callers" not in capsys.readouterr().out
    with pytest.raises(KpathError, match="has no callers; record it with run --callers"):
        kpath_jvm.callers(profile)


@pytest.mark.parametrize("words", [[], ["--format", "md"]])
def test_the_legend_is_left_out_if_no_method_has_callers(
    demo: Path, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    add_callers(demo, caller_counts(DEMO, DEMO_UNTOLD))
    assert run_verb(["report", str(demo), "--method", "Shaky.stuck", *words]) == 0
    text = capsys.readouterr().out
    section = text[text.index("Callers") :].split("\n\n" if not words else "###")[0]
    assert ("There are none." if words else "none: ") in section
    assert "nearest recorded method" not in text


def test_every_output_has_the_same_counts(
    called: Profile, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    merged = called.merged()
    callers = Callers.of(merged)
    assert callers is not None
    rows = caller_rows(merged, callers, callers.entered(1))
    document = summarise(called, ReportOptions())["callers"]
    page = page_document(called, PageOptions()).whole["callers"]
    of_methods = [one["callers"] for one in page_document(called, PageOptions()).methods]
    frame = kpath_jvm.callers(merged)
    assert run_verb(["report", str(called.path)]) == 0
    text = capsys.readouterr().out.partition("Callers")[2]
    assert "method, and its callers with their share of the entries" in text
    assert run_verb(["report", str(called.path), "--format", "md"]) == 0
    markdown = capsys.readouterr().out.partition("Callers")[2].replace("\\", "")
    (method,) = [one for one in document["methods"] if one["title"] == "demo.Figure3.plain(int)"]
    (briefly,) = [one for one in page["methods"] if one["title"] == "demo.Figure3.plain(int)"]
    (told,) = [one for one in of_methods if one["title"] == "demo.Figure3.plain(int)"]
    of_method = frame[frame["method"] == 1].reset_index()
    assert len(rows) == len(method["callers"]) == len(told["rows"]) == len(of_method) == 5
    for at, row in enumerate(rows):
        one = method["callers"][at]
        line = "{} ({}) {}".format(*told["rows"][at])
        assert (one["count"], one["share"], one["kind"], one["line"]) == (
            row["count"], row["share"], row["kind"], row["line"],
        )  # fmt: skip
        assert one["words"] == caller_words(row)
        assert line == f"{percent(row['share'])} ({row['count']:,}) {one['words']}"
        assert line in " ".join(text.split())
        assert line in markdown
        assert of_method.loc[at]["count"] == row["count"]
    # The overview has the most frequent callers, and the other callers in one row.
    assert briefly["rows"][:3] == told["rows"][:3]
    assert briefly["rows"][3:] == [["14.3 %", "2", "from 2 more places", None]]
    for entries in (briefly["entries"], told["entries"]):
        assert entries == entries_text(method) == "14 (12 in the recorded run)"
        assert entries in " ".join(text.split())
        assert entries in markdown


def test_texts_name_the_callers(called: Profile) -> None:
    methods = summarise(called, ReportOptions())["callers"]["methods"]
    words = {one["title"]: caller_lines(one) for one in methods}
    assert words["demo.Figure3.plain(int)"] == [
        "50.0 % (7) from demo.Figure3.run(int), line 14",
        "21.4 % (3) from demo.Main.main(String[]), line 2",
        "14.3 % (2) in virtual threads, or the method had room only for an entry counter: "
        "callers aren't known",
        "7.1 % (1) from demo.Main.<clinit>(), by the JVM and not by a call",
        "7.1 % (1) from the JVM, or from code that isn't recorded and that no recorded method "
        "called",
    ]
    assert words["demo.Tangle.spin(int, int)"] == ["not entered in the run that counted callers"]
    (shared,) = {tuple(one) for title, one in words.items() if title.startswith("demo.Shared")}
    assert shared == ("all from demo.Main.main(String[])",)


def test_a_chain_of_single_callers_is_one_line(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The chain ends at the first method that several methods called."""
    entries = {(PLAIN, RUN, 8, 14): 7, (PLAIN, RUN, 9, 15): 2, (RUN, SPIN, 3, 5): 4,
               (SPIN, MAIN, 1, 2): 3, (SPIN, RUN, 1, 2): 1}  # fmt: skip
    add_callers(demo, caller_counts(entries))
    profile = Profile.open(demo)
    methods = {
        one["method"]: one for one in summarise(profile, ReportOptions())["callers"]["methods"]
    }
    chain = [(one["title"], one["lines"]) for one in methods["plain"]["chain"]]
    assert chain == [("demo.Figure3.run(int)", [14, 15]), ("demo.Tangle.spin(int, int)", [5])]
    # The shares of the lines are told, too.
    told = "all from Figure3.run, lines 14, 15 ← Tangle.spin, line 5"
    assert caller_lines(methods["plain"]) == [
        "77.8 % (7) from demo.Figure3.run(int), line 14",
        "22.2 % (2) from demo.Figure3.run(int), line 15",
        told,
    ]
    assert caller_lines(methods["run"]) == ["all from demo.Tangle.spin(int, int), line 5"]
    for words in ([], ["--format", "md"]):
        assert run_verb(["report", str(demo), *words]) == 0
        assert told in " ".join(capsys.readouterr().out.replace("\\", "").split())
    page = page_document(profile, PageOptions()).whole["callers"]["methods"]
    (plain,) = [one for one in page if one["title"] == "demo.Figure3.plain(int)"]
    assert plain["notes"] == [f"A{told[1:]}."]
    assert len(plain["rows"]) == 2
    # Several callers, and entries without a call, are no chain.
    for more in ((PLAIN, MAIN, 1, 2), (PLAIN, RUN, -1, -1)):
        add_callers(demo, caller_counts(entries | {more: 1}))
        methods = {
            one["method"]: one
            for one in summarise(Profile.open(demo), ReportOptions())["callers"]["methods"]
        }
        assert methods["plain"]["chain"] == []


def test_a_method_that_calls_itself_ends_a_chain(demo: Path) -> None:
    entries = {(PLAIN, RUN, 8, 14): 7, (RUN, PLAIN, 3, 5): 4}
    add_callers(demo, caller_counts(entries))
    callers = Callers.of(Profile.open(demo).merged())
    assert callers is not None
    assert len(callers.chain(1)) == 1


def test_a_long_chain_lacks_its_middle() -> None:
    chain = [
        {"title": f"a.A.m{n}(int)", "class": "a/A", "place": f"line {n}" if n else None}
        for n in range(9)
    ]
    assert chain_text({"chain": chain[:1]}) is None
    assert chain_text({"chain": chain[:2]}) == "all from A.m0 ← A.m1, line 1"
    assert chain_text({"chain": chain}) == (
        "all from A.m0 ← A.m1, line 1 ← A.m2, line 2 ← 3 more methods ← A.m6, line 6 ← "
        "A.m7, line 7 ← A.m8, line 8"
    )


def test_the_callers_of_methods_with_time_come_first(demo: Path) -> None:
    add_callers(demo, caller_counts(DEMO, DEMO_UNTOLD))
    hottest = [one["title"] for one in summarise(Profile.open(demo), ReportOptions())["methods"]]
    names = [("demo/Figure3", "plain", "(I)I", 3), ("demo/Figure3", "run", "(I)V", 9)]
    add_samples(demo, *(sampled(*name, 0, count) for *name, count in names))
    sampled_first = ["demo.Figure3.run(int)", "demo.Figure3.plain(int)"]
    wanted = [*sampled_first, *(title for title in hottest if title not in sampled_first)]
    assert wanted != hottest
    for top in (1, 2, 3, 10):
        callers = summarise(Profile.open(demo), ReportOptions(top=top))["callers"]["methods"]
        assert [one["title"] for one in callers] == wanted[:top]
    page = page_document(Profile.open(demo), PageOptions()).whole["callers"]["methods"]
    assert [one["title"] for one in page][:2] == sampled_first


def test_a_note_says_that_versions_are_counted_together(called: Profile) -> None:
    methods = summarise(called, ReportOptions(merge=False))["callers"]["methods"]
    shared = [one for one in methods if one["title"].startswith("demo.Shared")]
    assert len(shared) == 2
    for one in shared:
        assert "callers of the method's 2 versions together" in caller_lines(one)[-1]


@pytest.mark.parametrize(("places", "lines"), [(5, 5), (6, 6), (7, 6)])
def test_rare_callers_share_a_line(demo: Path, places: int, lines: int) -> None:
    entries = {(PLAIN, RUN, at, at): 100 - at for at in range(places)}
    add_callers(demo, caller_counts(entries))
    methods = summarise(Profile.open(demo), ReportOptions())["callers"]["methods"]
    (plain,) = [one for one in methods if one["method"] == "plain"]
    found = caller_lines(plain)
    assert len(found) == lines
    if places == 7:
        count = 95 + 94
        share = percent(count / sum(entries.values()))
        assert found[-1] == f"{share} ({count}) from 2 more places"


def test_doubts_and_failed_runs_are_mentioned(demo: Path) -> None:
    add_callers(demo, caller_counts(DEMO))
    callers = summarise(Profile.open(demo), ReportOptions())["callers"]
    assert "of 2.5 s; the counts are exact for that run" in about_callers(callers)
    assert "status" not in about_callers(callers)
    assert "entries and not from what these cost" in about_callers(callers)
    doubts = ("3 counts were lost, because their threads got no table",)
    add_callers(demo, caller_counts(DEMO, doubts=doubts, exit_status=3))
    callers = summarise(Profile.open(demo), ReportOptions())["callers"]
    said = about_callers(callers)
    assert f"not all counts are exact: {doubts[0]}" in said
    assert "they are exact" not in said
    assert said.endswith("That run ended with status 3")
