"""Tests that files of an inline profiler are read, and refused if they are damaged."""

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.checked import checked, write_table
from builders.recordings import recording_document
from kpath_jvm.errors import KpathError
from kpath_jvm.recording.inline import profiler_of, read_inline

FIGURES = {
    "ended": "shutdown", "quiet": True, "items": 9, "bytes": 80, "threads": 1, "lost": 0,
    "unlisted_classes": 0,
}  # fmt: skip


def write_options(directory: Path, **options: Any) -> None:
    (directory / "recording.json").write_text(checked(recording_document(options=options)))


@pytest.fixture
def directory(tmp_path: Path) -> Path:
    write_options(tmp_path, profiler="k-blpp", k=3)
    (tmp_path / "inline.json").write_text(checked(FIGURES))
    return tmp_path


def write_nodes(directory: Path, *rows: tuple[int, int, int]) -> None:
    kind = np.dtype([("parent", "<i4"), ("id", "<i4"), ("count", "<i8")])
    write_table(directory, "forest.bin", np.array(list(rows), dtype=kind))


def test_a_recording_names_its_profiler_and_k(directory: Path) -> None:
    assert (read_inline(directory).profiler, read_inline(directory).k) == ("k-blpp", 3)
    write_options(directory, profiler="edge")
    assert read_inline(directory).k == 1
    write_options(directory, profiler="other")
    with pytest.raises(KpathError, match="is not an inline profiler's recording"):
        read_inline(directory)
    write_options(directory, profiler="k-blpp", k=65)
    with pytest.raises(KpathError, match="has k = 65, not 1 to 64"):
        read_inline(directory)


@pytest.mark.parametrize(
    ("figures", "complaint"),
    [
        (None, "has no inline.json: an inline profiler writes its tables when the JVM ends"),
        ({"ended": "memory"}, "has no tables: k-blpp ran out of memory"),
        ({"items": -1}, "has items = -1"),
    ],
)
def test_a_recording_without_tables_is_refused(
    directory: Path, figures: dict[str, Any] | None, complaint: str
) -> None:
    (directory / "inline.json").unlink()
    if figures is not None:
        (directory / "inline.json").write_text(checked(FIGURES | figures))
    with pytest.raises(KpathError, match=complaint) as refused:
        read_inline(directory)
    assert "\n" not in str(refused.value)


def test_pairs_are_ids_and_counts(directory: Path) -> None:
    write_table(directory, "counts.bin", np.array([1, 10, 2**31 - 1, 2**62], dtype="<i8"))
    ids, counts = read_inline(directory).path_counts()
    assert (ids.tolist(), counts.tolist()) == ([1, 2**31 - 1], [10, 2**62])
    write_table(directory, "counters.bin", np.array([], dtype="<i8"))
    assert [column.tolist() for column in read_inline(directory).counters()] == [[], []]


@pytest.mark.parametrize(
    ("values", "complaint"),
    [
        ([1], "counts.bin is cut off"),
        ([0, 1], "isn't an id or a count"),
        ([2**31, 1], "isn't an id or a count"),
        ([1, -1], "isn't an id or a count"),
    ],
)
def test_invalid_pairs_are_refused(directory: Path, values: list[int], complaint: str) -> None:
    write_table(directory, "counts.bin", np.array(values, dtype="<i8"))
    with pytest.raises(KpathError, match=complaint):
        read_inline(directory).path_counts()


def test_nodes_come_after_their_parents(directory: Path) -> None:
    write_nodes(directory, (-1, 5, 3), (0, 6, 2), (-1, 7, 0))
    nodes = read_inline(directory).nodes()
    assert nodes.parents.tolist() == [-1, 0, -1]
    assert nodes.ids.tolist() == [5, 6, 7]
    assert nodes.counts.tolist() == [3, 2, 0]


@pytest.mark.parametrize("row", [(0, 1, 1), (-2, 1, 1), (-1, 0, 1), (-1, 1, -1)])
def test_an_invalid_forest_is_refused(directory: Path, row: tuple[int, int, int]) -> None:
    write_nodes(directory, row)
    with pytest.raises(KpathError, match="it isn't a forest"):
        read_inline(directory).nodes()


def write_words(directory: Path, *rows: tuple[int, int, int]) -> None:
    write_table(directory, "words.bin", np.array([(*row, 0) for row in rows], dtype=np.uint64))


def test_words_are_read_with_their_contexts(directory: Path) -> None:
    # A word packs the numbers of several paths, with 21 bits each, and has a mark bit above them.
    # Three paths fill the word. With a single path, the mark is bit 21.
    full, one = 1 << 63 | 5 << 42 | 6 << 21 | 7, 1 << 21 | 9
    write_words(directory, (21 << 32 | 100, full, 4 << 1 | 1), (1 << 37 | 21 << 32 | 100, one, 2))
    words = read_inline(directory).words()
    assert words.contexts.tolist() == [-1, 0]
    assert words.lengths.tolist() == [3, 1]
    assert words.counts.tolist() == [4, 1]
    write_words(directory, (700, 1, 6))
    words = read_inline(directory).words()
    assert (words.firsts.tolist(), words.bits.tolist(), words.lengths.tolist()) == ([700], [0], [1])


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        ((0, 1, 2), "something that isn't a word"),
        ((700, 2, 2), "something that isn't a word"),
        ((2 << 32 | 700, 1 << 4, 2), "something that isn't a word"),
        ((700, 1, 2**63), "something that isn't a word"),
        ((1 << 37 | 700, 1, 2), "something that isn't a word"),
        ((1 << 37 | 700, 1, 3), "a context comes after its word"),
    ],
)
def test_damaged_words_are_refused(
    directory: Path, row: tuple[int, int, int], complaint: str
) -> None:
    write_words(directory, row)
    with pytest.raises(KpathError, match=complaint):
        read_inline(directory).words()


def test_methods_that_still_run_may_hold_back_paths(directory: Path) -> None:
    figures = FIGURES | {"running": ["a.B.main", "a.B.other", "java.lang.Thread.run"]}
    (directory / "inline.json").write_text(checked(figures))
    lines = [
        {"class": "a/B", "name": "main", "held_paths": 9},
        {"class": "a/B", "name": "other", "held_paths": 0},
        {"class": "a/B", "name": "ended", "held_paths": 9},
        {"class": "a/C", "name": "main", "held_paths": 9},
    ]
    (directory / "methods.jsonl").write_text(checked(*lines) + "{")
    assert read_inline(directory).held_at_end() == ["a.B.main"]


def test_a_running_methods_class_may_have_a_lone_surrogate_in_its_name(directory: Path) -> None:
    figures = FIGURES | {"running": ["a.\ud800.main"]}
    (directory / "inline.json").write_text(checked(figures))
    line = {"class": "a/\ud800", "name": "main", "held_paths": 9}
    (directory / "methods.jsonl").write_text(checked(line))
    assert read_inline(directory).held_at_end() == ["a.\\ud800.main"]


def test_a_table_that_is_missing_cut_off_or_no_regular_file_is_refused(directory: Path) -> None:
    path = directory / "forest.bin"
    with pytest.raises(KpathError, match=r"cannot read .*No such file"):
        read_inline(directory).nodes()
    path.write_bytes(bytes(15))
    with pytest.raises(KpathError, match="cut off"):
        read_inline(directory).nodes()
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(KpathError, match=r"forest\.bin"):
        read_inline(directory).nodes()


@pytest.mark.parametrize(
    ("text", "profiler"),
    [
        (checked(recording_document(options={"profiler": "edge"})), "edge"),
        (checked(recording_document(options={"profiler": "stream"})), None),
        (None, None),
    ],
)
def test_a_directorys_inline_profiler_is_found(
    tmp_path: Path, text: str | None, profiler: str | None
) -> None:
    if text is not None:
        (tmp_path / "recording.json").write_text(text)
    assert profiler_of(tmp_path) == profiler


@pytest.mark.parametrize("text", ["[]", "{", json.dumps(recording_document())])
def test_a_damaged_recording_json_is_reported(tmp_path: Path, text: str) -> None:
    (tmp_path / "recording.json").write_text(text)
    with pytest.raises(KpathError, match=r"recording\.json .*; record again"):
        profiler_of(tmp_path)


@pytest.mark.parametrize("bit", range(16 * 8))
def test_a_table_with_a_flipped_bit_is_refused(directory: Path, bit: int) -> None:
    write_table(directory, "counts.bin", np.array([7, 1 << 40], dtype="<i8"))
    path = directory / "counts.bin"
    content = bytearray(path.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    path.write_bytes(content)
    with pytest.raises(KpathError, match=r"counts\.bin is damaged: .* changed since .*; record"):
        read_inline(directory).path_counts()


def test_a_table_without_a_checksum_is_refused(directory: Path) -> None:
    write_nodes(directory, (-1, 5, 3))
    (directory / "inline.json").write_text(checked(FIGURES))
    with pytest.raises(KpathError, match=r"forest\.bin is damaged"):
        read_inline(directory).nodes()


@pytest.mark.parametrize("name", ["inline.json", "recording.json"])
def test_a_description_with_a_flipped_bit_is_refused(directory: Path, name: str) -> None:
    path = directory / name
    content = path.read_bytes()
    # The last byte, a line feed, isn't changed.
    for bit in range(8 * len(content) - 8):
        changed = bytearray(content)
        changed[bit // 8] ^= 1 << bit % 8
        path.write_bytes(changed)
        with pytest.raises(KpathError) as refused:
            read_inline(directory)
        assert name in str(refused.value), bit
