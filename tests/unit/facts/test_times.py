"""Tests the table of times: the shares of methods and loops, and where each loop is."""

from pathlib import Path
from typing import Any

import pytest

from builders.timed import DEMO, DEMO_STACKS, add_samples
from kpath_jvm import Profile
from kpath_jvm.analysis.time_shares import TimeShares
from kpath_jvm.facts.times import SCHEMA, time_table

INCLUSIVE = (
    "samples_inclusive", "samples_inclusive_most", "inclusive_share", "inclusive_share_most",
    "inclusive_low", "inclusive_high",
)  # fmt: skip


@pytest.fixture
def timed(demo: Path) -> Profile:
    add_samples(demo, *DEMO)
    return Profile.open(demo)


def test_a_method_s_row_has_its_shares_and_no_place(timed: Profile) -> None:
    shares = TimeShares.of(timed.merged())
    assert shares is not None
    rows = time_table(timed.merged(), shares.methods).to_pylist()
    assert len(rows) == len(shares.methods) >= 3
    for row, one in zip(rows, shares.methods, strict=True):
        assert one.interval is not None
        assert (row["method"], row["samples"]) == (one.method, one.samples)
        assert (row["time_share"], row["share"]) == (one.share, one.bytecode_share)
        assert (row["time_low"], row["time_high"]) == (one.interval.low, one.interval.high)
        assert (row["bytecodes"], row["difference"]) == (one.bytecodes, one.difference)
        assert (row["loop"], row["line"], row["place"]) == (None, None, None)
        # These samples don't include the methods on the stack.
        assert {row[name] for name in INCLUSIVE} == {None}


def test_a_method_s_row_has_its_inclusive_share(demo: Path) -> None:
    add_samples(demo, *DEMO, partial=5, on_stack=DEMO_STACKS)
    profile = Profile.open(demo).merged()
    shares = TimeShares.of(profile)
    assert shares is not None
    rows = time_table(profile, shares.methods).to_pylist()
    for row, one in zip(rows, shares.methods, strict=True):
        found = one.inclusive
        assert found is not None
        assert found.interval is not None
        assert tuple(row[name] for name in INCLUSIVE) == (
            found.samples, found.samples + 5, found.samples / 1000, (found.samples + 5) / 1000,
            found.interval.low, found.interval.high,
        )  # fmt: skip
    for row in time_table(profile, shares.loops).to_pylist():
        assert {row[name] for name in INCLUSIVE} == {None}


def test_without_rows_the_table_is_empty_with_all_columns(timed: Profile) -> None:
    table = time_table(timed, [])
    assert (table.num_rows, table.schema) == (0, SCHEMA)


def test_the_table_has_a_loop_s_line_and_place(timed: Profile) -> None:
    shares = TimeShares.of(timed.merged())
    assert shares is not None
    table = time_table(timed.merged(), shares.loops)
    assert table.schema == SCHEMA
    rows: list[dict[str, Any]] = table.to_pylist()
    assert rows
    for row in rows:
        code = timed.merged().code(row["method"])
        assert row["line"] == code.header_line(code.loops[row["loop"]].header)
        assert row["place"] == f"line {row['line']}"
