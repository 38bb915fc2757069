"""Tests that the tables of overlaps agree with the JSON document of the verb ``overlap``."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

import kpath_jvm
from builders.edges import edges_profile
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import KpathError, Profile, Selection
from kpath_jvm.profile.writer import write_profile
from verb_runs import printed


def written(directory: Path, name: str, again: int, *, k: int = 3, cut: str = "back-edge") -> Path:
    """Writes a profile whose method named "same" is entered ``again`` times.

    If ``again`` is more than 10, the method named "again" is entered the same number of times.
    Otherwise this method is never entered.
    """
    (directory / name).mkdir(parents=True)
    builder = RecordingBuilder(k=k)
    run, more, same = (builder.add(figure_3(name=it)) for it in ("run", "again", "same"))
    builder.stream(run, [6, 2, 2, 3], [6, *[0] * (again // 10), 3], times=2)
    if again > 10:
        builder.stream(more, [7], times=again)
    builder.stream(same, [7], times=again)
    path = directory / f"{name}.kpath"
    write_profile(path, builder.build(directory / name), demo_run(options={"cut": cut}))
    return path


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    return written(tmp_path, "a", 10), written(tmp_path, "b", 40)


def document(paths: tuple[Path, Path], *options: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(printed(["overlap", *map(str, paths), *options, "--json"]))
    return found


def both(paths: tuple[Path, Path]) -> tuple[Profile, Profile]:
    return Profile.open(paths[0]), Profile.open(paths[1])


def test_each_method_of_the_verb_s_document_has_a_row(paths: tuple[Path, Path]) -> None:
    told = document(paths)
    table = kpath_jvm.overlap(*both(paths))
    assert len(told["methods"]) == len(table) == 3
    for row, one in zip(table.to_dict("records"), told["methods"], strict=True):
        most = one.pop("most")
        for name, value in most.items():
            if name != "blocks":
                assert row[f"most_{name}"] == value
        for name, value in one.items():
            assert row[name] == value or (value is None and pd.isna(row[name])), name
    for name in ("paths", "overlap", "mean", "in_both", "complete_only", "differing"):
        assert table.attrs[name] == told[name]
    assert table["missing"].sum() == pytest.approx(1 - told["overlap"])
    back = kpath_jvm.overlap(*reversed(both(paths)))
    assert back["overlap"].isna().tolist() == [
        title.endswith("again(int)") for title in back["title"]
    ]


def test_methods_without_differences_have_rows_too(paths: tuple[Path, Path]) -> None:
    profile = Profile.open(paths[0])
    table = kpath_jvm.overlap(profile, profile)
    assert table["overlap"].tolist() == pytest.approx([1, 1])
    assert table.attrs["differing"] == 0


def test_each_length_of_sequences_has_a_row(paths: tuple[Path, Path]) -> None:
    told = document(paths)["sequences"]
    table = kpath_jvm.overlap_of_sequences(*both(paths))
    assert table.to_dict("records") == told
    assert table["length"].tolist() == [2, 3]
    assert kpath_jvm.overlap_of_sequences(*both(paths), k=2)["length"].tolist() == [2]
    part = Selection(method=("Figure3.again",))
    alone = kpath_jvm.overlap_of_sequences(*both((paths[1], paths[1])), selection=part)
    assert alone["overlap"].isna().all()


def test_the_least_share_refers_to_the_exact_profile(paths: tuple[Path, Path]) -> None:
    told = document(paths, "--min-share", "40%")
    table = kpath_jvm.overlap(*both(paths), selection=Selection(min_share=0.4))
    assert table.attrs["overlap"] == told["overlap"]
    assert len(table) < 3


def test_unanswerable_questions_give_an_error_of_one_line(
    tmp_path: Path, paths: tuple[Path, Path]
) -> None:
    one, other = both(paths)
    edges = edges_profile(tmp_path)
    for ask in (kpath_jvm.overlap, kpath_jvm.overlap_of_sequences):
        with pytest.raises(KpathError, match="has counts of edges but no paths, so nothing"):
            ask(one, edges)
        cut = Profile.open(written(tmp_path / "cut" / ask.__name__, "c", 10, cut="loop-header"))
        with pytest.raises(KpathError, match="record both with the same --cut"):
            ask(one, cut)
    single = Profile.open(written(tmp_path / "single", "s", 10, k=1))
    assert kpath_jvm.overlap(single, other).attrs["overlap"] < 1
    with pytest.raises(KpathError, match=r"s\.kpath has single paths only \(k = 1\)"):
        kpath_jvm.overlap_of_sequences(single, other)
    with pytest.raises(KpathError, match="k is 1; give a whole number from 2 on"):
        kpath_jvm.overlap_of_sequences(one, other, k=1)
    with pytest.raises(TypeError, match="exact is 'b', of type str; give a Profile"):
        kpath_jvm.overlap(one, "b")
