"""Tests how rows of overlapping paths are made from counts of paths and of their extensions."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.checked import checked, write_table
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, recording_document
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.recorded.overlaps import overlapping
from kpath_jvm.recording.inline import InlineRecording, read_inline

FIGURES = {
    "ended": "shutdown", "quiet": True, "items": 9, "bytes": 80, "threads": 1, "lost": 0,
    "unlisted_classes": 0,
}  # fmt: skip


@pytest.fixture
def line() -> dict[str, Any]:
    """Returns the metadata of ``figure_3()``, with extensions that begin at the loop's header."""
    builder = RecordingBuilder()
    builder.add(figure_3())
    line = builder.lines[0]
    header, latch = line["loops"][0]["header"], line["loops"][0]["latches"][0]
    line["overlaps"] = [
        {
            "first": 0, "root": header, "degree": 1, "longest": 1, "extensions": 2,
            "predicates": [header, latch], "ends": [latch],
            "edges": [
                [header, 2, 0], [header, 3, 1], [2, latch, 0], [3, latch, 0],
            ],
        }
    ]  # fmt: skip
    return line


def recorded(
    directory: Path, line: dict[str, Any], rows: list[tuple[int, int, int]]
) -> InlineRecording:
    (directory / "recording.json").write_text(
        checked(recording_document(options={"profiler": "ol"}))
    )
    (directory / "inline.json").write_text(checked(FIGURES))
    (directory / "methods.jsonl").write_text(checked(line))
    kind = np.dtype([("number", "<u4"), ("id", "<u4"), ("count", "<i8")])
    write_table(directory, "overlaps.bin", np.array(rows, dtype=kind))
    return read_inline(directory)


def at_latch(line: dict[str, Any]) -> int:
    """Returns the number of a path that ends at the back edge."""
    latch = line["loops"][0]["latches"][0]
    return next(value for kind, block, value in line["ends"] if (kind, block) == ("loop", latch))


def test_counts_of_extensions_add_up_to_the_count_of_their_path(
    tmp_path: Path, line: dict[str, Any]
) -> None:
    number = at_latch(line)
    path = line["first_id"] + number
    rows = [(path, 0, 10), (0, path, 4), (1, path, 5)]
    counted = overlapping(recorded(tmp_path, line, rows))
    assert sum(one.count for one in counted.extended) == 10
    assert [one.end.split()[0] for one in counted.extended] == ["predicate", "predicate", "open"]
    first, second, rest = counted.extended
    assert first.blocks[: len(rest.blocks)] == second.blocks[: len(rest.blocks)] == rest.blocks
    assert first.blocks != second.blocks
    assert {one.number >> 24 for one in counted.extended} == {number}
    assert counted.forest.counts.tolist() == [10]


def test_more_extensions_than_completions_are_refused(tmp_path: Path, line: dict[str, Any]) -> None:
    path = line["first_id"] + at_latch(line)
    with pytest.raises(KpathError, match="extended more often than completed"):
        overlapping(recorded(tmp_path, line, [(path, 0, 3), (0, path, 4)]))


@pytest.mark.parametrize("row", [(0, 0, 1), (1, 2**31, 1), (2**24, 1, 1), (1, 1, -1)])
def test_damaged_rows_are_refused(
    tmp_path: Path, line: dict[str, Any], row: tuple[int, int, int]
) -> None:
    with pytest.raises(KpathError, match="is damaged"):
        overlapping(recorded(tmp_path, line, [row]))
