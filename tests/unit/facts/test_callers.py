"""Tests the table of callers: a method's entries by calling line, and entries without a line."""

from pathlib import Path

import pytest

from builders.called import DEMO, DEMO_UNTOLD, add_callers, caller_counts
from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.callers import Callers
from kpath_jvm.facts.callers import SCHEMA, caller_table
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.callers import called_document, called_notes


@pytest.fixture
def called(demo: Path) -> Profile:
    add_callers(demo, caller_counts(DEMO, DEMO_UNTOLD))
    return Profile.open(demo)


def test_rows_have_counts_and_the_known_callers_and_lines(called: Profile) -> None:
    callers = Callers.of(called)
    assert callers is not None
    rows = caller_table(called, callers, [1]).to_pylist()
    assert [(row["kind"], row["caller_title"], row["place"], row["count"]) for row in rows] == [
        ("call", "demo.Figure3.run(int)", "line 14", 7),
        ("call", "demo.Main.main(String[])", "line 2", 3),
        ("untold", None, None, 2),
        ("no call", "demo.Main.<clinit>()", None, 1),
        ("outside", None, None, 1),
    ]
    assert {(row["title"], row["entries"], row["recorded_entries"]) for row in rows} == {
        ("demo.Figure3.plain(int)", 14, 12)
    }
    first = rows[0]
    assert (first["caller_class"], first["caller"], first["caller_descriptor"]) == (
        "demo/Figure3", "run", "(I)V",
    )  # fmt: skip


def test_without_methods_the_table_is_empty_with_all_columns(called: Profile) -> None:
    callers = Callers.of(called)
    assert callers is not None
    table = caller_table(called, callers, [])
    assert (table.num_rows, table.schema) == (0, SCHEMA)


@pytest.mark.parametrize("files", [["1"], ["1", "2"]])
def test_a_method_called_by_its_bridge_does_not_call_itself(
    tmp_path: Path, files: list[str]
) -> None:
    builder = RecordingBuilder(k=2)
    for file in files:
        own = plain(name="next", descriptor="()Ljava/lang/String;", digest=file)
        bridge = plain(name="next", descriptor="()Ljava/lang/Object;", digest=file, access=0x1041)
        for spec in (own, bridge):
            builder.count(builder.add(spec), 0, 5)
    path = tmp_path / "bridge.kpath"
    write_profile(path, builder.build(tmp_path), demo_run())
    names = [(spec.class_name, spec.name, spec.descriptor) for spec in (own, bridge)]
    add_callers(path, caller_counts({(names[0], names[1], 1, 21): 5, (names[1], None, -1, -1): 5}))
    profile = Profile.open(path)
    callers = Callers.of(profile)
    assert callers is not None
    (number, *_) = profile.method_rows.by_name[names[0]]
    (row,) = caller_table(profile, callers, [number]).to_pylist()
    assert row["caller_title"] == "demo.Figure3.next() [bridge method]"
    # The page finds the caller by this title only if the caller has one version.
    titles = {profile.method_rows.title(one) for one in profile.method_rows.numbers.tolist()}
    assert (row["caller_title"] in titles) == (len(files) == 1)
    # The bridge method's own callers are left out if the bridge method has several versions.
    bridges = called_document(profile, callers, number)["bridges"]
    if len(files) == 1:
        (bridge,) = [one["callers"] for one in bridges]
        assert [(one["kind"], one["count"]) for one in bridge] == [("outside", 5)]
        told = called_notes(called_document(profile, callers, number))
        assert told == [f"entries of the bridge method: 100.0 % (5) {bridge[0]['words']}"]
    else:
        assert bridges == []
    (number, *_) = profile.method_rows.by_name[names[1]]
    assert called_document(profile, callers, number)["bridges"] == []
