"""Checks, by a slow search, which paths are predicted from an edge profile."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from builders.looping import profile_of, random_program
from builders.methods import FIGURE_3_STREAM, figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.prediction import edge_prediction as module
from kpath_jvm.analysis.prediction.edge_prediction import edge_prediction, edges_of, predict
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.writer import write_profile

Counts = dict[PathIdentity, int]


def path(letters: str) -> PathIdentity:
    """Returns a path from entry to exit.

    Its blocks have the letters of the graph in Ball and Larus's slides on path profiling.
    """
    blocks = tuple(ord(letter) - ord("A") for letter in letters)
    return PathIdentity("entry", blocks, "exit")


def test_edges_predict_the_same_path_for_two_profiles() -> None:
    """Edges predict ACDEF for two profiles of the slides, although their other paths are hotter."""
    for counts in ((90, 60, 100), (110, 40, 100)):
        profile = dict(zip(map(path, ("ACDF", "ACDEF", "ABCDEF")), counts, strict=True))
        assert predict(profile) == {("entry", 0): path("ACDEF")}


def test_equally_frequent_steps_have_an_order() -> None:
    """If several steps are equally frequent, one that ends the path is preferred to any other.

    If none of them ends the path, the step to the block with the lowest number is preferred.
    """
    assert predict({path("AB"): 5, path("AC"): 5}) == {("entry", 0): path("AB")}
    assert predict({path("A"): 5, path("AC"): 5}) == {("entry", 0): path("A")}


def slowly(counts: Counts, start: tuple[str, int]) -> PathIdentity:
    """Returns the path that always takes the most frequent step, counted over all paths."""
    blocks = [start[1]]
    while True:
        best, most = None, -1
        candidates: list[int | str] = sorted({end for _, _, end in counts})
        candidates += sorted({block for _, walked, _ in counts for block in walked})
        for way in candidates:
            taken = sum(
                count
                for (_, walked, end), count in counts.items()
                for step in zip(walked, (*walked[1:], end), strict=True)
                if step == (blocks[-1], way)
            )
            if taken > most:
                best, most = way, taken
        if isinstance(best, str):
            return start[0], tuple(blocks), best
        assert best is not None
        blocks.append(best)


#: The blocks' numbers ascend, so no path goes round.
PATHS = st.builds(
    PathIdentity,
    st.sampled_from(("entry", "loop", "handler")),
    st.sets(st.integers(0, 7), min_size=1).map(lambda blocks: tuple(sorted(blocks))),
    st.sampled_from(("exit", "loop")),
)


@given(st.dictionaries(PATHS, st.integers(1, 5), min_size=1, max_size=12))
def test_each_step_is_the_most_frequent(counts: Counts) -> None:
    """A path is predicted for every start that was executed, and for no other start."""
    starts = {(kind, blocks[0]) for kind, blocks, _ in counts}
    assert predict(counts) == {start: slowly(counts, start) for start in starts}


def test_the_back_edge_at_which_a_path_ends_is_one_of_its_edges() -> None:
    assert edges_of(path("ACDF")) == 3
    assert edges_of(PathIdentity("loop", (1, 2), "loop")) == 2


def test_figures_of_a_profile_are_sums_over_methods(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    builder.stream(method, FIGURE_3_STREAM)
    other = builder.add(plain())
    builder.count(other, 0, 30)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    found = edge_prediction(Profile.open(tmp_path / "p.kpath"))
    counts: Counts = {}
    for number in FIGURE_3_STREAM:
        decoded = Profile.open(tmp_path / "p.kpath").decode(0, number)
        key = PathIdentity(decoded.start, tuple(decoded.blocks), decoded.end)
        counts[key] = counts.get(key, 0) + 1
    expected = {start: slowly(counts, start) for start in {(k, b[0]) for k, b, _ in counts}}
    hits = counts.keys() & expected.values()
    assert (found.methods, found.paths) == (2, len(counts) + 1)
    assert found.completions == len(FIGURE_3_STREAM) + 30
    assert found.predicted_paths == len(hits) + 1
    assert found.predicted_completions == sum(counts[hit] for hit in hits) + 30
    sizes = Profile.open(tmp_path / "p.kpath").code(0).instructions
    others = found.bytecodes - sum(
        count * sum(sizes[block] for block in one.blocks) for one, count in counts.items()
    )
    assert found.predicted_bytecodes == others + sum(
        counts[one] * sum(sizes[block] for block in one.blocks) for one in counts if one in hits
    )
    assert found.most_paths == len(counts)
    edges = sum(edges_of(one) * count for one, count in counts.items())
    [only] = Profile.open(tmp_path / "p.kpath").paths.query("method == 1")["blocks"]
    edges += 30 * (len(only) - 1)
    other_sizes = Profile.open(tmp_path / "p.kpath").code(1).instructions
    assert others == 30 * sum(other_sizes[block] for block in only)
    assert found.executed.average_edges == edges / found.completions


def test_without_executions_all_figures_are_0(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(plain())
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    found = edge_prediction(Profile.open(tmp_path / "p.kpath"))
    assert (found.paths, found.completions, found.methods) == (0, 0, 0)
    assert found.executed == found.predicted == module.PathLengths(0, 0, 0.0, 0.0)


@given(st.lists(st.integers(0, 2**32), min_size=1, max_size=3))
def test_methods_with_cut_edges_are_counted_separately(seeds: list[int]) -> None:
    """Each program is one method, so its figures are all in ``uncut``, or none of them are."""
    for seed in seeds:
        program = random_program(seed)
        with profile_of(program, 2) as profile:
            found = module.predictions(profile)
            if program.method.cuts:
                assert (found.uncut.paths, found.uncut.completions) == (0, 0)
            else:
                assert found.uncut == found.total
