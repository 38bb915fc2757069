"""Profiles: what is written, what is read back, what is decoded and merged."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from builders.forests import ngrams
from builders.methods import FIGURE_3_STREAM, MethodSpec, figure_3, plain
from builders.recordings import RecordingBuilder, demo_profile, demo_recording, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.records.completeness import Completeness, Verdict


def _counts(profile: Profile, method: int) -> dict[tuple[int, ...], int]:
    table = profile.ngrams(method)
    return dict(zip(table["sequence"], table["count"], strict=True))


def test_figure_3_has_its_22_sequences(demo: Path) -> None:
    profile = Profile.open(demo)
    counts = _counts(profile, profile.find_method("demo.Figure3.run"))
    assert counts == ngrams([FIGURE_3_STREAM], 4)
    assert len(counts) == 22
    assert counts[2, 0, 0, 2] == 3


def test_counted_paths_are_roots(demo: Path) -> None:
    profile = Profile.open(demo)
    assert _counts(profile, profile.find_method("plain")) == {(0,): 7, (1,): 5}
    # A path may be counted and streamed; both add up.
    assert _counts(profile, profile.find_method("retry"))[1,] == 1


def test_the_terms_of_each_method(demo: Path) -> None:
    methods = Profile.open(demo).methods
    columns = [
        "entries",
        "handler_entries",
        "completed",
        "exits",
        "abandoned",
        "unfinished",
    ]
    rows = {
        (row["class"], row["name"]): tuple(row[name] for name in columns)
        for _, row in methods.iterrows()
    }
    assert rows["demo/Figure3", "run"] == (1, 0, 14, 1, 0, 0)
    assert rows["demo/Figure3", "plain"] == (12, 0, 12, 12, 0, 0)
    assert rows["demo/Tangle", "spin"] == (6, 0, 21, 6, 0, 0)
    assert rows["demo/Shaky$Inner", "retry"] == (2, 2, 5, 2, 2, 0)
    assert rows["demo/Shaky", "stuck"] == (1, 0, 0, 0, 0, 1)
    # Without a counter, entries are derived.
    assert rows["demo/Shared", "run"] == (2, 0, 8, 2, 0, 0)
    assert methods["entries_counted"].tolist() == [True] * 5 + [False] * 2


def test_a_constructor_s_super_call_that_threw(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=2)
    method = builder.add(
        plain(name="<init>", counters=("entries", "escapes", "super_calls", "super_returns"))
    )
    builder.count(method, 0, 3)
    builder.auxiliary(method, entries=6, escapes=1, super_calls=6, super_returns=4)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    row = Profile.open(tmp_path / "p.kpath").methods.iloc[0]
    assert (row["completed"], row["abandoned"], row["unfinished"]) == (3, 3, 0)


def test_decoding(demo: Path) -> None:
    profile = Profile.open(demo)
    method = profile.find_method("Figure3.run(I)V")
    path = profile.decode(method, 7)
    assert path.blocks == (0, 1, 2, 4, 5)
    assert path.offsets == ((0, 3), (4, 8), (9, 14), (21, 27), (28, 28))
    assert path.lines == (8, 9, 10, 11, 15, 9, 17)
    assert (path.start, path.end) == ("entry", "exit")
    with pytest.raises(KpathError, match="no path 8"):
        profile.decode(method, 8)


def test_executed_paths_decode_as_written(demo: Path) -> None:
    profile = Profile.open(demo)
    for row in profile.paths.itertuples():
        decoded = profile.decode(row.method, row.path)
        assert (list(decoded.blocks), decoded.start, decoded.end) == (
            list(row.blocks),
            row.start,
            row.end,
        )
        assert (decoded.lines[0], decoded.lines[-1]) == (row.first_line, row.last_line)


def test_merging_loaders(demo: Path) -> None:
    profile = Profile.open(demo)
    merged = profile.merged()
    method = merged.find_method("Shared.run")
    assert merged.methods.loc[method, "completed"] == 16
    assert merged.methods.loc[method, "loader"] == "web@1, web@2"
    assert _counts(merged, method) == ngrams([(6, 2, 2, 3)] * 4, 4)
    assert merged.paths.loc[merged.paths["method"] == method, "count"].tolist() == [8, 4, 4]
    assert merged.decode(method, 7).blocks == (0, 1, 2, 4, 5)
    assert len(merged.blocks) == len(profile.blocks) - 6
    # Loaders kept apart, nothing is to be merged.
    assert profile.merged(across_loaders=False) is profile
    with pytest.raises(KpathError, match=r"ambiguous.*run\(I\)V@web@1"):
        profile.find_method("Shared.run")
    assert profile.find_method("Shared.run@web@2") == method + 1


@pytest.mark.parametrize(
    "changes", [{"digest": "other"}, {"descriptor": "()V"}, {"cuts": [(0, 1)]}]
)
def test_what_differs_is_not_merged(tmp_path: Path, changes: dict[str, object]) -> None:
    builder = RecordingBuilder()
    for other in ({}, changes):
        builder.stream(builder.add(figure_3(**other)), (6, 3))
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.merged() is profile


def test_finding_methods(demo: Path) -> None:
    profile = Profile.open(demo)
    spin = profile.find_method("spin")
    for text in ("Tangle.spin", "demo.Tangle.spin", "demo/Tangle.spin", "Tangle.spin(II)I"):
        assert profile.find_method(text) == spin
    assert profile.find_method("Shaky$Inner.retry") == profile.find_method("Inner.retry")
    with pytest.raises(KpathError, match=r"did you mean demo\.Tangle\.spin\?"):
        profile.find_method("Tangle.spim")
    with pytest.raises(KpathError, match=r"ambiguous.*demo\.Figure3\.run.*demo\.Shared\.run"):
        profile.find_method("run(I)V")
    for text in ("", ".", "a.b.", "(", "@", "xyzzy", "Other.run"):
        with pytest.raises(KpathError):
            profile.find_method(text)


def test_run_json(demo: Path) -> None:
    run = json.loads((demo / "run.json").read_text())
    assert run["kpath_jvm_profile"] == 4
    assert run["tables"]["methods"] == 7
    assert run["completeness"] == {"verdict": "exact", "reasons": []}
    assert run["skipped"][0] == {
        "class": "demo/Huge",
        "name": "unrolled",
        "descriptor": "()V",
        "loader": "app",
        "reason": "too large for the class file",
        "bytes": None,
        "rejected": [],
    }
    assert sorted(path.name for path in demo.parent.iterdir()) == ["demo.kpath", "methods.jsonl"]


def test_ids_without_metadata_lower_the_verdict(tmp_path: Path) -> None:
    builder = demo_recording()
    recorded = builder.build(tmp_path)
    path = tmp_path / "methods.jsonl"
    path.write_text("".join(path.read_text().splitlines(keepends=True)[1:]) + "junk\n")
    write_profile(tmp_path / "p.kpath", recorded, demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    # The 14 completions of the method whose line is lost, and its counter.
    assert profile.run.completeness == Completeness(
        verdict=Verdict.LOWER_BOUNDS,
        reasons=(
            "1 unreadable lines in the metadata",
            "15 path completions of methods without metadata",
        ),
    )
    assert profile.methods["completed"].sum() == 68 - 14


def test_no_methods_at_all(tmp_path: Path) -> None:
    write_profile(tmp_path / "p.kpath", RecordingBuilder().build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert len(profile.methods) == len(profile.ipf) == len(profile.paths) == 0
    assert profile.merged() is profile


def test_counters_may_end_early_and_huge_counts_stay_exact(tmp_path: Path) -> None:
    builder = RecordingBuilder(k=1)
    method = builder.add(plain())
    builder.count(method, 0, 2**60 + 1)
    recorded = builder.build(tmp_path)
    short = type(recorded)(**(recorded.__dict__ | {"counters": recorded.counters[:2]}))
    write_profile(tmp_path / "p.kpath", short, demo_run())
    row = Profile.open(tmp_path / "p.kpath").methods.iloc[0]
    assert (row["completed"], row["entries"]) == (2**60 + 1, 0)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("ipf_parents", [-1, 1]),
        ("ipf_depths", [1, 3]),
        ("ipf_counts", [1, -1]),
        ("ipf_paths", [1, 11]),
    ],
)
def test_an_engine_that_contradicts_itself_is_refused(
    tmp_path: Path, name: str, values: list[int]
) -> None:
    builder = RecordingBuilder(k=3)
    builder.stream(builder.add(figure_3()), (6,))
    builder.add(plain())
    given = builder.build(tmp_path)
    arrays: dict[str, Any] = {
        "ipf_parents": np.array([-1, 0], dtype=np.int32),
        "ipf_paths": np.array([1, 2], dtype=np.int32),
        "ipf_depths": np.array([1, 2], dtype=np.int32),
        "ipf_counts": np.array([1, 1], dtype=np.int64),
    }
    arrays[name] = np.array(values, dtype=arrays[name].dtype)
    recorded = type(given)(**(given.__dict__ | arrays))
    with pytest.raises(KpathError, match="engine's forest is inconsistent"):
        write_profile(tmp_path / "p.kpath", recorded, demo_run())
    assert not (tmp_path / "p.kpath").exists()


def test_a_method_without_lines(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    spec: MethodSpec = plain(blocks=[(0, 1, []), (4, 5, []), (6, 8, [])])
    builder.count(builder.add(spec), 0, 2)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "p.kpath")
    assert profile.decode(0, 0).lines == ()
    assert profile.paths[["first_line", "last_line"]].to_numpy().tolist() == [[-1, -1]]


def test_the_library_s_k_is_the_recording_s(tmp_path: Path) -> None:
    assert Profile.open(demo_profile(tmp_path, k=2)).k == 2
