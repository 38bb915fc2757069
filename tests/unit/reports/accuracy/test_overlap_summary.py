"""Tests the document and the text of ``overlap``."""

import json
from pathlib import Path

import pytest

from builders.edges import FIGURE_3_TAKEN, counted_figure_3
from builders.methods import MethodSpec, figure_3, plain
from builders.recordings import RecordingBuilder, demo_run
from json_documents import complaints
from kpath_jvm.cli.main import run_verb
from kpath_jvm.profile.writer import write_profile


@pytest.fixture
def profiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Writes a.kpath and b.kpath.

    The two paths of the first method have these shares of the method's completions: 0.5 and 0.5 in
    a.kpath, 0.75 and 0.25 in b.kpath. The second method ran only in b.kpath.
    """
    monkeypatch.chdir(tmp_path)
    for name, times, more in (("a", (2, 2), 0), ("b", (6, 2), 8)):
        builder = RecordingBuilder(k=1)
        methods = [builder.add(figure_3()), builder.add(figure_3(name="again"))]
        for path, count in zip((0, 2), times, strict=True):
            builder.stream(methods[0], [path], times=count)
        if more:
            builder.stream(methods[1], [3], times=more)
        Path(name).mkdir()
        write_profile(Path(f"{name}.kpath"), builder.build(Path(name)), demo_run())


@pytest.mark.usefixtures("profiles")
def test_the_document_has_the_overlap_of_all_methods(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["overlap", "a.kpath", "b.kpath", "--json", "--top", "1"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert complaints(document, "overlap") == []
    # The first method's paths add min(1/2, 6/16) and min(1/2, 2/16) to the overlap.
    assert document["overlap"] == pytest.approx(0.5)
    assert document["mean"] == pytest.approx((0.75 + 0) / 2)
    assert (document["differing"], document["complete_only"]) == (2, 1)
    (again,) = document["methods"]
    assert (again["method"], again["missing"], again["overlap"]) == ("again", 0.5, 0)
    assert again["most"]["blocks"] == [[4, 8], [9, 14], [21, 27], [28, 28]]
    assert run_verb(["overlap", "a.kpath", "a.kpath", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["overlap"], document["methods"]) == (pytest.approx(1), [])


@pytest.mark.usefixtures("profiles")
def test_filters_limit_which_methods_are_compared(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["overlap", "a.kpath", "b.kpath", "--method", "Figure3.run", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["overlap"] == pytest.approx(0.75)
    assert document["shown"] == "method Figure3.run"
    # --min-share is compared with the methods' shares in b.kpath.
    assert run_verb(["overlap", "a.kpath", "b.kpath", "--min-share", "60%", "--json"]) == 2
    assert "the largest share is 51 %" in capsys.readouterr().err


@pytest.mark.usefixtures("profiles")
def test_text_and_markdown_have_the_overlap(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_verb(["overlap", "a.kpath", "b.kpath"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Overlap of Ball-Larus paths: 50.0 %; mean of the methods' own ")
    assert "1 method in both, 1 in B only, with 50.0 % of B" in text
    assert "0 paths in A, 1 in B, 0 in both" in text
    told = " ".join(text.split())
    assert "sequences aren't compared: a.kpath has single paths only (k = 1); record with" in told
    assert run_verb(["overlap", "a.kpath", "b.kpath", "--format", "md"]) == 0
    markdown = capsys.readouterr().out
    again = "`demo.Figure3.again(int)`<br>"
    assert f"| 1 | 50.0 % | 0.0 % | 0.0 % | 50.0 % | 0.0 % | {again}" in markdown
    assert run_verb(["overlap", "a.kpath", "a.kpath"]) == 0
    assert "none differs" in capsys.readouterr().out


@pytest.mark.usefixtures("profiles")
@pytest.mark.parametrize("other", ["none.kpath", "a"])
def test_invalid_profiles_are_refused(capsys: pytest.CaptureFixture[str], other: str) -> None:
    assert run_verb(["overlap", "a.kpath", other]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize(
    ("other", "path"),
    [
        (figure_3(digest="other", instructions={2: 9}), 6),
        # The first version's path runs through more blocks than this version has.
        (plain(name="run", descriptor="(I)V", digest="other"), 0),
    ],
    ids=["blocks of other sizes", "fewer blocks"],
)
def test_versions_of_other_code_have_paths_of_their_own(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    other: MethodSpec,
    path: int,
) -> None:
    """Each of the two versions executed one path.

    These two paths have the shares 0.25 and 0.75 in one profile, and 0.75 and 0.25 in the other.
    """
    monkeypatch.chdir(tmp_path)
    for name, times in (("a", (1, 3)), ("b", (3, 1))):
        builder = RecordingBuilder(k=1)
        for spec, own, count in zip((figure_3(), other), (6, path), times, strict=True):
            method = builder.add(spec)
            if spec.mode == "counted":
                builder.count(method, own, count)
            else:
                builder.stream(method, [own], times=count)
        Path(name).mkdir()
        write_profile(Path(f"{name}.kpath"), builder.build(Path(name)), demo_run())
    assert run_verb(["overlap", "a.kpath", "b.kpath", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert document["overlap"] == pytest.approx(0.5)
    (run,) = document["methods"]
    assert (run["online_paths"], run["both_paths"]) == (2, 2)
    # The first version's path 6 runs through its blocks 0, 1, 2 and 4.
    assert run["most"]["blocks"] == [[0, 3], [4, 8], [9, 14], [21, 27]]


def test_methods_with_counted_edges_on_one_side_are_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A profiler of path windows counts the edges of methods that have too many paths."""
    monkeypatch.chdir(tmp_path)
    for name in ("a", "b"):
        builder = RecordingBuilder(k=1)
        edges = builder.add(counted_figure_3() if name == "b" else figure_3())
        if name == "b":
            builder.taken(edges, FIGURE_3_TAKEN)
        else:
            builder.stream(edges, [0], times=3)
        builder.stream(builder.add(figure_3(name="again")), [3], times=7)
        builder.stream(builder.add(figure_3(name="more")), [3], times=0 if name == "b" else 2)
        Path(name).mkdir()
        write_profile(Path(f"{name}.kpath"), builder.build(Path(name)), demo_run())
    told = "with 41.7 % of A (of 1 of these, B has counts of edges instead of paths)"
    assert run_verb(["overlap", "a.kpath", "b.kpath"]) == 0
    assert f"1 method in both, 2 in A only, {told}" in " ".join(capsys.readouterr().out.split())
    assert run_verb(["overlap", "b.kpath", "a.kpath", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["complete_only"], document["complete_only_of_edges"]) == (2, 1)
    assert (document["online_only"], document["online_only_of_edges"]) == (0, 0)
    assert document["complete_only_share"] == pytest.approx(5 / 12)


def test_the_notes_say_what_is_left_out_and_what_is_added_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, profiler in (("a", "kiter"), ("b", "stream")):
        builder = RecordingBuilder(k=4)
        builder.stream(builder.add(figure_3()), [6, 2])
        for digest in ("ab", "cd"):
            again = builder.add(figure_3(name="again", digest=digest * 16))
            builder.stream(again, [6, 2, 2, 3])
        Path(name).mkdir()
        run = demo_run(options={"profiler": profiler})
        write_profile(Path(f"{name}.kpath"), builder.build(Path(name)), run)
    assert run_verb(["overlap", "a.kpath", "b.kpath"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "2 methods in both, none differs; all versions of a method, from several class" in told
    assert "sequences of 1 method aren't compared, because the counts of kiter lack what" in told
    assert "and no path that an exception ended" in told
    assert "Sequences of paths" in told
    assert run_verb(["overlap", "a.kpath", "b.kpath", "--method", "run", "--json"]) == 0
    document = json.loads(capsys.readouterr().out)
    assert (document["sequences"], document["sequences_left_out"]) == ([], 1)
    assert "over which the profiler kiter counts nothing" in document["sequences_untold"]
