"""Compares the guesses of next paths with guesses that are made one by one from all sequences."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from operator import le
from pathlib import Path

import pytest

from builders.looping import Completed, LoopingProgram, profile_of, random_program
from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.prediction.edge_prediction import predict
from kpath_jvm.analysis.prediction.judged import judged_paths
from kpath_jvm.analysis.prediction.next_path import NextPath, next_paths
from kpath_jvm.facts.prediction import PredictionFacts
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.writer import write_profile

K = 4


def identity(path: Completed) -> PathIdentity:
    return PathIdentity(path.start, path.blocks, path.end)


def slowly(program: LoopingProgram, train: LoopingProgram, header: int | None = None) -> NextPath:
    """Guesses each completed path of a program's runs, by looking through all training runs.

    If a header is given, only paths through its loop's own blocks are judged.
    """
    followers = defaultdict[Sequence[PathIdentity], Counter[PathIdentity]](Counter)
    for sequence in train.sequences:
        paths = [identity(path) for path in sequence]
        for end, path in enumerate(paths):
            for known in range(min(K, end + 1)):
                followers[tuple(paths[end - known : end])][path] += 1
    edges = predict(dict(followers[()]))

    def guess(before: Sequence[PathIdentity], path: PathIdentity) -> PathIdentity | None:
        place = path.start, path.blocks[0]
        for first in range(len(before) + 1):
            found = [
                (-count, other)
                for other, count in followers[tuple(before[first:])].items()
                if (other.start, other.blocks[0]) == place
            ]
            if found:
                return min(found)[1]
        return None

    completions = from_edges = 0
    right = [0] * K
    for sequence in program.sequences:
        paths = [identity(path) for path in sequence]
        for end, path in enumerate(paths):
            is_judged = header in (None, *map(program.innermost, path.blocks))
            completions += is_judged
            from_edges += is_judged and edges.get((path.start, path.blocks[0])) == path
            for known in range(K) if is_judged else ():
                right[known] += guess(paths[max(end - known, 0) : end], path) == path
    # The sequences are random, so no work seems to have been repeated.
    return NextPath(completions, from_edges, tuple(right), 0)


@pytest.mark.parametrize("seed", range(20))
def test_each_guess_agrees_with_a_slow_search(seed: int) -> None:
    program = random_program(seed, handlers=seed % 3, exceptions=0.05 * (seed % 2), runs=20)
    parts = [
        replace(program, activations=program.activations[first::2][: 10 if first else 3])
        for first in (0, 1)
    ]
    for given, train in (parts, parts[::-1], [parts[1], parts[1]]):
        with ExitStack() as stack:
            profiles = [stack.enter_context(profile_of(part, K)) for part in (given, train)]
            found = next_paths(*profiles)
            assert found.total == slowly(given, train)
            headers = sorted(given.bodies())
            for loop, header in enumerate(headers):
                own = slowly(given, train, header)
                assert found.by_loop.get((0, loop), NextPath(0, 0, (0,) * K, 0)) == own
                # The loop's guesses are the same if nothing else is selected.
                only = next_paths(*profiles, judged_paths(profiles[0], {0: {loop}}))
                assert only.total == own
            for method, own in found.by_method.items():
                assert own.completions == profiles[0].method_rows.row(method)["completed"]
            # No training knows more than the judged run itself.
            itself = next_paths(profiles[0], profiles[0]).total
            assert all(map(le, found.total.by_known, itself.by_known))


def test_the_paths_of_each_method_are_guessed_separately(tmp_path: Path) -> None:
    """Other methods don't change a method's guesses, and the total is the sum over all methods."""
    profiles = []
    for name, times in (("given", 20), ("train", 50)):
        builder = RecordingBuilder(k=K)
        (tmp_path / name).mkdir()
        builder.stream(builder.add(figure_3()), [4, *[2, 0] * times])
        builder.stream(builder.add(figure_3(name="other")), [4, *[2] * times])
        write_profile(tmp_path / name / "p.kpath", builder.build(tmp_path / name), demo_run())
        profiles.append(Profile.open(tmp_path / name / "p.kpath"))
    found = next_paths(*profiles)
    (tmp_path / "alone").mkdir()
    alone = next_paths(
        written(tmp_path / "alone" / "given", [4, *[2, 0] * 20]),
        written(tmp_path / "alone" / "train", [4, *[2, 0] * 50]),
    )
    first, second = (found.by_method[profiles[0].find_method(name)] for name in ("run", "other"))
    assert first == alone.total
    assert second == NextPath(21, 20, (21, 21, 21, 21), 0)
    assert found.total.by_known[1] == first.by_known[1] + second.by_known[1]


def written(directory: Path, paths: Sequence[int], k: int = K, **method: str) -> Profile:
    """Writes a profile with one activation of figure_3() that has the given paths."""
    directory.mkdir()
    builder = RecordingBuilder(k=k)
    builder.stream(builder.add(figure_3(**method)), paths)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


def test_guesses_are_better_if_an_earlier_path_is_known(tmp_path: Path) -> None:
    """The runs alternate between two ways through a loop."""
    train = written(tmp_path / "train", [4, *[2, 0] * 50])
    given = written(tmp_path / "given", [4, *[2, 0] * 20])
    found = next_paths(given, train).total
    assert found.completions == 41
    assert found.by_known[0] == 21
    assert found.by_known[1] == 41
    assert found.from_edges == 21


def test_the_smaller_k_limits_the_known_paths(tmp_path: Path) -> None:
    short, long = (written(tmp_path / str(k), [4, 2, 1], k=k) for k in (2, 5))
    for given, train in ((short, long), (long, short)):
        assert len(next_paths(given, train).total.by_known) == 2


def test_paths_of_code_without_training_are_never_guessed(tmp_path: Path) -> None:
    given = written(tmp_path / "given", [4, 2, 1])
    other = written(tmp_path / "other", [4, 2, 1], digest="ab" * 16)
    assert next_paths(given, other).total == NextPath(3, 0, (0,) * K, 0)


def test_training_is_read_once_for_all_loaders_of_a_class(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guesses for each loader's version use all versions of the training run."""
    streams = [[4, *[2, 0] * 5], [4, 2, 1], [4, 3, 2, 0], [4, *[2] * 9], [5]]
    builder = RecordingBuilder(k=K)
    for number, stream in enumerate(streams):
        builder.stream(builder.add(figure_3(loader=f"loader {number}")), stream)
    (tmp_path / "all").mkdir()
    write_profile(tmp_path / "all" / "p.kpath", builder.build(tmp_path / "all"), demo_run())
    path = tmp_path / "all" / "p.kpath"
    train, alone = Profile.open(path), []
    for number, stream in enumerate(streams):
        given = written(tmp_path / str(number), stream, loader=f"loader {number}")
        alone.append(next_paths(given, train).total)

    read: list[Profile] = []
    forest = Profile.method_forest

    def counting(profile: Profile, method: int | str) -> Forest:
        read.append(profile)
        return forest(profile, method)

    monkeypatch.setattr(Profile, "method_forest", counting)
    found = next_paths(Profile.open(path), train)
    assert list(found.by_method.values()) == alone
    assert sum(one is train for one in read) == len(streams)
    read.clear()
    # The guesses include how often a method's work was repeated. The document's rows take this
    # number from the guesses instead of computing it again.
    profile = Profile.open(path)
    rows = PredictionFacts.of(profile, train).methods()
    assert [row["trained"]["repetitions"] for row in rows] == [1] * len(streams)
    # Each version's sequences are read once for the guesses, and once to look for repeated work.
    assert sum(one is profile for one in read) == 2 * len(streams)
