"""What profiles tell about iterations, and two profiles side by side, against brute force."""

from collections import Counter
from math import log2
from pathlib import Path

import pytest

from builders.methods import FIGURE_3_STREAM, figure_3, plain
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.comparing import compare_methods, compare_sequences
from kpath_jvm.profile.iterations import entropies, followers, unrolling
from kpath_jvm.profile.writer import write_profile


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile.open(demo_profile(tmp_path))


def test_entropies_by_brute_force(profile: Profile) -> None:
    table = entropies(profile, profile.find_method("Figure3.run")).set_index("known")
    assert list(table.index) == [0, 1, 2, 3]
    for known in range(4):
        windows = Counter(
            FIGURE_3_STREAM[at : at + known + 1] for at in range(len(FIGURE_3_STREAM) - known)
        )
        before: Counter[tuple[int, ...]] = Counter()
        for window, count in windows.items():
            before[window[:-1]] += count
        n = sum(windows.values())
        bits = -sum(c / n * log2(c / before[w[:-1]]) for w, c in windows.items())
        assert table.at[known, "entropy"] == pytest.approx(bits)
        assert table.at[known, "equal_paths"] == pytest.approx(2**bits)
        assert table.at[known, "sequences"] == len(windows)
        assert table.at[known, "occurrences"] == n
    # Knowing one path more tells less than nothing here: at its ends the stream is short.
    assert table["entropy"].tolist() == pytest.approx([1.5917, 1.1350, 0.2296, 0.2504], abs=1e-4)


def test_followers(profile: Profile) -> None:
    method = profile.find_method("Figure3.run")
    after = followers(profile, method, [2])
    assert after[["path", "count"]].to_numpy().tolist() == [[0, 3], [2, 2], [3, 1]]
    assert after["share"].tolist() == pytest.approx([1 / 2, 1 / 3, 1 / 6])
    assert len(followers(profile, method, [2, 0, 0, 2])) == 0
    with pytest.raises(KpathError, match="the sequence 3, 3 is not in"):
        followers(profile, method, [3, 3])


def test_unrolling(profile: Profile) -> None:
    table = unrolling(profile, profile.find_method("Figure3.run"))
    # 8 is more than the profile's k.
    assert table["factor"].tolist() == [2, 4]
    windows = Counter(FIGURE_3_STREAM[at : at + 4] for at in range(11))
    assert table["most"].tolist()[1] in {w for w, c in windows.items() if c == 3}
    assert table["share"].tolist()[1] == pytest.approx(3 / 11)
    assert table["sequences"].tolist()[1] == len(windows)
    counts = sorted(windows.values(), reverse=True)
    covered = [sum(counts[: n + 1]) / 11 for n in range(len(counts))]
    assert table["for_90"].tolist()[1] == 1 + next(n for n, c in enumerate(covered) if c >= 0.9)


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
