"""Tests findings: they are the same in all outputs, and agree with ``advise``."""

import io
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
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
from kpath_jvm.reports.not_advised_words import kinds_for_none, told_for_none
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
        "uncompleted": 0, "repetitions": 1, "loop_number": None, "assigned": False,
    } | changes  # fmt: skip


def test_only_five_costly_tests_stand_out() -> None:
    rows = [settled(block) for block in range(7)]
    found = findings_document([], [settled(9, share=0.0099), *rows], is_exact=True)
    assert [one["block"] for one in found["found"]] == [0, 1, 2, 3, 4]
    assert (found["loops"], found["without"]) == (0, 0)


def test_a_test_of_a_variable_that_its_loop_assigns_does_not_stand_out() -> None:
    rows = [settled(1, kind="hoist", assigned=True), settled(2)]
    found = findings_document([], rows, is_exact=True)["found"]
    assert [one["block"] for one in found] == [2]


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


#: An empty document of findings.
NOTHING = {
    "loops": 0, "without": 0, "not_known": 0, "small": 0, "samples": None, "caution": None,
    "not_advised": [], "found": [],
}  # fmt: skip


def made(title: str, number: int | None, kind: str, place: str | None = "line 4") -> dict[str, Any]:
    return {
        "class": "demo/A", "title": title, "number": number, "within": None, "place": place,
        "share": 0.25, "time": None,
        "kind": kind, "repetitions": 1, "text": f"{kind} of {title}",
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


def test_tests_on_one_line_are_one_place() -> None:
    first, second = (made("demo.A.a()", None, kind) for kind in ("one way", "redundant"))
    between = made("demo.A.b()", 0, "peel")
    found = [first | {"share": 0.3}, between, second | {"share": 0.2}]
    shown = [(one["title"], [kind for kind, _ in texts]) for one, texts in places({"found": found})]
    assert shown == [("demo.A.a()", ["one way", "redundant"]), ("demo.A.b()", ["peel"])]


def test_a_test_in_a_listed_loop_stands_under_the_loop() -> None:
    """So nobody adds up the shares of a loop and of its own tests."""
    inside = made("demo.A.a()", None, "one way", "line 5") | {"within": 1, "share": 0.125}
    found = [
        made("demo.A.a()", 1, "superblock"), made("demo.A.a()", 0, "peel"), inside,
        made("demo.A.a()", None, "redundant", "line 5"),
    ]  # fmt: skip
    shown = [(one["number"], texts) for one, texts in places({"found": found})]
    assert shown == [
        (
            1,
            [
                ("superblock", "superblock of demo.A.a()"),
                (
                    "one way",
                    "one way of demo.A.a(); the loop's bytecodes include this test's, 12.5 %",
                ),
            ],
        ),
        (0, [("peel", "peel of demo.A.a()")]),
        (None, [("redundant", "redundant of demo.A.a()")]),
    ]


def test_only_a_listed_loop_can_have_the_tests_in_it(tmp_path: Path) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())
    loop = next(one for one in document["loops"] if one["title"] == "demo.Steady.run(int)")
    identity = {"class": loop["class"], "title": loop["title"], "share": loop["share_of_all"] / 2}
    tests = [
        settled(90, **identity, loop_number=loop["number"]),
        settled(91, **identity, loop_number=loop["number"] + 1),
        settled(92, loop_number=loop["number"]),
    ]
    found = findings_document([loop], tests, is_exact=True)["found"]
    assert {one["block"]: one["within"] for one in found if one["number"] is None} == {
        90: loop["number"], 91: None, 92: None,
    }  # fmt: skip


def test_places_say_whether_they_are_a_loop_or_a_test() -> None:
    found = [
        made("demo.A.a()", 0, "peel"), made("demo.A.a()", None, "one way"),
        made("demo.A.b()", 1, "peel", place=None),
    ]  # fmt: skip
    document = {**NOTHING, "loops": 2, "found": found}
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
    document = {**NOTHING, "loops": 10, "found": found}
    assert "; 2 more loops and tests stand out, but aren't shown here. The verb" in note(document)
    one = note(document | {"found": found[:9]})
    assert "; 1 more loop or test stands out, but isn't shown here. The verb" in one
    unknown = document | {"not_known": 3, "found": found[:5]}
    told = (
        "; nothing stands out in 3 of the 10 loops that cost most; for 3 it isn't known. The verb"
    )
    assert told in note(unknown | {"without": 3})
    told = "; for 3 loops it isn't known whether anything stands out. The verb"
    assert f"words in brackets{told}" in note(unknown)
    nothing = note(unknown | {"without": 7, "found": []})
    assert nothing.startswith(f"nothing in the 10 loops that cost most{told}")


@pytest.mark.parametrize(
    ("share", "of_time", "samples", "is_shown"),
    [
        (0.01, None, 100, True), (0.0099, None, 100, False), (0.0099, 0.0099, 100, False),
        (0.001, 0.01, 100, True), (0.5, 0.0, 100, True),
        # One of 41 samples says nothing.
        (0.001, 0.024, 99, False), (0.01, 0.0, 99, True),
    ],
)  # fmt: skip
def test_loops_that_took_little_are_only_counted(
    tmp_path: Path, share: float, of_time: float | None, samples: int, is_shown: bool
) -> None:
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())
    loop = next(one for one in document["loops"] if one["advice"])
    time = None if of_time is None else {"share_of_time": of_time}
    times: Any = SimpleNamespace(counted=samples)
    loops = [{**loop, "share_of_all": share, "time": time}]
    found = findings_document(loops, [], is_exact=True, times=times)
    assert bool(found["found"]) == is_shown
    assert (found["small"], found["without"]) == (not is_shown, 0)
    if not is_shown:
        assert note(found).startswith(
            "nothing in the 1 loop that cost most, except in 1 loop with less than 1.0 % of the "
            f"bytecodes{' and of the time' if samples == 100 else ''}, which isn't listed here. "
        )
        other = {
            **found, "found": [made("demo.A.a()", 0, "peel")], "small": 2, "samples": None,
            "not_advised": [],
        }  # fmt: skip
        assert (
            "; something also stands out in 2 loops with less than 1.0 % of the bytecodes, which "
            "aren't listed here. "
        ) in note(other)


def test_what_only_a_compiler_can_do_comes_last(tmp_path: Path) -> None:
    """But a loop that also has other findings stays where its share puts it."""
    document = summarise_advice(Profile.open(advisable_profile(tmp_path)), ReadOptions())
    (first, *_) = document["loops"]

    def loop(title: str, share: float, *kinds: str) -> dict[str, Any]:
        advice = [
            {
                "kind": kind, "block": None, "of_completed": False, "may_be_coincidence": False,
                "size": None,
            }
            for kind in kinds
        ]  # fmt: skip
        figures = {
            "superblocks": {"hottest": [{"covered": 0.9}], "finished": 9, "begun": 10},
            "unrolling": {"period": 1, "repeats": [{"same": 9, "count": 10}]},
        }
        return {**first, **figures, "title": title, "share_of_all": share, "advice": advice}

    loops = [
        loop("A.a()", 0.4, "superblock"), loop("A.b()", 0.3, "unroll", "superblock"),
        loop("A.c()", 0.2, "superblock"), loop("A.d()", 0.1, "unroll"),
    ]  # fmt: skip
    found = findings_document(loops, [], is_exact=True)
    assert [(one["title"], one["kind"]) for one in found["found"]] == [
        ("A.b()", "unroll"), ("A.b()", "superblock"), ("A.d()", "unroll"),
        ("A.a()", "superblock"), ("A.c()", "superblock"),
    ]  # fmt: skip
    assert "; loops with nothing to edit in the source come last; " in note(found)
    assert "nothing to edit in the source" in found["found"][-1]["text"]
    for shown in (3, 2):
        assert "come last" not in note({**found, "found": found["found"][:shown]})


@pytest.mark.parametrize(("samples", "is_few"), [(99, True), (100, False)])
def test_few_samples_are_mentioned(samples: int, is_few: bool) -> None:
    time = {
        "share_of_time": 0.5, "share_of_all_time": 0.25, "difference": None,
        "interval": {"low": 0.4, "high": 0.6}, "samples": 50,
    }  # fmt: skip
    found = [{**made("demo.A.a()", 0, "peel"), "time": time}]
    document = {**NOTHING, "loops": 1, "samples": samples, "found": found}
    assert (f"({samples} samples of time: too few to rank by)" in note(document)) == is_few
    told = (
        f"50 of {samples} samples in recorded code"
        if is_few
        else "50.0 % of the recorded code's time (40.0 % to 60.0 %), 25.0 % of the sampled time"
    )
    assert findings.place_of(found[0], samples) == f"loop at line 4, {told}"


@pytest.mark.parametrize(("known", "counted"), [(True, (1, 0)), (False, (0, 1))])
def test_unknown_loops_are_not_counted_as_without_findings(
    known: bool, counted: tuple[int, int]
) -> None:
    kinds = [{"kind": "peel", "known": True}, {"kind": "unroll", "known": known}]
    loop = {"advice": [], "not_advised": kinds, "uncompleted": 0}
    found = findings_document([loop], [], is_exact=True)
    assert (found["without"], found["not_known"]) == counted


def test_kinds_of_advice_that_no_loop_gets_are_listed() -> None:
    """So a reader learns that no loop is worth unrolling, without looking at each loop."""

    def loop(advice: Sequence[str], **known: Sequence[bool]) -> dict[str, Any]:
        reasons = [
            {"kind": kind, "known": one, "block": at}
            for kind, some in known.items()
            for at, one in enumerate(some)
        ]
        return {"advice": [{"kind": kind} for kind in advice], "not_advised": reasons}

    loops = [
        loop(["follows"], unroll=[True], peel=[False], unswitch=[True]),
        # Whether unswitching pays is known for one branch, but not for the other.
        loop(["peel"], unroll=[False], unswitch=[True, False], history=[True]),
        loop([], unroll=[True], unswitch=[True], superblock=[False], history=[True]),
    ]
    found = kinds_for_none(loops)
    assert found == [
        {"kind": "unroll", "loops": 2, "not_known": 1},
        {"kind": "unswitch", "loops": 2, "not_known": 1},
    ]
    told = "advised for none of the 3 loops: unrolling, unswitching"
    assert told_for_none(found, "3 loops") == told
    assert told_for_none([], "3 loops") == ""
    document = {
        **NOTHING, "loops": 3, "not_advised": found, "found": [made("demo.A.m()", 0, "peel")],
    }  # fmt: skip
    assert f"; {told}" in note(document)
    # If there are no findings, the note doesn't list the kinds.
    assert "advised" not in note(document | {"found": []}).partition(". ")[0]


def test_only_the_ten_costliest_loops_need_a_caution() -> None:
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


def test_a_note_says_once_for_how_many_loops_it_is_not_known() -> None:
    """But it doesn't say what isn't known: ``advise`` does."""
    profile = Profile.open(REPOSITORY / "notebooks" / "data" / "eclipse-jdk17.kpath").merged()
    told = note(summarise(profile, ReportOptions())["findings"])
    assert (
        "; nothing stands out in 4 of the 10 loops that cost most; for 3 it isn't known; advised "
        "for none of the 10 loops: unrolling, peeling, telling a branch by earlier iterations; ["
    ) in told
    assert told.count("known") == 1
