"""Tests tables computed from sequences: which path comes next, and which sequences repeat."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from math import log2
from pathlib import Path

import pytest

from builders.methods import FIGURE_3_STREAM, figure_3
from builders.nested import nested
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.followed import known_length
from kpath_jvm.analysis.iterations import entropies, followers, unrolling
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.analysis.uncertainty import VISIBLE, is_enough
from kpath_jvm.errors import KpathError
from kpath_jvm.facts.loops import next_iteration_document
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.loop_words import next_iteration


@pytest.fixture
def profile(tmp_path: Path) -> Profile:
    return Profile.open(demo_profile(tmp_path))


def recorded(
    tmp_path: Path, *streams: Sequence[int], k: int = 4, profiler: str = "stream"
) -> Profile:
    builder = RecordingBuilder(k=k)
    builder.stream(builder.add(figure_3()), *streams)
    run = demo_run(options={"profiler": profiler})
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), run, replace=True)
    return Profile.open(tmp_path / "it.kpath")


def test_entropies_agree_with_brute_force(tmp_path: Path) -> None:
    streams = [[6, *[2, 2, 0] * 300], [6, *[2, 2, 0] * 300, 3], [6, 2]]
    table = entropies(recorded(tmp_path, *streams), "Figure3.run").set_index("known")
    assert list(table.index) == [0, 1, 2, 3]
    for known in range(4):
        windows = Counter(
            tuple(stream[max(0, at - known) : at + 1])
            for stream in streams
            for at in range(len(stream))
        )
        before: Counter[tuple[int, ...]] = Counter()
        for window, count in windows.items():
            before[window[:-1]] += count
        n = sum(windows.values())
        bits = -sum(c / n * log2(c / before[w[:-1]]) for w, c in windows.items())
        assert table.at[known, "entropy"] == pytest.approx(bits)
        assert table.at[known, "equal_paths"] == pytest.approx(2**bits)
        assert table.at[known, "histories"] == len(before)
        assert table.at[known, "sequences"] == len(windows)
        # Each row counts the completions of all paths.
        assert table.at[known, "occurrences"] == n == sum(map(len, streams))
    assert all(later <= one for one, later in pairwise(table["entropy"]))
    assert table["entropy"].iloc[0] > 0.9
    assert table["entropy"].iloc[2] < 0.02


def test_entropies_stop_where_executions_are_too_few(profile: Profile) -> None:
    table = entropies(profile, "Figure3.run")
    assert table["known"].tolist() == [0, 1, 2, 3]
    # Fourteen completions are too few to show which path follows which.
    assert table["entropy"].isna().tolist() == [False, True, True, True]
    assert table["equal_paths"].isna().tolist() == [False, True, True, True]
    assert set(table["occurrences"]) == {len(FIGURE_3_STREAM)}


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("tosses", [200, 1_000, 20_000])
def test_earlier_tosses_of_a_coin_tell_nothing(tmp_path: Path, seed: int, tosses: int) -> None:
    """A toss is bit 16 of a linear congruential generator."""
    state, stream = seed, [6]
    for _ in range(tosses):
        state = (state * 1_103_515_245 + 12_345) % 2**32
        stream.append(0 if state >> 16 & 1 else 2)
    profile = recorded(tmp_path, [*stream, 3], k=12)
    (row,) = loop_rows(profile, profile.find_method("Figure3.run"))
    assert row.next_iteration is not None
    bits = row.next_iteration.bits
    assert bits[0] > 0.98
    assert bits[0] - bits[-1] < VISIBLE
    assert len(bits) > (2 if tosses > 500 else 0)
    assert row.next_iteration.too_few is not None
    assert row.next_iteration.too_few.known == len(bits)
    told = str(next_iteration(next_iteration_document(row.next_iteration)))
    assert f"ways ({bits[0]:.2f} bits); too few" in told
    entropy = entropies(profile, "Figure3.run")["entropy"].dropna()
    assert entropy.iloc[0] - entropy.iloc[-1] < VISIBLE


@pytest.mark.parametrize(
    ("executions", "choices", "wanted"),
    [
        (1, 0, True),
        # With few choices, each choice needs more than 32 executions, because chance may lower the
        # uncertainty far more than it does on average.
        (289, 1, False),
        (290, 1, True),
        # With many choices, 32 executions per choice are enough.
        (3_199, 100, False),
        (3_200, 100, True),
    ],
)
def test_more_choices_need_more_executions(executions: int, choices: int, wanted: bool) -> None:
    assert is_enough(executions, choices) == wanted


def test_followers_of_a_sequence_are_counted(profile: Profile) -> None:
    method = profile.find_method("Figure3.run")
    after = followers(profile, method, [2])
    assert after[["path", "count"]].to_numpy().tolist() == [[0, 3], [2, 2], [3, 1]]
    assert after["share"].tolist() == pytest.approx([1 / 2, 1 / 3, 1 / 6])
    called = names_of_paths(profile, method)
    assert after["name"].tolist() == [called[path] for path in (0, 2, 3)]
    assert followers(profile, method, [called[2]]).equals(after)
    with pytest.raises(KpathError, match="up to k = 4 paths, so what follows 2, 0, 0, 2 is not"):
        followers(profile, method, [2, 0, 0, 2])
    with pytest.raises(KpathError, match=r"no completed path of .* is called Z"):
        followers(profile, method, ["Z"])
    with pytest.raises(KpathError, match="the sequence 3, 3 is not in"):
        followers(profile, method, [3, 3])


def test_unrolling_lists_the_most_frequent_sequence_of_each_factor(profile: Profile) -> None:
    table = unrolling(profile, profile.find_method("Figure3.run"))
    # The factor 8 isn't listed because it is more than the profile's k.
    assert table["factor"].tolist() == [2, 4]
    windows = Counter(FIGURE_3_STREAM[at : at + 4] for at in range(11))
    assert table["most"].tolist()[1] in {w for w, c in windows.items() if c == 3}
    called = names_of_paths(profile, profile.find_method("Figure3.run"))
    assert table["names"].tolist()[1] == " ".join(called[path] for path in table["most"][1])
    assert table["share"].tolist()[1] == pytest.approx(3 / 11)
    assert table["sequences"].tolist()[1] == len(windows)
    counts = sorted(windows.values(), reverse=True)
    covered = [sum(counts[: n + 1]) / 11 for n in range(len(counts))]
    assert table["for_90"].tolist()[1] == 1 + next(n for n, c in enumerate(covered) if c >= 0.9)


def test_methods_may_be_given_by_name(profile: Profile) -> None:
    number = profile.find_method("Figure3.run")
    assert entropies(profile, "Figure3.run").equals(entropies(profile, number))
    assert unrolling(profile, "Figure3.run").equals(unrolling(profile, number))
    assert followers(profile, "Figure3.run", []).equals(followers(profile, number, []))
    with pytest.raises(KpathError, match="did you mean"):
        followers(profile, "Figure3.ran", [0])


def test_figures_that_need_uncounted_sequences_are_left_out(tmp_path: Path) -> None:
    """In 200 activations of ``torn``, path 2 takes a back edge, but no path comes after it."""
    whole = recorded(tmp_path, [6, *[2, 2, 0] * 300, 3], profiler="kiter")
    assert entropies(whole, "Figure3.run")["entropy"].notna().all()
    assert unrolling(whole, "Figure3.run")["exact"].all()
    streams = ([6, *[2, 2, 0] * 300, 3], *[[6, 2]] * 200)
    torn = recorded(tmp_path, *streams, profiler="kiter")
    table = entropies(torn, "Figure3.run")
    assert table["entropy"].isna().tolist() == [False, True, True, True]
    assert table["equal_paths"].isna().tolist() == [False, True, True, True]
    assert not unrolling(torn, "Figure3.run")["exact"].any()
    # The profiler ``stream`` counts all sequences, so the same activations have all figures.
    assert entropies(recorded(tmp_path, *streams), "Figure3.run")["entropy"].notna().all()
    assert unrolling(recorded(tmp_path, *streams), "Figure3.run")["exact"].all()


def test_only_an_inline_profiler_may_lack_longer_sequences(tmp_path: Path) -> None:
    """No activation here has four paths, so a profile of ``stream`` lacks no sequences."""
    streams = [[6, 2, 0]] * 200 + [[6, 0, 2]] * 200
    for profiler, lacks in (("stream", False), ("kiter", True)):
        (row,) = loop_rows(recorded(tmp_path, *streams, profiler=profiler), 0)
        found = row.next_iteration
        assert found is not None
        assert len(found.bits) == 3
        assert found.too_few is None
        assert found.lacks_longer is lacks
    # This profile has a sequence of k paths, and no sequence can be longer.
    (row,) = loop_rows(recorded(tmp_path, *streams, [6, 2, 0, 2], profiler="kiter"), 0)
    found = row.next_iteration
    assert found is not None
    assert len(found.bits) == 4
    assert not found.lacks_longer


def test_followers_over_an_uncounted_back_edge_are_unknown(tmp_path: Path) -> None:
    torn = recorded(tmp_path, [6, 2, 2, 0], profiler="kiter")
    with pytest.raises(KpathError, match=r"what follows 0 is not in .* over other loops' back"):
        followers(torn, "Figure3.run", [0])
    with pytest.raises(KpathError, match=r"the sequence 0, 2 is not in .*: the profiler counts"):
        followers(torn, "Figure3.run", [0, 2])
    # Nothing follows the path that leaves the method.
    left = recorded(tmp_path, [6, 2, 2, 3], profiler="kiter")
    assert followers(left, "Figure3.run", [3]).empty


def test_all_sequences_are_known_only_in_the_loop_that_was_iterated(tmp_path: Path) -> None:
    """The profiler ``kiter`` follows the inner loop (path 0), but not the outer one (path 1)."""
    builder = RecordingBuilder(k=3)
    builder.stream(builder.add(nested()), (5, 0, 0, 1), (2, 0, 1), (2, 1), (4,))
    run = demo_run(options={"profiler": "kiter"})
    write_profile(tmp_path / "nested.kpath", builder.build(tmp_path), run)
    profile = Profile.open(tmp_path / "nested.kpath")
    outer, inner = profile.code(0).loops
    assert known_length(profile, 0) == 1
    assert known_length(profile, 0, outer) == 1
    assert known_length(profile, 0, inner) == 3
