"""Tests how methods.jsonl is read, whether or not it is damaged."""

import hashlib
import json
from contextlib import suppress
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from msgspec.structs import astuple

from builders.checked import checked
from builders.damaged_json import STRANGE_NUMBERS, numbers_in, replaced
from builders.methods import figure_3
from builders.recordings import RecordingBuilder
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.metadata import (
    ControlFlow,
    CountedIds,
    InstrumentedMethod,
    LadderOutcome,
    MethodIdentity,
    NumberedPaths,
    SchemeGraphs,
    read_metadata,
)
from kpath_jvm.profile.tables import build_tables

#: All blocks of ``figure_3()`` but the last one.
_BLOCKS = figure_3().line()["blocks"][:-1]


def _line(**changes: Any) -> str:
    method = figure_3()
    method.first_id = 1
    return checked(method.line() | changes)


def _read(path: Path, text: str) -> Any:
    return read_metadata(_file(path, text))


def _file(path: Path, text: str) -> Path:
    file = path / "methods.jsonl"
    file.write_text(text)
    return file


def test_all_fields_are_read(tmp_path: Path) -> None:
    method = _read(tmp_path, _line(access=9, version=3)).methods[0]
    one, flow = method.identity, method.flow
    assert (one.class_name, one.name, one.descriptor) == ("demo/Figure3", "run", "(I)V")
    assert one.member == "demo/Figure3.run"
    assert (one.access, one.version, one.source) == (9, 3, "Figure3.java")
    assert flow.blocks[0].lines == ((0, 8), (2, 9))
    assert [block.instructions for block in flow.blocks] == [4, 5, 6, 6, 7, 1]
    assert flow.loops[0].latches == (4,)


def test_each_field_belongs_to_one_part_of_a_method() -> None:
    parts = (MethodIdentity, ControlFlow, NumberedPaths, CountedIds, LadderOutcome, SchemeGraphs)
    assert get_type_hints(InstrumentedMethod) == dict(
        zip(InstrumentedMethod.__struct_fields__, parts, strict=True)
    )
    found = [name for part in parts for name in part.__struct_encode_fields__]
    assert len(found) == len(set(found))
    assert set(figure_3().line()) - {"kind"} <= set(found)


def test_a_method_can_be_made_from_fields(tmp_path: Path) -> None:
    line = _line(access=9, repeats=[2], rejected=[["full", 9, "size"]])
    assert InstrumentedMethod.of(json.loads(line)) == _read(tmp_path, line).methods[0]


def test_inlined_lines_of_other_files_are_read(tmp_path: Path) -> None:
    row = (10, "Util.kt", "a/b", 12, 9)
    (method,) = _read(tmp_path, _line(mapped=[row])).methods
    assert [astuple(one) for one in method.flow.mapped] == [row]


def test_digests_of_path_tables_are_stable(tmp_path: Path) -> None:
    """Other versions of kpath-jvm must write the same digest.

    If the digests of two methods are equal, equal numbers stand for equal paths.
    """
    method = _read(tmp_path, _line()).methods[0]
    blocks = [[block.first_offset, block.last_offset, block.lines] for block in method.flow.blocks]
    one = method.numbered
    shape = [blocks, one.edges, one.starts, one.ends, one.cuts, one.paths]
    text = json.dumps(shape)
    assert ", " in text
    assert method.path_tables == hashlib.sha256(text.encode()).hexdigest()[:16]


@pytest.mark.parametrize("keep", [1, 40, -2])
def test_a_cut_off_last_line_is_no_damage(tmp_path: Path, keep: int) -> None:
    metadata = _read(tmp_path, _line() + _line(first_id=100)[:keep])
    assert len(metadata.methods) == 1
    assert metadata.damaged_lines == []


def test_a_last_line_without_a_line_feed_is_read(tmp_path: Path) -> None:
    assert len(_read(tmp_path, _line() + _line(first_id=100).rstrip("\n")).methods) == 2


@pytest.mark.parametrize(
    "line",
    [
        _line(mapped=[(10, None, "a/b", 12, 9)]).strip(),
        "{}",
        "[]",
        "nonsense",
        '{"kind": "other"}',
        '{"kind": "skipped", "class": "a"}',
        _line(edges=[[0, 99, 0]]).strip(),
        _line(paths=0).strip(),
        _line(rung="chord").strip(),
        _line(first_id=2**31).strip(),
        _line(first_id=float("inf")).strip(),
        "[" * 10**6,
        _line(counters={"entries": 0}).strip(),
        _line(counters=[1]).strip(),
        _line(loops=[{"header": 0, "latches": [], "blocks": [], "parent": 7}]).strip(),
        _line(blocks=[*_BLOCKS, (28, 28, [(28, 17)], 0)]).strip(),
        _line(blocks=[*_BLOCKS, (28, 28, [(28, 17)])]).strip(),
        _line(blocks=[*_BLOCKS, (2**63, 28, [(28, 17)], 1)]).strip(),
    ],
)
def test_a_bad_line_is_counted_and_all_others_read(tmp_path: Path, line: str) -> None:
    metadata = _read(tmp_path, line + "\n" + _line())
    assert len(metadata.methods) == 1
    assert metadata.damaged_lines == [1]


@pytest.mark.parametrize("number", STRANGE_NUMBERS, ids=lambda number: f"{number!s:.12}")
def test_strange_numbers_cause_no_error_but_a_kpath_error(tmp_path: Path, number: float) -> None:
    """The line is reported as damaged, or becomes tables, or causes a ``KpathError``."""
    builder = RecordingBuilder()
    method = builder.add(figure_3(cuts=[(4, 1)], athrows=[2], rejected=[("full", 9, "size")]))
    builder.add(figure_3(name="after"))
    builder.stream(method, [6, 2, 3])
    recorded = builder.build(tmp_path)
    first, after = recorded.methods_path.read_text().splitlines()
    document = json.loads(first)
    del document["crc32"]
    ways = [*numbers_in(document)]
    assert {way[0] for way in ways} > {"blocks", "edges", "loops", "counters", "rejected"}
    for way in ways:
        _file(tmp_path, f"{checked(replaced(document, way, number))}{after}\n")
        with suppress(KpathError):
            metadata = read_metadata(recorded.methods_path)
            assert len(metadata.methods) + len(metadata.damaged_lines) == 2, way
            build_tables(metadata, recorded)


def test_two_methods_with_one_id_are_refused(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="gives id 5 to two methods"):
        _read(tmp_path, _line() + _line(first_id=5))


def test_a_device_is_refused_as_metadata(tmp_path: Path) -> None:
    file = tmp_path / "methods.jsonl"
    file.symlink_to("/dev/zero")
    with pytest.raises(KpathError, match="not a regular file"):
        read_metadata(file)


def test_missing_metadata_is_reported(tmp_path: Path) -> None:
    with pytest.raises(KpathError, match="cannot read the metadata"):
        read_metadata(tmp_path / "none")


def test_skipped_methods_may_have_lone_surrogates(tmp_path: Path) -> None:
    entry = {"kind": "skipped", "class": "a/\ud800", "loader": "app", "reason": "abstract"}
    skipped = _read(tmp_path, checked(entry)).skipped[0]
    assert skipped.class_name == "a/\\ud800"
    assert (skipped.name, skipped.reason) == (None, "abstract")


def test_methods_may_have_lone_surrogates(tmp_path: Path) -> None:
    metadata = _read(tmp_path, _line(name="run\udfff") + _line(first_id=100))
    assert [method.identity.name for method in metadata.methods] == ["run\\udfff", "run"]
    assert metadata.methods[0].flow == metadata.methods[1].flow


def test_ids_include_those_of_paths_and_counters(tmp_path: Path) -> None:
    method = _read(tmp_path, _line(first_id=100, counters={"entries": 300})).methods[0]
    assert list(method.ids()) == [*range(100, 100 + method.numbered.paths), 300]


def test_the_last_line_decides_since_when_a_method_is_recorded(tmp_path: Path) -> None:
    since = [
        {"kind": "since", "millis": 0, "first_ids": []},
        {"kind": "since", "millis": -1, "first_ids": [1, 100]},
        {"kind": "since", "millis": 1234, "first_ids": [1]},
    ]
    text = _line() + _line(first_id=100) + _line(first_id=200)
    metadata = _read(tmp_path, text + checked(*since))
    assert [method.counted.since_millis for method in metadata.methods] == [1234, -1, 0]
    assert metadata.damaged_lines == []


def test_an_id_belongs_to_one_method(tmp_path: Path) -> None:
    both = "gives id 2 to two methods: demo/Figure3.run and demo/Figure3.other"
    with pytest.raises(KpathError, match=both):
        _read(tmp_path, _line() + _line(first_id=2, name="other"))


def _switch(labels: list[str], table: str) -> list[Any]:
    return [0, "switch", "I", ["x"], [1, 2], [1, 2, 3], 3, labels, table]


def _labels(path: Path, *tables: tuple[str, list[str]]) -> tuple[str, ...]:
    """Returns the labels of a switch in the loader "app". A table has a loader and labels."""
    text = _line(decisions=[_switch([], "demo/Figure3$1.$SwitchMap$E")], loader="app")
    method = figure_3()
    for at, (loader, labels) in enumerate(tables, 1):
        method.first_id = 1 + 100 * at
        text += checked(
            method.line()
            | {
                "class": "demo/Figure3$1", "name": "<clinit>", "loader": loader,
                "counters": {}, "tables": [["$SwitchMap$E", [1, 2], labels]],
            }
        )  # fmt: skip
    (one, *_) = _read(path, text).methods
    return one.flow.decisions[0].labels


def test_labels_come_from_the_table_that_the_switch_names(tmp_path: Path) -> None:
    assert _labels(tmp_path, ("app", ["B", "A"])) == ("B", "A")
    # A key may lack a label, or the table may be missing.
    assert _labels(tmp_path, ("app", ["B", ""])) == ("B", "")
    assert _labels(tmp_path) == ("", "")
    # Another loader's table may come from another class file. So the table of the switch's own
    # loader is preferred.
    assert _labels(tmp_path, ("other", ["A", "B"]), ("app", ["B", "A"])) == ("B", "A")
    assert _labels(tmp_path, ("other", ["A", "B"])) == ("A", "B")
    assert _labels(tmp_path, ("one", ["A", "B"]), ("two", ["B", "A"])) == ("", "")


def test_labels_in_the_code_are_read(tmp_path: Path) -> None:
    (method,) = _read(tmp_path, _line(decisions=[_switch(['"a"', '"b"'], "")])).methods
    assert method.flow.decisions[0].labels == ('"a"', '"b"')
    damaged = _read(tmp_path, _line(decisions=[_switch(['"a"'], "")]))
    assert damaged.damaged_lines == [1]
