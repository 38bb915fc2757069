"""Compares what profiles say about iterations with brute force."""

from collections import Counter
from math import log2
from pathlib import Path

import pytest

from builders.methods import FIGURE_3_STREAM
from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.iterations import entropies, followers, unrolling
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.errors import KpathError


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
    # The last entropy is higher although one more path is known, because the stream is short and
    # longer windows leave out more of its ends.
    assert table["entropy"].tolist() == pytest.approx([1.5917, 1.1350, 0.2296, 0.2504], abs=1e-4)


def test_followers(profile: Profile) -> None:
    method = profile.find_method("Figure3.run")
    after = followers(profile, method, [2])
    assert after[["path", "count"]].to_numpy().tolist() == [[0, 3], [2, 2], [3, 1]]
    assert after["share"].tolist() == pytest.approx([1 / 2, 1 / 3, 1 / 6])
    called = names_of_paths(profile, method)
    assert followers(profile, method, [called[2]]).equals(after)
    with pytest.raises(KpathError, match="up to k = 4 paths, so what follows 2, 0, 0, 2 is not"):
        followers(profile, method, [2, 0, 0, 2])
    with pytest.raises(KpathError, match=r"path Z of .* was never completed"):
        followers(profile, method, ["Z"])
    with pytest.raises(KpathError, match="the sequence 3, 3 is not in"):
        followers(profile, method, [3, 3])


def test_unrolling(profile: Profile) -> None:
    table = unrolling(profile, profile.find_method("Figure3.run"))
    # The factor 8 isn't listed because it is more than the profile's k.
    assert table["factor"].tolist() == [2, 4]
    windows = Counter(FIGURE_3_STREAM[at : at + 4] for at in range(11))
    assert table["most"].tolist()[1] in {w for w, c in windows.items() if c == 3}
    assert table["share"].tolist()[1] == pytest.approx(3 / 11)
    assert table["sequences"].tolist()[1] == len(windows)
    counts = sorted(windows.values(), reverse=True)
    covered = [sum(counts[: n + 1]) / 11 for n in range(len(counts))]
    assert table["for_90"].tolist()[1] == 1 + next(n for n, c in enumerate(covered) if c >= 0.9)


def test_a_method_may_be_given_by_its_name(profile: Profile) -> None:
    number = profile.find_method("Figure3.run")
    assert entropies(profile, "Figure3.run").equals(entropies(profile, number))
    assert unrolling(profile, "Figure3.run").equals(unrolling(profile, number))
    assert followers(profile, "Figure3.run", []).equals(followers(profile, number, []))
    with pytest.raises(KpathError, match="did you mean"):
        followers(profile, "Figure3.ran", [0])
