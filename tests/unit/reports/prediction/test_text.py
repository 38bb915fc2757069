"""Tests the table and the JSON document of ``predict``."""

import io
from pathlib import Path
from typing import Any

import pytest

import kpath_jvm
from builders.edges import edges_profile
from builders.looping import profile_of, random_program
from builders.methods import figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.output import write
from kpath_jvm.reports.prediction.summary import summarise_prediction
from kpath_jvm.reports.prediction.text import renderables

#: The changes to ``figure_3()`` that cut paths at the loop's header. Path 4 ends before the header.
AT_HEADERS: dict[str, Any] = {
    "cut": "loop-header",
    "edges": [(1, 3, 0), (1, 2, 2), (2, 4, 0), (3, 4, 0), (4, 5, 1)],
    "ends": [("loop", 0, 0), ("loop", 4, 0), ("exit", 5, 0)],
    "paths": 5,
}


def profile(directory: Path, paths: dict[int, int]) -> Profile:
    """Writes a profile of ``figure_3()``; ``paths`` maps each path to its completions."""
    directory.mkdir()
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    for path, count in paths.items():
        builder.stream(method, [path], times=count)
    write_profile(directory / "p.kpath", builder.build(directory), demo_run())
    return Profile.open(directory / "p.kpath")


def test_without_training_the_shares_of_the_run_itself_are_upper_bounds(tmp_path: Path) -> None:
    ref = profile(tmp_path / "ref", {0: 30, 2: 10, 3: 10})
    document, itself = summarise_prediction(ref, None), summarise_prediction(ref, ref)
    assert document["at_most"] == itself["train"]["guessed"]
    assert itself["at_most"] is None
    for kind in ("by_method", "by_loop"):
        for one, other in zip(document[kind], itself[kind], strict=True):
            assert one["train"] is None
            assert one["at_most"] == other["train"]["guessed"]
    stream = io.StringIO()
    write(stream, 200, *renderables(document))
    lines = [line.split() for line in stream.getvalue().splitlines()]
    # Paths 0 and 2 start at the same place: the guess is path 0 in 30 of 50 completions. Path 3,
    # which leaves the loop, starts there, too.
    assert ["from", "the", "place", "where", "it", "starts", "60.0", "%"] in lines
    assert "guessed right in at most 60.0 % without known paths" in stream.getvalue()


def test_figures_are_shown_beside_published_ones(tmp_path: Path) -> None:
    """A dash stands for a figure that was never published."""
    ref = profile(tmp_path / "ref", {0: 30, 2: 10, 3: 10})
    document = summarise_prediction(ref, profile(tmp_path / "train", {0: 1, 2: 1}))
    assert complaints(document, "predict") == []
    stream = io.StringIO()
    write(stream, 80, *renderables(document))
    lines = [line.split() for line in stream.getvalue().splitlines()]
    assert ["paths", "executed", "3", "2,696"] in lines
    assert ["of", "these,", "predicted", "from", "edges", "33.3", "%", "37.9", "%"] in lines
    assert ["completions", "of", "predicted", "paths", "60.0", "%", "-"] in lines
    assert ["completions", "80.0", "%", "71.9", "%", "to", "100.0", "%"] in lines


def test_a_hint_names_train_only_in_a_prediction_without_training(tmp_path: Path) -> None:
    document = summarise_prediction(profile(tmp_path / "ref", {0: 30}), None)
    assert complaints(document, "predict") == []
    assert document["train"] is None
    stream = io.StringIO()
    write(stream, 80, *renderables(document))
    assert "seen in training" not in stream.getvalue()
    assert "next path guessed right" in stream.getvalue()
    hint = "--train shows how often the next path can be guessed from the paths before it; pass"
    assert hint in " ".join(stream.getvalue().split())
    stream = io.StringIO()
    ref = profile(tmp_path / "other", {0: 30})
    write(stream, 80, *renderables(summarise_prediction(ref, ref)))
    assert hint not in " ".join(stream.getvalue().split())


@pytest.mark.parametrize(("k", "profiler"), [(1, "stream"), (4, "kiter")])
def test_without_sequences_paths_are_not_guessed_from_earlier_ones(
    tmp_path: Path, k: int, profiler: str
) -> None:
    """With k = 1 or ``kiter``, a profile has no sequences from which a path could be guessed."""
    builder = RecordingBuilder(k=k)
    builder.stream(builder.add(figure_3()), [0], times=30)
    run = demo_run(options={"cut": "back-edge", "profiler": profiler})
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), run)
    ref = Profile.open(tmp_path / "p.kpath")
    document = summarise_prediction(ref, None)
    assert complaints(document, "predict") == []
    assert document["known"] == 0
    trained = summarise_prediction(ref, ref)["train"]
    assert [one["known"] for one in trained["guessed"]] == [0]
    stream = io.StringIO()
    write(stream, 80, *renderables(document))
    said = " ".join(stream.getvalue().split())
    assert "--train shows how often the next path can be guessed from the place where it" in said
    assert "the paths before it" not in said


@pytest.mark.parametrize(
    ("cut", "said"),
    [
        ("back-edge", "the path that enters it and the path that leaves it are among them"),
        ("loop-header", "the path that leaves it is among them, but not the path that leads to it"),
    ],
)
def test_a_note_says_which_paths_count_for_a_loop(tmp_path: Path, cut: str, said: str) -> None:
    """The call goes round the loop twice. A cut at the header adds one path to the call."""
    is_cut = cut == "loop-header"
    method = figure_3(**(AT_HEADERS if is_cut else {}))
    builder = RecordingBuilder()
    builder.stream(builder.add(method), [4, 0, 1] if is_cut else [4, 1])
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run(options={"cut": cut}))
    document = summarise_prediction(Profile.open(tmp_path / "p.kpath"), None)
    (row,) = document["by_loop"]
    assert document["completions"] - row["completions"] == is_cut
    stream = io.StringIO()
    write(stream, 80, *renderables(document))
    assert said in " ".join(stream.getvalue().split())


def test_a_note_says_that_training_on_the_judged_run_knows_the_answers(tmp_path: Path) -> None:
    ref = profile(tmp_path / "ref", {0: 30, 2: 10})
    document = summarise_prediction(ref, ref)
    said = document["train"]["of_judged_run"]
    assert said.startswith("training is the judged run itself, so it knows the answers")
    stream = io.StringIO()
    write(stream, 80, *renderables(document))
    assert said in " ".join(stream.getvalue().split())
    other = profile(tmp_path / "other", {0: 30})
    assert summarise_prediction(ref, other)["train"]["of_judged_run"] is None
    assert kpath_jvm.predict(ref, ref).attrs["train"]["of_judged_run"] == said


def test_methods_are_listed_and_selected(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    method = builder.add(figure_3())
    for path, count in {0: 30, 2: 10, 3: 10}.items():
        builder.stream(method, [path], times=count)
    builder.count(builder.add(plain()), 0, 7)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    both = Profile.open(tmp_path / "p.kpath")
    train = profile(tmp_path / "train", {0: 5, 2: 1})
    document = summarise_prediction(both, train)
    assert complaints(document, "predict") == []
    first, second = document["by_method"]
    assert [first["completions"], second["completions"]] == [50, 7]
    assert first["train"]["guessed"][0]["right"] == 30
    assert second["train"]["trained_completions"] == 0
    stream = io.StringIO()
    write(stream, 200, *renderables(document))
    assert "  50 completions of 3 paths; 60.0 % are of paths that edges predict; 80.0 % are" in (
        stream.getvalue()
    )
    table = kpath_jvm.predict(both, train)
    shares = [[one["share"] for one in row["train"]["guessed"]] for row in (first, second)]
    assert [list(one) for one in table["guessed_shares"]] == shares
    assert len(summarise_prediction(both, train, top=1)["by_method"]) == 1
    only = summarise_prediction(both, train, Selection(method=("Figure3.run",)))
    assert only["completions"] == 50
    assert only["train"]["guessed"] == first["train"]["guessed"]
    assert only["selection"] is not None


def test_a_profile_without_paths_is_refused(tmp_path: Path) -> None:
    """Neither the judged profile nor the one for training may lack paths."""
    (tmp_path / "none").mkdir()
    builder = RecordingBuilder()
    builder.add(figure_3())
    write_profile(tmp_path / "none" / "p.kpath", builder.build(tmp_path / "none"), demo_run())
    none, some = Profile.open(tmp_path / "none" / "p.kpath"), profile(tmp_path / "some", {0: 1})
    for given in ((none, None), (some, none)):
        with pytest.raises(KpathError, match="no completed paths; give"):
            summarise_prediction(*given)


def test_a_profile_of_edges_is_refused(tmp_path: Path) -> None:
    edges = edges_profile(tmp_path)
    with pytest.raises(KpathError, match="has counts of edges and no Ball-Larus paths"):
        summarise_prediction(edges, None)


def test_loops_are_listed_and_selected(tmp_path: Path) -> None:
    """The loop of figure_3() begins on line 9."""
    ref = profile(tmp_path / "ref", {0: 30, 2: 10, 3: 10})
    train = profile(tmp_path / "train", {0: 5, 2: 1})
    document = summarise_prediction(ref, train)
    assert complaints(document, "predict") == []
    (row,) = document["by_loop"]
    assert document["loops"] == 1
    assert row["loop"]["header_place"] == "line 9"
    stream = io.StringIO()
    write(stream, 200, *renderables(document))
    lines = stream.getvalue().splitlines()
    at = lines.index("loops with the most completions: 1")
    assert lines[at + 1] == f"{row['title']}, line 9"
    assert lines[at + 2].startswith(f"  {row['completions']} completions of {row['paths']} paths; ")
    table = kpath_jvm.predict(ref, train, by_loop=True)
    assert table["line"].tolist() == [9]
    assert table["loop"].tolist() == [row["number"]]
    for name in ("paths", "completions", "predicted_paths", "predicted_completions_share"):
        assert table[name].tolist() == [row[name]]
    shares = [one["share"] for one in row["train"]["guessed"]]
    assert list(table["guessed_shares"][0]) == shares
    assert table["guessed_from_edges_share"][0] == row["train"]["guessed_from_edges_share"]
    # With the loop selected, the totals are the figures in the loop's row: there is no inner loop.
    only = summarise_prediction(ref, train, Selection(loop=("Figure3:9",)))
    assert only["by_loop"] == [row]
    for name in ("paths", "completions", "predicted_paths", "executed", "predicted"):
        assert only[name] == row[name]
    assert only["train"]["guessed"] == row["train"]["guessed"]
    assert only["train"]["trained_completions"] == row["train"]["trained_completions"]
    assert summarise_prediction(ref, train, top=0)["by_loop"] == []


def test_a_selected_loop_that_never_ran_is_an_error(tmp_path: Path) -> None:
    builder = RecordingBuilder()
    builder.add(figure_3())
    builder.count(builder.add(plain()), 0, 7)
    write_profile(tmp_path / "p.kpath", builder.build(tmp_path), demo_run())
    ref = Profile.open(tmp_path / "p.kpath")
    with pytest.raises(KpathError, match="has no completed paths in the selected loops"):
        summarise_prediction(ref, None, Selection(loop=("Figure3:9",)))


@pytest.mark.parametrize("seed", range(6))
def test_cut_edges_are_mentioned_if_a_method_has_them(seed: int) -> None:
    program = random_program(seed)
    with profile_of(program, 2) as found:
        document = summarise_prediction(found, None)
        assert complaints(document, "predict") == []
        stream = io.StringIO()
        write(stream, 200, *renderables(document))
    told = (
        "1 method has cut edges, so its paths are pieces, which are shorter and easier to "
        "predict; they have"
    )
    assert (f"{told} 100.0 % of the completions" in stream.getvalue()) == bool(program.method.cuts)
    assert (document["pieces"] is not None) == bool(program.method.cuts)


def test_figures_of_methods_without_cut_edges_are_given(tmp_path: Path) -> None:
    document = summarise_prediction(profile(tmp_path / "ref", {0: 30, 2: 10, 3: 10}), None)
    pieces = {
        "methods": 2, "completions_share": 0.25, "other_predicted_paths_share": 0.5,
        "other_predicted_completions_share": 0.6, "other_predicted_bytecodes_share": 0.7,
    }  # fmt: skip
    stream = io.StringIO()
    write(stream, 300, *renderables(document | {"pieces": pieces}))
    assert (
        "2 methods have cut edges, so their paths are pieces, which are shorter and easier to "
        "predict; they have 25.0 % of the completions; of the other methods' paths, 50.0 % are "
        "predicted from edges, with 60.0 % of their completions and 70.0 % of their bytecodes"
    ) in stream.getvalue()
