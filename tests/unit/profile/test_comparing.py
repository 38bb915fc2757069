"""Two profiles side by side."""

from pathlib import Path

from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.comparing import compare_methods, compare_sequences
from kpath_jvm.profile.writer import write_profile


def profile_of(directory: Path, name: str, times: int, digest: str = "d1ge57") -> Profile:
    builder = RecordingBuilder(k=3)
    figure = builder.add(figure_3(digest=digest))
    builder.stream(figure, (6, 2, 3), times=times)
    builder.auxiliary(figure, entries=times)
    if times > 1:
        more = builder.add(plain())
        builder.count(more, 0, 5)
        builder.auxiliary(more, entries=5)
    path = directory / f"{name}.kpath"
    write_profile(path, builder.build(directory), demo_run())
    return Profile.open(path)


def test_two_profiles_side_by_side(tmp_path: Path) -> None:
    one, other = profile_of(tmp_path, "one", 1), profile_of(tmp_path, "other", 4)
    table = compare_methods(one, other).set_index("name")
    assert list(table.index) == ["run", "plain"]
    assert table.loc["run", ["completed_1", "completed_2"]].tolist() == [3, 12]
    assert table.loc["run", ["entries_1", "entries_2"]].tolist() == [1, 4]
    assert table.at["run", "factor"] == 4
    assert table["in"].tolist() == ["both", "second"]
    assert table["same_code"].tolist() == [True, False]
    sequences = compare_sequences(one, other, "Figure3.run").set_index("sequence")
    assert len(sequences) == 6
    assert sequences.loc[[(6, 2, 3)]].to_numpy().tolist() == [[1, 4, 4.0]]
    changed = compare_methods(one, profile_of(tmp_path, "changed", 1, digest="0ther"))
    assert changed["same_code"].tolist() == [False]
