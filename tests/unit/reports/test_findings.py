"""Tests findings: they are the same in all outputs, and agree with ``advise``."""

import io
from pathlib import Path
from typing import Any

import pytest

from builders.advisable import advisable_profile
from builders.edges import edges_profile
from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.reports import findings
from kpath_jvm.reports.advice_summary import summarise_advice
from kpath_jvm.reports.findings import findings_document, note, places
from kpath_jvm.reports.markdown.findings import findings_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.reading import ReadOptions
from kpath_jvm.reports.summary import ReportOptions, summarise

REPOSITORY = Path(__file__).resolve().parents[3]


def text(found: dict[str, Any], **options: str) -> str:
    stream = io.StringIO()
    write(stream, 200, *findings.renderables(found, **options))
    return stream.getvalue()


def test_findings_come_from_advice_and_costly_tests(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())
    found = document["findings"]
    of_loops = [one for one in found["found"] if one["number"] is not None]
    advice = [
        (loop["title"], loop["number"], one["kind"], one["block"], loop["share_of_all"])
        for loop in document["loops"]
        for one in loop["advice"]
    ]
    keys = ("title", "number", "kind", "block", "share")
    assert [tuple(one[key] for key in keys) for one in of_loops] == advice
    tests = [
        (one["title"], one["kind"], one["block"], one["share"])
        for one in document["settled"]
        if one["share"] >= 0.01
        and not (one["kind"] == "redundant" and one["ends_loop"])
        and not any((it["title"], it["block"]) == (one["title"], one["block"]) for it in of_loops)
    ]
    of_tests = [one for one in found["found"] if one["number"] is None]
    assert [(one["title"], one["kind"], one["block"], one["share"]) for one in of_tests] == tests
    shares = [one["share"] for one in found["found"]]
    assert shares == sorted(shares, reverse=True)
    nothing = [loop for loop in document["loops"] if not loop["advice"]]
    assert found["without"] + found["not_known"] == len(nothing) > 0


def settled(block: int, **changes: Any) -> dict[str, Any]:
    return {
        "class": "demo/A", "method": "a", "descriptor": "()V", "loader": "app",
        "title": "demo.A.a()", "block": block, "place": "line 4", "share": 0.02, "kind": "one way",
        "label": "i < n", "answers": [{"answer": "no", "count": 9}], "ends_loop": False,
        "uncompleted": 0, "repetitions": 1,
    } | changes  # fmt: skip


def test_only_five_costly_tests_stand_out() -> None:
    rows = [settled(block) for block in range(7)]
    found = findings_document([], [settled(9, share=0.0099), *rows], is_exact=True)
    assert [one["block"] for one in found["found"]] == [0, 1, 2, 3, 4]
    assert (found["loops"], found["without"]) == (0, 0)


def test_a_test_with_advice_is_named_once(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())
    loop = next(one for one in document["loops"] if one["title"] == "demo.Steady.run(int)")
    (advised,) = {one["block"] for one in loop["advice"]} - {None}
    of_loop = {"class": loop["class"], "title": loop["title"]}
    tests = [settled(advised, **of_loop), settled(advised + 1, **of_loop), settled(advised)]
    found = findings_document([loop], tests, is_exact=True)["found"]
    assert [(one["title"], one["block"]) for one in found if one["number"] is None] == [
        (loop["title"], advised + 1), ("demo.A.a()", advised),
    ]  # fmt: skip


def test_a_test_that_its_loop_needs_does_not_stand_out(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())
    needed = [one for one in document["settled"] if one["ends_loop"] and one["share"] >= 0.01]
    assert needed
    shown = {(one["title"], one["block"]) for one in document["findings"]["found"]}
    assert not shown & {(one["title"], one["block"]) for one in needed}


@pytest.mark.parametrize("order", ["cost", "count"])
def test_a_report_has_the_findings_of_advise(tmp_path: Path, order: Any) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    for k in (2, None):
        advice = summarise_advice(profile, ReadOptions(k=k))
        report = summarise(profile, ReportOptions(k=k, order=order))
        assert report["findings"] == advice["findings"]


def test_a_report_of_many_costly_tests_has_the_findings_of_advise() -> None:
    """The report's own list of settled tests lacks some of the tests among the findings."""
    profile = Profile.open(REPOSITORY / "notebooks" / "data" / "eclipse-jdk17.kpath").merged()
    report = summarise(profile, ReportOptions())
    tests = [one for one in report["findings"]["found"] if one["number"] is None]
    of_report = {(one["title"], one["block"]) for one in report["settled"]}
    assert len(tests) == 5
    assert {(one["title"], one["block"]) for one in tests} - of_report
    assert report["findings"] == summarise_advice(profile, ReadOptions())["findings"]


def test_only_selected_code_has_findings(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    selection = Selection(method=("Steady.run",))
    found = summarise(profile, ReportOptions(selection=selection))["findings"]
    assert (found["loops"], found["without"]) == (1, 0)
    assert {one["title"] for one in found["found"]} == {"demo.Steady.run(int)"}


def test_single_paths_and_edges_show_nothing_about_iterations(tmp_path: Path) -> None:
    for name, profile in (
        ("k = 1", Profile.open(demo_profile(tmp_path, k=1))),
        ("edges", edges_profile(tmp_path)),
    ):
        found = summarise(profile, ReportOptions())["findings"]
        assert found["loops"] == 0, name
        assert all(one["number"] is None for one in found["found"]), name


def test_an_empty_document_of_findings_has_no_text() -> None:
    nothing = findings_document([], [], is_exact=True)
    assert text(nothing) == ""
    assert [*findings_markdown(nothing)] == []


def test_loops_without_findings_are_counted(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    options = ReportOptions(selection=Selection(method=("Rare.run",)))
    found = summarise(profile, options)["findings"]
    assert found["found"] == []
    words = "nothing in the 1 loop that cost most. The verb advise has the counts and reasons"
    assert text(found).split("\n", 2)[1:] == ["What stands out", f"  {words}\n"]
    assert [*findings_markdown(found)] == ["", "### What stands out", "", f"N{words[1:]}."]


def test_findings_have_a_caution_if_executions_may_be_missing(tmp_path: Path) -> None:
    lower = decided([Fact(cause=Cause.FOLDED, text="folded")])
    profile = Profile.open(advisable_profile(tmp_path, completeness=lower))
    found = summarise(profile, ReportOptions())["findings"]
    caution = "executions may be missing, so what is said to have never happened may have happened"
    assert found["caution"] == caution
    assert caution in text(found)
    assert f"> E{caution[1:]}." in [*findings_markdown(found)]
    # Without findings, only the rows of ``advise`` make claims.
    nothing = found | {"found": []}
    assert caution not in text(nothing)
    assert caution in text(nothing, source=findings.BELOW)
    (tmp_path / "whole").mkdir()
    whole = Profile.open(advisable_profile(tmp_path / "whole"))
    assert summarise(whole, ReportOptions())["findings"]["caution"] is None


def made(title: str, number: int | None, kind: str, place: str | None = "line 4") -> dict[str, Any]:
    return {
        "class": "demo/A", "title": title, "number": number, "place": place, "share": 0.25,
        "time": None,
        "kind": kind, "text": f"{kind} of {title}",
    }  # fmt: skip


def test_texts_are_grouped_by_place_and_limited() -> None:
    kinds = ("write out", "peel", "history", "superblock", "follows")
    one = [made("demo.A.a()", 0, kind) for kind in kinds]
    others = [made(f"demo.A.m{at}()", 0, "unroll") for at in range(9)]
    test = made("demo.A.a()", None, "one way")
    shown = [*places({"found": [*one, test, *others]})]
    assert [first["title"] for first, _ in shown] == [
        "demo.A.a()", "demo.A.a()", *(f"demo.A.m{at}()" for at in range(6)),
    ]  # fmt: skip
    assert shown[0][1] == [
        ("write out", "write out of demo.A.a()"), ("peel", "peel of demo.A.a()"),
        ("history", "history of demo.A.a()"), ("", "and 2 more"),
    ]  # fmt: skip
    assert shown[1][1] == [("one way", "one way of demo.A.a()")]


def test_places_say_whether_they_are_a_loop_or_a_test() -> None:
    found = [
        made("demo.A.a()", 0, "peel"), made("demo.A.a()", None, "one way"),
        made("demo.A.b()", 1, "peel", place=None),
    ]  # fmt: skip
    document = {
        "loops": 2, "without": 0, "not_known": 0, "not_known_kinds": [], "unrolled": 1,
        "unrolling_not_known": 0, "caution": None, "found": found,
    }  # fmt: skip
    shown = text(document, which="counted", source="All counts are there")
    assert "of counted" in shown
    assert "A.a(), loop at line 4  demo\n" in shown
    assert "A.a(), test at line 4  demo\n" in shown
    assert "A.b(), loop  demo\n" in shown
    assert "All counts are there." in shown
    assert "nothing stands out" not in note(document)
    assert "; nothing stands out in 2 of the 2 loops" in note(document | {"without": 2})
    lines = [*findings_markdown(document, " of it")]
    assert lines[1] == "### What stands out of it"
    assert "- `demo.A.a()`, test at line 4, 25.0 % of the recorded bytecodes:" in lines
    assert "  - one way of demo.A.a() **[one way]**" in lines


def test_unknown_and_hidden_findings_are_counted() -> None:
    found = [made(f"demo.A.m{at}()", 0, "unroll") for at in range(10)]
    document = {
        "loops": 10, "without": 0, "not_known": 0, "not_known_kinds": [], "unrolled": 1,
        "unrolling_not_known": 0, "caution": None, "found": found,
    }  # fmt: skip
    assert "; 2 more loops and tests stand out, but aren't shown here. The verb" in note(document)
    one = note(document | {"found": found[:9]})
    assert "; 1 more loop or test stands out, but isn't shown here. The verb" in one
    kinds = [{"kinds": "", "loops": 2}, {"kinds": "writing the loop out", "loops": 1}]
    some = {"not_known": 3, "not_known_kinds": kinds}
    told = (
        "; for 2 loops it isn't known whether anything stands out; for 1 loop it isn't known "
        "whether this pays: writing the loop out. The verb"
    )
    unknown = note(document | some | {"without": 3, "found": found[:5]})
    assert f"; nothing stands out in 3 of the 10 loops that cost most{told}" in unknown
    nothing = note(document | some | {"without": 7, "found": []})
    assert nothing.startswith(f"nothing in the 10 loops that cost most{told}")


def test_the_note_says_that_no_loop_is_worth_unrolling() -> None:
    document = {
        "loops": 10, "without": 9, "not_known": 0, "not_known_kinds": [], "unrolled": 0,
        "unrolling_not_known": 0, "caution": None, "found": [made("demo.A.a()", 0, "peel")],
    }  # fmt: skip
    why = " (the reasons: advise -v). The verb"
    assert f"; unrolling pays for none of the 10 loops{why}" in note(document)
    assert f"; unrolling doesn't pay{why}" in note(document | {"loops": 1})
    some = note(document | {"unrolling_not_known": 3})
    assert f"none of the 10 loops, as far as that is known; it isn't for 3 of them{why}" in some
    for changes in ({"unrolled": 1}, {"unrolling_not_known": 10}, {"found": []}):
        assert "unrolling" not in note(document | changes)


@pytest.mark.parametrize(("known", "counted"), [(True, (1, 0)), (False, (0, 1))])
def test_unknown_loops_are_not_counted_as_without_findings(
    known: bool, counted: tuple[int, int]
) -> None:
    kinds = [{"kind": "peel", "known": True}, {"kind": "unroll", "known": known}]
    loop = {"advice": [], "not_advised": kinds, "uncompleted": 0}
    found = findings_document([loop], [], is_exact=True)
    assert (found["without"], found["not_known"]) == counted
    assert found["not_known_kinds"] == ([] if known else [{"kinds": "unrolling", "loops": 1}])
    assert found["unrolling_not_known"] == (not known)


def test_only_the_loops_that_are_looked_at_need_a_caution() -> None:
    known = {"advice": [], "not_advised": [], "uncompleted": 0}
    unknown = {**known, "uncompleted": None}
    assert findings_document([known] * 10, [], is_exact=True)["caution"] is None
    assert findings_document([known] * 10 + [unknown], [], is_exact=True)["caution"] is None
    assert findings_document([known] * 9 + [unknown], [], is_exact=True)["caution"] is not None


def test_findings_do_not_depend_on_the_number_of_rows(tmp_path: Path) -> None:
    profile = Profile.open(advisable_profile(tmp_path))
    whole = summarise(profile, ReportOptions())["findings"]
    assert len(whole["found"]) > 3
    for top in (1, 20):
        assert summarise(profile, ReportOptions(top=top))["findings"] == whole
        document = summarise_advice(profile, ReadOptions(top=top))
        assert document["findings"] == whole
        assert len(document["loops"]) == min(top, 5)
