"""Tests the loops that the HTML page lists."""

from pathlib import Path

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.of_loops.iterations_per_entry import IterationsPerEntry
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.hot_tables import covered, times_text
from kpath_jvm.reports.page.loops import loop_documents, per_entry
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.source.annotation import SourceTexts

DASH = "\N{EN DASH}"


def test_bars_of_entries_without_a_known_end_have_a_question_mark() -> None:
    found = per_entry(IterationsPerEntry(4, ((1, 5),), ((0, 8),), ((2, 1),), 344, 0))
    assert found is not None
    assert [bar["label"] for bar in found["bars"]] == ["1", "?", "? ≥ 2"]


def test_a_flat_distribution_looks_flat() -> None:
    known = tuple((made, 10) for made in (1, 2, 3, 4, 5, 6, 9))
    found = per_entry(IterationsPerEntry(12, known, (), (), None, None))
    assert found is not None
    bars = {bar["label"]: (bar["numbers"], bar["gap"]) for bar in found["bars"]}
    assert bars == {
        "1": (1, False), "2": (1, False), f"3{DASH}4": (2, False), f"5{DASH}6": (2, False),
        "9": (1, True),
    }  # fmt: skip
    assert {round(bar["height"], 9) for bar in found["bars"]} == {round(1 / 7, 9)}


def test_nothing_is_drawn_if_no_entry_has_a_bound() -> None:
    """A bar with the label "?" or a median of "0 or more" would say nothing."""
    found = per_entry(IterationsPerEntry(4, (), ((0, 10),), (), 300, 0))
    assert found is not None
    assert (found["bars"], found["percentiles"]) == ([], "how they are distributed isn't known")
    assert found["text"].endswith("so their exit wasn't seen; how they are distributed isn't known")
    bounded = per_entry(IterationsPerEntry(4, (), ((4, 10),), (), 300, 0))
    assert bounded is not None
    assert [bar["label"] for bar in bounded["bars"]] == ["? ≥ 4"]
    # The median is between 4 and 47, which says too little.
    assert bounded["percentiles"] == ""


def test_a_single_entry_is_described_in_words() -> None:
    for found, told in (
        (IterationsPerEntry(4, ((0, 1),), (), (), 0, 0), "0 iterations in the one entry"),
        (IterationsPerEntry(4, (), (), ((3, 1),), 0, 0), "3 iterations or more in the one entry"),
        (
            IterationsPerEntry(4, (), (), ((0, 1),), 0, 0),
            "the one entry couldn't be followed to its end",
        ),
        (
            IterationsPerEntry(4, (), (), ((3, 1),), None, None, of_only_entry=3000),
            "3,000 iterations in the one entry",
        ),
    ):
        document = per_entry(found)
        assert document is not None
        assert (document["bars"], document["percentiles"]) == ([], told)


def test_a_loops_document_agrees_with_its_row(
    profile: Profile, figure: int, tmp_path: Path
) -> None:
    (row,) = loop_rows(profile, figure)
    names = names_of_paths(profile, figure)
    (found,) = loop_documents(profile, figure, names, None)
    assert found["line"] == "9"
    # There is no loop test: the header's branch doesn't leave the loop.
    assert found["test"] == {"blocks": [], "conditions": [], "lines": ""}
    assert (found["entries"], found["iterations"]) == (row.entries, row.iterations)
    assert (found["mean"], found["cost"]) == (f"{row.mean_iterations:.1f}", row.cost)
    assert (found["entries_most"], found["iterations_most"]) == (row.entries, row.iterations)
    assert found["trips"] == "14 iterations in 1 entry, 14.0 per entry"
    assert found["paths"] == len(row.paths)
    assert found["statement"] is None
    assert row.sequence is not None
    letters = {name for path, name in names.items() if path in row.sequence.paths}
    assert letters <= set(found["sequence"]["text"])
    assert found["sequence"]["count"] == row.sequence.count
    (reported,) = (
        one
        for one in summarise(profile, ReportOptions())["loops"]
        if (one["title"], one["number"]) == (profile.method_rows.title(figure), row.loop)
    )
    told = f"{times_text(reported['sequence'])}{covered(reported)}"
    assert found["sequence"]["told"] == told
    (tmp_path / "demo").mkdir()
    text = (
        "class Figure3 {\n\n\n\n\n\nvoid run(int seed) {\n\n"
        "for (; i < n; i++) { if (i % 2 == 0)\na();\nelse\nb();\n\n\n}\n\n} }\n"
    )
    (tmp_path / "demo" / "Figure3.java").write_text(text)
    (again,) = loop_documents(profile, figure, names, SourceTexts([tmp_path]))
    assert again["statement"].startswith("for")


def test_a_loop_test_has_its_blocks_and_lines(tmp_path: Path) -> None:
    """The loop is ``while (a && b) body;`` with the conditions on two lines."""
    spec = MethodSpec(
        "demo/While", "spin", "(I)V",
        [(0, 1, [(0, 4)]), (2, 3, [(2, 5)]), (4, 5, [(4, 6)]), (6, 7, [(6, 7)]), (8, 9, [(8, 9)])],
        [(0, 1, 0), (1, 2, 0), (1, 4, 2), (2, 3, 0), (2, 4, 1)],
        [("entry", 0, 0), ("loop", 1, 3)],
        [("loop", 3, 0), ("exit", 4, 0)], 6,
        loops=[{"header": 1, "latches": [3], "blocks": [1, 2, 3], "parent": -1}],
        decisions=[
            (1, "!=", "I", ["a", "0"], [1, 0], [2, 4]), (2, "!=", "I", ["b", "0"], [1, 0], [3, 4]),
        ],
        instructions={2: 2}, test_sizes={1: 2, 2: 2},
    )  # fmt: skip
    builder = RecordingBuilder(k=2)
    builder.add(spec)
    builder.stream(spec, [0, 3, 5])
    builder.auxiliary(spec, entries=1)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "it.kpath")
    number = profile.find_method("spin")
    (found,) = loop_documents(profile, number, names_of_paths(profile, number), None)
    assert found["test"] == {"blocks": [1, 2], "conditions": ["a != 0", "b != 0"], "lines": "5-6"}
