"""Tests that the table of loops has the computed figures, and that all outputs agree with it."""

import csv
import io
import json
from pathlib import Path

import pytest

import kpath_jvm
from builders.nested import nested_profile
from builders.versions import Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopRow, loop_rows
from kpath_jvm.analysis.selection import ALL, select
from kpath_jvm.cli.main import run_verb
from kpath_jvm.facts.loops import SCHEMA, loop_header, loop_statement, loop_table
from kpath_jvm.reports.completed_words import cut_off_in_loop
from kpath_jvm.reports.hot_tables import told_loop
from kpath_jvm.reports.hottest import Hottest
from kpath_jvm.reports.page.document import PageOptions, page_document


def _rows(profile: Profile) -> list[LoopRow]:
    return [row for method in profile.method_rows.numbers.tolist()
            for row in loop_rows(profile, method)]  # fmt: skip


def test_the_table_has_each_loop_s_figures(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    rows = _rows(profile)
    table = loop_table(profile, rows, Costs(profile).total)
    assert table.schema == SCHEMA
    assert len(rows) >= 3
    for row, one in zip(rows, table.to_pylist(), strict=True):
        assert (one["method"], one["loop"], one["depth"]) == (row.method, row.loop, row.depth)
        assert (one["entries"], one["iterations"]) == (row.entries, row.iterations)
        assert (one["bytecodes"], one["whole_bytecodes"]) == (row.cost, row.whole_cost)
        assert one["share"] == row.cost / Costs(profile).total
        assert (one["paths"], one["paths_executed"]) == ([*row.paths], len(row.paths))
        found = row.next_iteration
        if found is None:
            assert (one["back_edges_followed"], one["next_bits"], one["exit_bits"]) == (0, [], [])
            assert one["left_exact"] is None
        else:
            assert (one["next_bits"], one["exit_bits"]) == ([*found.bits], [*found.exit_bits])
            assert one["lacks_longer"] is found.lacks_longer
            assert one["left_exact"] is found.is_left_exact
            names = ("back_edges_followed", "left_after", "left_unclear", "pieces", "not_followed")
            assert tuple(one[name] for name in names) == (
                found.followed, found.left, found.unclear, found.pieces, found.not_followed,
            )  # fmt: skip
        assert (one["sequence"] is None) is (row.sequence is None)
        assert one["place"] == f"line {row.header_line}"


def test_shares_refer_to_a_loop_s_own_blocks(tmp_path: Path) -> None:
    profile = nested_profile(tmp_path)
    rows = _rows(profile)
    assert any(row.cost < row.whole_cost for row in rows)
    table = loop_table(profile, rows, 1000)
    assert table.column("share").to_pylist() == [row.cost / 1000 for row in rows]


def test_without_loops_the_table_is_empty_with_all_columns(demo: Path) -> None:
    table = loop_table(Profile.open(demo), [], 0)
    assert (table.num_rows, table.schema) == (0, SCHEMA)


def test_headers_are_given_by_line_and_block(demo: Path) -> None:
    profile = Profile.open(demo).merged()
    row = _rows(profile)[0]
    loop = profile.code(row.method).loops[row.loop]
    assert loop_header(profile, row.method, loop, None) == {
        "header_block": row.header,
        "header_line": row.header_line,
        "header_place": f"line {row.header_line}",
        "statement": None,
        "test": None,
        "waiting": None,
    }
    assert loop_statement(profile, row.method, loop, None) is None


def test_a_loop_test_beyond_the_header_s_line_is_described(tmp_path: Path) -> None:
    """The loop test has two conditions, which leave the loop for the same block."""
    shape = ((1,), (2, 4), (3, 4), (1,), ())
    version = Version(shape, [[0, 1, 2, 3, 1, 2, 4]])
    profile = versions_profile(tmp_path, "p", version)
    told = loop_header(profile, 0, profile.code(0).loops[0], None)["test"]
    assert told == "loop test: x1 == 0, x2 == 0 (lines 2-3); a pass that ends there is no iteration"
    (row,) = Hottest(select(profile, ALL), 4, 99).loops()
    assert told in told_loop(row).plain
    # One iteration began; the second pass ended at the second condition.
    assert row["iterations"] == 1


def test_the_loop_test_is_described_if_a_latch_leaves_the_loop_too(tmp_path: Path) -> None:
    """Tests ``do { if (x1 != 0) break; c; } while (x3 == 0);``."""
    version = Version(((1,), (2, 4), (3,), (1, 4), ()), [[0, 1, 2, 3, 1, 4]])
    profile = versions_profile(tmp_path, "do", version)
    told = loop_header(profile, 0, profile.code(0).loops[0], None)["test"]
    assert told == "loop test: x1 == 0; a pass that ends there is no iteration"


def test_a_first_condition_that_is_no_loop_test_is_described(tmp_path: Path) -> None:
    """Tests ``while (--n >= 0) if (x2 != 0) return;``: ``--n`` is a statement before the test."""
    version = Version(
        ((1,), (2, 3), (1, 4), (), ()),
        [[0, 1, 2, 1, 2, 1, 3]],
        instructions={1: 3},
        test_sizes={1: 2},
    )
    profile = versions_profile(tmp_path, "while", version)
    told = loop_header(profile, 0, profile.code(0).loops[0], None)["test"]
    assert told == "no loop test: a pass that ends at x1 == 0 is an iteration, too"
    (row,) = Hottest(select(profile, ALL), 4, 99).loops()
    assert told in told_loop(row).plain
    assert row["iterations"] == 3


def test_python_json_csv_and_the_page_say_the_same(
    demo: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = kpath_jvm.loops(Profile.open(demo).merged())
    assert run_verb(["report", str(demo), "--json", "--top", "100"]) == 0
    document = json.loads(capsys.readouterr().out)["loops"]
    assert run_verb(["export", str(demo), "--format", "csv", "--table", "loops"]) == 0
    table = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    page = page_document(Profile.open(demo), PageOptions()).whole["loops"]

    def figures(entered: int, iterations: int, cost: int) -> tuple[int, int, int]:
        return entered, iterations, cost

    of_frame = sorted(
        figures(row["entries"], row["iterations"], row["bytecodes"])
        for row in frame.to_dict("records")
    )
    assert of_frame == sorted(
        figures(one["entries"], one["iterations"], one["bytecodes"]) for one in document
    )
    assert of_frame == sorted(
        figures(one["entries"], one["iterations"], one["cost"]) for one in page
    )
    # The figures on cut-off paths agree, too. The page has these figures in words.
    names = ("bytecodes_cut_off", "paths_cut_off")
    of_frame_too = sorted(
        (row["title"], *(row[name] for name in names)) for row in frame.to_dict("records")
    )
    assert of_frame_too == sorted(
        (one["title"], *(one[name] for name in names)) for one in document
    )
    told = sorted((one["title"], cut_off_in_loop(one)) for one in document)
    assert sorted((one["title"], one["cut_off"]) for one in page) == told
    assert sum(bool(text) for _, text in told) == 1
    # In the exported table, each version of a method has rows of its own.
    for name in ("entries", "iterations", "bytecodes", *names):
        assert sum(int(row[name]) for row in table) == frame[name].sum()
    assert len(of_frame) >= 3
    shares = {row["share"] for row in frame.to_dict("records")}
    assert shares == {one["share_of_all"] for one in document}
