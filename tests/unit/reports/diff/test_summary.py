"""Tests what ``diff`` compares, and which differences it lists."""

import io
from dataclasses import replace
from pathlib import Path

import pytest

from builders.edges import FIGURE_3_TAKEN, edges_profile
from builders.extended import extended_profile
from builders.recordings import demo_profile
from builders.shaky_runs import ShakyRun, shaky_profile
from builders.timed import add_samples, sampled
from builders.versions import LEFT, RIGHT, Version, compared_profiles, versions_profile
from json_documents import complaints
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.identity.runs import Shared
from kpath_jvm.records.completeness import Cause, Fact, decided
from kpath_jvm.records.folding import Folding
from kpath_jvm.reports.diff import words
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff
from kpath_jvm.reports.diff.text import renderables
from kpath_jvm.reports.markdown.diff import diff_markdown
from kpath_jvm.reports.output import write


def test_the_document_has_sides_and_lists(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    options = DiffOptions(top=2, least_weight=0.05)
    document = summarise_diff(compare([base], [new], options), options)
    assert document["base"]["bytecodes"] == [2410]
    assert document["base"]["methods"] == 5
    assert [len(document[kind]) for kind in ("methods", "loops", "branches", "sequences")] == [
        2, 2, 2, 2
    ]  # fmt: skip
    # New loops and loops that are gone don't count as trifles.
    assert document["left_out"]["loops"] == 2
    assert document["trifles"] == 2
    assert not document["equal"]
    # Each sequence is listed, or concerns too little, or runs through a loop that only one side
    # has.
    every = compare([base], [new], options).difference.sequences
    for least in (0.0, 0.2, 0.3, 0.5):
        of_least = DiffOptions(least_weight=least, top=100)
        document = summarise_diff(compare([base], [new], of_least), of_least)
        heavy = [one for one in every if one.weight >= least]
        assert all(row["weight"] >= least for row in document["sequences"])
        left_out = document["in_loops"] + document["rewritten"]
        assert len(document["sequences"]) + left_out == len(heavy)
        assert document["trifles"] >= len(every) - len(heavy)
    assert not document["sequences"]
    same = summarise_diff(compare([base], [base], options), options)
    assert same["equal"]
    assert same["notes"] == []


@pytest.mark.parametrize(("times", "is_told"), [(2, True), (1, False)])
def test_a_method_that_is_called_otherwise_is_named(
    tmp_path: Path, times: int, *, is_told: bool
) -> None:
    """The code of `few` is unchanged, but `few` is entered twice as often; `run` is edited."""
    few = Version(name="few").walked(LEFT, times=3)
    base = versions_profile(tmp_path, "base", Version().walked(LEFT), few)
    edited = Version(digest="x", operands={2: "kind.sort"}).walked(LEFT, times=9)
    new = versions_profile(
        tmp_path, "new", edited, Version(name="few").walked(LEFT, times=3 * times)
    )
    options = DiffOptions()
    document = summarise_diff(compare([base.path], [new.path], options), options)
    assert (document["called_otherwise"] is not None) == is_told
    told = (
        "to see who calls demo.Work.few(int), whose code is unchanged, more or less often than "
        "before (entries 3 → 6), record both sides with run --callers; `report` then lists its "
        "callers"
    )
    assert (told in words.notes(document)) == is_told


@pytest.mark.parametrize(
    ("threads", "base_runs", "is_told"), [(1, 1, False), (5, 1, True), (5, 2, False)]
)
def test_threads_are_mentioned_only_for_single_runs(
    tmp_path: Path, threads: int, base_runs: int, *, is_told: bool
) -> None:
    def profile(name: str, rounds: int, **run: object) -> Path:
        return versions_profile(tmp_path, name, Version().walked(*[LEFT] * rounds), **run).path

    base = [profile(f"base{at}", 3, threads=1) for at in range(base_runs)]
    new = [profile("new", 8, threads=threads)]
    options = DiffOptions()
    notes = summarise_diff(compare(base, new, options), options)["notes"]
    told = [note for note in notes if "5 threads ran recorded code" in note]
    assert bool(told) == is_told
    # Dumps of one recording belong to one run, and another note says so.
    of_one = replace(compare(base, new, options), shared=Shared(base[0], new[0], is_same=False))
    notes = summarise_diff(of_one, options)["notes"]
    assert not any("threads ran" in note for note in notes)
    # Nothing differs, so nothing can be chance.
    same = profile("same", 8, threads=threads)
    notes = summarise_diff(compare(new, [same], options), options)["notes"]
    assert not any("threads ran" in note for note in notes)


def test_lower_bounds_have_notes(tmp_path: Path) -> None:
    """The exact run has no note."""
    for side in ("base", "new"):
        (tmp_path / side).mkdir()
    lost = Fact(cause=Cause.LOST_EVENTS, text="7 path completions could not be recorded", figure=7)
    folding = Folding(
        memory_bytes=100, times=1, nodes=2, restarts=3, least_count=4, parts=2, errors=(9, 9, 9)
    )
    base = demo_profile(tmp_path / "base")
    new = demo_profile(tmp_path / "new", completeness=decided([lost]), folding=folding)
    document = summarise_diff(compare([base], [new], DiffOptions()), DiffOptions())
    assert document["notes"] == [
        f"{new}: lower bounds: 7 path completions could not be recorded",
        f"{new}: the engine's memory was full, rare sequences were folded",
    ]
    assert [document[side]["verdicts"] for side in ("base", "new")] == [["exact"], ["lower bounds"]]


def test_counts_of_edges_are_compared(tmp_path: Path) -> None:
    """Neither side has paths. The new side's loop runs block C as often as block D."""
    for side in ("base", "new"):
        (tmp_path / side).mkdir()
    base = edges_profile(tmp_path / "base").path
    new = edges_profile(tmp_path / "new", {**FIGURE_3_TAKEN, (1, 3): 7, (1, 2): 7}).path
    same = summarise_diff(compare([base], [base], DiffOptions()), DiffOptions())
    assert (same["equal"], same["matched"]["same"]) == (True, 2)
    document = summarise_diff(compare([base], [new], DiffOptions()), DiffOptions())
    assert not document["equal"]
    assert [one["status"] for one in document["branches"]] == ["shifted"]


def test_a_note_names_paths_that_are_not_compared(tmp_path: Path) -> None:
    path = extended_profile(tmp_path).path
    document = summarise_diff(compare([path], [path], DiffOptions()), DiffOptions())
    assert any("extended paths" in note and "`kpath-jvm overlap`" in note
               for note in document["notes"])  # fmt: skip


def test_a_note_says_that_samples_of_time_are_not_compared(demo: Path) -> None:
    def notes() -> list[str]:
        return summarise_diff(compare([demo], [demo], DiffOptions()), DiffOptions())["notes"]

    assert not any("time" in note for note in notes())
    add_samples(demo, sampled("demo/Figure3", "run", "(I)V", 0, 9))
    assert notes()[-1].startswith("samples of time aren't compared. Bytecodes aren't time")


@pytest.mark.parametrize(
    ("methods", "note"),
    [
        (1, "1 method of equal code was recorded in two ways (size ladder, profiler): its "
         "sequences aren't compared"),
        (2, "2 methods of equal code were recorded in two ways (size ladder, profiler): their "
         "sequences aren't compared"),
    ],
)  # fmt: skip
def test_a_note_says_that_methods_were_recorded_in_two_ways(
    tmp_path: Path, methods: int, note: str
) -> None:
    of_base = [Version(name=f"run{at}").walked(LEFT, LEFT) for at in range(methods)]
    of_new = [replace(one, cut="loop-header") for one in of_base]
    base = versions_profile(tmp_path, "base", *of_base).path
    new = versions_profile(tmp_path, "new", *of_new).path
    assert note in summarise_diff(compare([base], [new], DiffOptions()), DiffOptions())["notes"]


def test_k_may_be_smaller_but_not_larger(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    assert compare([base], [new], DiffOptions(k=3)).k == 3
    with pytest.raises(KpathError, match="-k 5 is more than the k = 4") as failure:
        compare([base], [new], DiffOptions(k=5))
    assert failure.value.exit_status == 2


def test_bytecodes_of_counted_edges_have_bounds_in_all_formats(tmp_path: Path) -> None:
    """The runs are executed instruction by instruction, so the true values are known."""
    runs = [ShakyRun(1, 0.05), ShakyRun(2, 0.02)]
    paths = [
        shaky_profile(tmp_path, {"retry": run}, name=name).path
        for name, run in zip(("base", "new"), runs, strict=True)
    ]
    document = summarise_diff(compare(paths[:1], paths[1:], DiffOptions()), DiffOptions())
    assert complaints(document, "diff") == []
    (method,), (loop,) = document["methods"], document["loops"]
    for figure in (document["total"], method["bytecodes"]):
        for side, run in zip(("base", "new"), runs, strict=True):
            assert figure["least"][side] < figure["most"][side] == figure[side]
            assert figure["least"][side] <= run.bytecodes <= figure["most"][side]
    change = (runs[1].bytecodes - runs[0].bytecodes) / runs[0].bytecodes
    assert method["change_of_base_least"] <= change <= method["change_of_base_most"]
    assert loop["share"]["least"]["base"] < loop["share"]["most"]["base"]
    bounds = method["bytecodes"]
    told = (
        f"bytecodes {bounds['least']['base']:,.0f} to {bounds['most']['base']:,.0f} → "
        f"{bounds['least']['new']:,.0f} to {bounds['most']['new']:,.0f}"
    )
    stream = io.StringIO()
    write(stream, 300, *renderables(document))
    text = " ".join(stream.getvalue().split())
    for shown in (text, " ".join("\n".join(diff_markdown(document)).split())):
        assert told in shown
        assert "bounds: share" in shown
        assert "of the base's total" in shown
        assert "within the bounds that a row names" in shown
    assert f"about {document['base']['bytecodes'][0]:,} bytecodes" in text
    same = summarise_diff(compare(paths[:1], paths[:1], DiffOptions()), DiffOptions())
    assert words.nothing(same) == "Nothing differs, as far as both profiles show."


def test_markdown_cuts_off_nothing_that_differs(tmp_path: Path) -> None:
    """The two conditions differ only after more characters than Markdown usually shows."""
    names = ["value" * 40 + end for end in "ab"]
    base, new = (
        versions_profile(
            tmp_path, name, Version(operands={2: name}, digest=name[-1]).walked(*walk, times=9)
        ).path
        for name, walk in zip(names, ([LEFT, RIGHT], [LEFT, LEFT]), strict=True)
    )
    options = DiffOptions()
    document = summarise_diff(compare([base], [new], options), options)
    (row,) = (line for line in diff_markdown(document) if ", was " in line)
    assert all(name in row for name in names)


def test_the_legend_is_folded_in_markdown_and_has_a_line_for_each_term(tmp_path: Path) -> None:
    base, new = compared_profiles(tmp_path)
    options = DiffOptions()
    document = summarise_diff(compare([base], [new], options), options)
    legend = words.legend(document)
    lines = list(diff_markdown(document))
    at = lines.index("<details><summary>What the figures mean</summary>")
    told = [line.replace("\\", "") for line in lines[at + 1 :]]
    assert told == ["", *(f"- {line}" for line in legend), "", "</details>"]
    stream = io.StringIO()
    write(stream, 1000, *renderables(document))
    assert stream.getvalue().splitlines()[-len(legend) :] == legend
    same = summarise_diff(compare([base], [base], options), options)
    assert words.legend(same) == []
    assert not any("<details>" in line for line in diff_markdown(same))
