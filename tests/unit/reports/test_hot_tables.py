"""Tests the tables of hot code: the text about a loop, and what is left out."""

import io
from pathlib import Path
from typing import Any

import pytest

from kpath_jvm import Profile
from kpath_jvm.analysis.hot_sequences import HotSequence
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.analysis.waiting import why_it_waits
from kpath_jvm.reports.hot_tables import (
    covered,
    loops_table,
    paths_table,
    sequences_table,
    told_loop,
)
from kpath_jvm.reports.hottest import Hottest
from kpath_jvm.reports.markdown.report import report_markdown
from kpath_jvm.reports.output import write
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.told_sequences import sequence_lines


@pytest.fixture
def row(demo: Path) -> dict[str, Any]:
    (first, *_) = Hottest(select(Profile.open(demo), ALL), 4, 1).loops()
    return first


def text(row: dict[str, Any]) -> str:
    stream = io.StringIO()
    write(stream, 200, loops_table([row], is_part=False))
    return stream.getvalue()


def test_the_next_iteration_has_its_own_lines(row: dict[str, Any]) -> None:
    shown = text(row)
    lines = [line.strip() for line in shown.splitlines()]
    assert any(line.startswith("next iteration: about") for line in lines)
    assert "left after 7.7 % of 13 back edges (0.39 bits of uncertainty)" in lines
    assert "next iteration" not in text(row | {"next_iteration": None})


def test_periods_are_described(row: dict[str, Any]) -> None:
    assert "period" not in text(row)
    paths = "of completed paths from the loop's header to a back edge"
    assert f"95.0 % {paths} are the same as the one 3 before (period 3)" in text(
        row | {"period": 3, "period_share": 0.95, "period_of_iterations": 1.0}
    )
    always = text(row | {"period": 1, "period_share": 1.0, "period_of_iterations": 0.9})
    assert f"100.0 % {paths} are the same as the one before (90.0 % of the iterations" in always
    # If only one path goes from the header to a back edge, there is nothing to compare.
    one = text(
        row | {"period": 1, "period_share": 1.0, "period_of_iterations": 0.9, "period_paths": 1}
    )
    assert "the one before" not in one
    assert (
        "all completed paths from the loop's header to a back edge are one and the same path "
        "(90.0 % of the iterations are such paths)"
    ) in one
    unknown = text(row | {"period": 1, "period_share": 1.0})
    assert "before (it isn't known how many of the iterations are such paths)" in unknown


def test_each_share_says_of_what(row: dict[str, Any]) -> None:
    shown = text(row | {"period": 1, "period_share": 0.97})
    named = (
        "of recorded bytecodes", "of the loop's 14 path completions", "of completed paths",
        "of 13 back edges",
    )  # fmt: skip
    head = " ".join(shown.split("\n")[0].split() + shown.split("\n")[1].split()[:1])
    assert head == "of recorded bytecodes"
    # In the condition i % 2, the sign doesn't stand for a percentage.
    for line in shown.replace("i % 2", "i").split("\n")[2:]:
        for before, after in zip(line.split(" %")[:-1], line.split(" %")[1:], strict=True):
            is_first_column = not before.strip(" 0123456789.")
            assert is_first_column or after.strip().startswith(named), line


def test_missing_entries_and_iterations_are_mentioned(row: dict[str, Any]) -> None:
    for number in (0, None):
        assert "more of each" not in text(row | {"missing": number})
    assert "up to 1,234 more of each" in text(row | missing(row, 1234))
    fewer = text(row | missing(row, 1234) | {"entries_most": 2, "mean_least": 7.04})
    assert "14 iterations in 1 entry, 7.0 to 1,248.0 per entry; up to 1,234 more iter" in fewer
    assert "more iterations and 1 more entry; " in fewer
    cut = text(row | {"entries": 0} | missing(row | {"entries": 0}, 3))
    assert (
        "in up to 3 entries, whose first paths were cut off, 4.6 or more per entry; up to 3" in cut
    )


def test_bounds_of_a_look_include_what_ran_meanwhile(row: dict[str, Any]) -> None:
    more = told_loop(row | missing(row, 50), is_of_look=True).plain
    assert "; up to 50 more of each, with what ran while the look was taken; " in more
    none = told_loop(row | missing(row, 0), is_of_look=True).plain
    assert "the look" not in none
    assert "the look" not in text(row | missing(row, 50))


def test_counts_of_edges_have_two_bounds(row: dict[str, Any]) -> None:
    of_edges = row | {"entries": 0, "paths_executed": 0}
    iterations = row["iterations"]
    shown = text(of_edges | missing(of_edges, 10))
    told = f"{iterations} to {iterations + 10} iterations in 0 to 10 entries, 1.4 or more per entry"
    assert f"{told}; " in shown
    assert "cut off" not in shown


def test_an_unknown_number_of_entries_is_not_shown_as_0(row: dict[str, Any]) -> None:
    unknown = dict.fromkeys(missing(row, 0))
    shown = text(row | unknown | {"entries": 0})
    assert "iterations in entries whose first paths weren't completed, so that" in shown


def test_lower_bounds_of_iterations_have_no_mean(row: dict[str, Any]) -> None:
    assert "per entry" in text(row | {"iterations_per_entry": None})
    unknown = dict.fromkeys(missing(row, 0))
    shown = text(row | unknown | {"iterations_per_entry": None, "at_least": True})
    assert "at least " in shown
    assert "per entry" not in shown


def test_a_loop_that_no_completed_path_entered_has_0_entries(row: dict[str, Any]) -> None:
    none = {"entries": 0, "entries_most": 0}
    means = dict.fromkeys(("mean_iterations", "mean_least", "mean_most"))
    assert "in 0 entries; " in text(row | none | means)


def test_figures_of_completed_paths_are_marked(row: dict[str, Any]) -> None:
    shown = text(row | dict.fromkeys(missing(row, 0)))
    assert " 14 iterations in 1 entry, of completed paths alone; " in shown
    assert "per counted entry" not in shown
    many = row["iterations_per_entry"] | {"entries": 2}
    unknown = dict.fromkeys(missing(row, 0))
    assert "per counted entry: " in text(row | unknown | {"iterations_per_entry": many})
    assert "per counted entry: " not in text(row | {"iterations_per_entry": many})


def missing(row: dict[str, Any], more: int) -> dict[str, Any]:
    """Returns the bounds of a row from which up to ``more`` entries and iterations are missing."""
    entries, iterations = row["entries"], row["iterations"]
    return {
        "missing": more,
        "entries_most": entries + more,
        "iterations_most": iterations + more,
        "mean_iterations": None,
        "mean_least": iterations / (entries + more) if entries + more else None,
        "mean_most": (iterations + more) / entries if entries else None,
    }


def test_at_most_four_paths_are_listed_with_their_lines(row: dict[str, Any]) -> None:
    one = row["sequence"]["named"][0]
    named = [one | {"name": name} for name in "ABCDEF"]
    shown = text(row | {"sequence": row["sequence"] | {"named": named}})
    assert "D  lines" in shown
    assert "E  lines" not in shown
    for name in "EF":
        assert f"{name}  {one['briefly'][0]}" in shown


def test_overlapping_occurrences_are_mentioned(row: dict[str, Any]) -> None:
    """In A B A B A B, two occurrences of A B A B overlap."""
    sequence = row["sequence"] | {"count": 6, "paths": [7, 8] * 2, "period": 2}
    assert "6 times, overlaps included, covering at least" in text(row | {"sequence": sequence})
    sequence |= {"paths": [1, 2, 3, 4], "period": 4}
    assert "6 times, covering" in text(row | {"sequence": sequence})


def test_repeated_paths_have_exact_shares(row: dict[str, Any]) -> None:
    """Of nine As in a row, the first six begin a sequence of four As."""
    completed = "AAAAAAAAABBA"
    count = sum(completed[at:].startswith("AAAA") for at in range(len(completed)))
    repeated = HotSequence(0, (7,) * 4, count, 1)
    sequence = row["sequence"] | {
        "count": count,
        "paths": list(repeated.paths),
        "period": 1,
        "share_of_loop": repeated.covered / len(completed),
    }
    assert covered(row | {"sequence": sequence, "completions": len(completed)}) == (
        "; 50.0 % of the loop's 12 path completions begin one"
    )


def test_an_interval_follows_the_share_that_it_is_about(row: dict[str, Any], demo: Path) -> None:
    sequence = row["sequence"] | {
        "count": 5, "paths": [1, 2], "period": 2, "share_of_loop": 0.1,
        "interval": {"low": 0.05, "high": 0.15},
    }  # fmt: skip
    told = row["sequence"]["named"][0] | {"name": "F", "path": 9}
    commoner = {"path": 9, "name": "F", "count": 960, "share_of_loop": 0.6, "told": told}
    pieces = {"pieces": 3, "followed": 50, "left": 2}
    several = {"next_iteration": row["next_iteration"] | pieces, "completions": 1_600}
    after_first = "6.2 % of iterations after an entry's first are several paths each"
    plain = row | several | {"sequence": sequence}
    covering = "covering 10.0 % of the loop's 1,600 path completions (5.0 % to 15.0 %)"
    assert f"{covering}; {after_first}\n" in told_loop(plain).plain
    other = plain | {"sequence": sequence | {"commoner": commoner}}
    assert f"{covering}; path F, which isn't in the sequence, has 60.0 %; {after_first}" in (
        told_loop(other).plain
    )
    summary = summarise(Profile.open(demo), ReportOptions()) | {"loops": [other]}
    assert f"{covering}; path F, which" in "\n".join(report_markdown(summary))
    # The words about a negligible sequence are only about the commoner path.
    small = {"commoner": commoner, "share_of_loop": 0.0004, "interval": {"low": 0, "high": 0.001}}
    shown = told_loop(plain | {"sequence": sequence | small}).plain
    assert "F  960 times, 60.0 % of the loop's 1,600 path completions\n" in shown
    assert "0.0 % to 0.1 %" not in shown


def test_no_more_paths_of_a_negligible_sequence_are_mentioned(row: dict[str, Any]) -> None:
    one = row["sequence"]["named"][0]
    commoner = {"name": "G", "count": 960, "share_of_loop": 0.6, "told": one | {"name": "G"}}
    sequence = row["sequence"] | {
        "named": [one | {"name": name} for name in "ABCDEF"],
        "commoner": commoner,
        "share_of_loop": 0.0004,
    }
    shown = text(row | {"sequence": sequence})
    assert "G  lines" in shown
    assert "more path" not in shown
    assert "more path" not in "".join(sequence_lines(sequence))


def test_a_loops_path_is_described_only_once(demo: Path) -> None:
    hottest = Hottest(select(Profile.open(demo), ALL), 4, 99)
    loops, paths = hottest.loops(), hottest.paths()

    def shown(path: dict[str, Any], rows: list[dict[str, Any]]) -> str:
        stream = io.StringIO()
        write(stream, 300, paths_table([path], rows, is_part=False))
        return stream.getvalue()

    seen = set()
    source = [{"place": "9", "text": "int n;"}]
    for path in paths:
        described = [
            place
            for place, loop in enumerate(loops, 1)
            if loop["title"] == path["title"] and loop["sequence"] is not None
            if path["path"] in [one["path"] for one in loop["sequence"]["named"]]
        ]
        seen.add(bool(described))
        text = shown(path, loops)
        assert (f"{path['name']}  described above at loop" in text) == bool(described)
        if described:
            assert f"at loop {described[0]}\n" in text
        for whole in (shown(path, []), shown(path | {"source": source}, loops)):
            assert f"{path['name']}  {path['start']} to {path['end']}, " in whole
    assert seen == {True, False}


def test_only_loops_that_certainly_never_went_round_are_marked(row: dict[str, Any]) -> None:
    never = row | {"entries": 9, "entries_most": 9, "iterations": 0, "iterations_most": 0}
    assert "0 iterations in 9 entries: it never went round; " in text(never)
    # An iteration may be missing, so the loop may have gone round.
    unknown = never | {"missing": 1, "iterations_most": 1}
    for other in (row, unknown, never | {"at_least": True}):
        assert "never went round" not in text(other)


def test_tables_of_sequences_count_paths_and_not_iterations(row: dict[str, Any]) -> None:
    sequence = row["sequence"] | {
        "paths": list(range(8)), "iterations": 6, "count": 9_900, "period": 8, "loop": None,
    }  # fmt: skip
    stream = io.StringIO()
    write(stream, 200, sequences_table([sequence]))
    head, first, *_ = stream.getvalue().splitlines()
    assert head.split() == ["count", "paths", "sequence"]
    assert first.split()[1:3] == ["9,900", "8"]


def test_loops_that_wait_are_described(row: dict[str, Any]) -> None:
    words = why_it_waits("retry AtomicInteger.compareAndSet")
    shown = text(row | {"loop": row["loop"] | {"waiting": words}})
    assert "a retry loop: it goes round until AtomicInteger.compareAndSet succeeds" in shown
    assert "loop: it goes round" not in text(row)


def test_a_loop_without_a_line_is_named_by_its_number(row: dict[str, Any]) -> None:
    loop = {"header_block": 0, "header_line": None, "header_place": None, "statement": None}
    loop |= {"test": None, "waiting": None}
    shown = text(row | {"loop": loop, "number": 2, "sequence": None})
    assert "run(int), loop 3" in shown
    assert "times" not in shown
