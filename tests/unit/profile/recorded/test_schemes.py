"""Tests schemes, which read the tables of inline profilers and report what the tables lack."""

from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from kpath_jvm.profile.recorded import schemes
from kpath_jvm.profile.recorded.schemes import SCHEMES, IterationScheme
from kpath_jvm.profilers import PROFILERS
from kpath_jvm.recording.inline import FewerIterations, InlineRecording
from kpath_jvm.recording.path_windows import PathWindows
from kpath_jvm.records.completeness import Cause


class Tables:
    """A recording of two paths. It has the same counts with path windows and without them."""

    def path_counts(self) -> tuple[Any, Any]:
        return np.array([3, 5]), np.array([10, 1])

    def path_windows(self) -> PathWindows:
        return PathWindows({}, {}, {3: 10, 5: 1})


def with_modes(*modes: str) -> Any:
    """Returns metadata with one method for each mode.

    Only methods of the mode "windows" have a structure graph.
    """
    methods = [
        SimpleNamespace(
            counted=SimpleNamespace(mode=mode),
            schemes=SimpleNamespace(graphs=(0,) if mode == "windows" else ()),
        )
        for mode in modes
    ]
    return SimpleNamespace(methods=methods)


def test_descriptors_name_exactly_the_known_schemes() -> None:
    named = {one.scheme for one in PROFILERS.values() if one.scheme}
    assert named == set(SCHEMES)


def test_paths_become_a_forest_with_path_windows_and_without() -> None:
    recording = cast("InlineRecording", Tables())
    for name in ("paths", "first paths"):
        forest = SCHEMES[name].read(recording, 1).forest
        found = [column.tolist() for column in (forest.ids, forest.parents, forest.counts)]
        assert found == [[3, 5], [-1, -1], [10, 1]]


def test_the_edges_scheme_reads_no_paths() -> None:
    found = SCHEMES["edges"].read(cast("InlineRecording", Tables()), 1)
    assert (len(found.forest.ids), found.extended, found.edges) == (0, (), ())


@pytest.mark.parametrize(
    ("scheme", "guessed", "words"),
    [
        (
            "first paths",
            3,
            "counted; of 7 windows, 2 counted all of their paths, 3 stayed open to the end, 1 "
            "never opened (nothing is known about their loops)",
        ),
        (
            "windows",
            0,
            "are counted, divided evenly among the levels of its loops, but at least one in each "
            "level; of 7 windows, 2 counted all of their paths, the time-out closed 1, 3 stayed "
            "open to the end",
        ),
        ("windows", 1, "loops); 1 level's counts are adjusted by a guess"),
        ("windows", 3, "loops); 3 levels' counts are adjusted by a guess"),
    ],
)
def test_path_windows_tell_what_they_have_left_out(
    monkeypatch: pytest.MonkeyPatch, scheme: str, guessed: int, words: str
) -> None:
    """With a threshold of 0 the windows leave nothing out, and aren't reported.

    A profiler without a time-out reports none.
    """
    monkeypatch.setattr(schemes, "guessed_levels", lambda *_: guessed)
    monkeypatch.setattr(schemes, "read_metadata", lambda _: with_modes("windows"))
    options = {"threshold": 1000, **({"window-timeout": 5000} if scheme == "windows" else {})}
    figures = SimpleNamespace(
        windows=7, windows_finished=2, windows_timed_out=1, windows_open=3, dispatches_lost=0
    )  # fmt: skip
    recording: Any = SimpleNamespace(
        figures=figures, agent=SimpleNamespace(options=options),
        methods="m", path_windows=lambda: None,
    )  # fmt: skip
    found = list(SCHEMES[scheme].facts(recording))
    assert found[0].text.startswith("counts are of path windows: at most the first 1,000 paths of ")
    assert words in found[0].text
    assert (found[0].cause, found[0].figure) == (Cause.WINDOWS, 7)
    (*estimated, rest) = found[1:]
    assert [one.cause for one in estimated] == ([Cause.ESTIMATED] if scheme == "windows" else [])
    options["threshold"] = 0
    assert [*SCHEMES[scheme].facts(recording)] == [rest]
    assert rest.cause is Cause.NOTE
    assert rest.text.startswith("counts are of completed paths")
    # Now all seven windows have opened. In recordings of earlier versions, the number of windows
    # that stayed open is None.
    options["threshold"] = 1000
    figures.windows_open = 4
    assert "never opened" not in next(SCHEMES[scheme].facts(recording)).text
    figures.windows_open = None
    assert "open to the end" not in next(SCHEMES[scheme].facts(recording)).text


@pytest.mark.parametrize(
    ("modes", "beginnings"),
    [
        (["windows"], ["counts are of completed paths"]),
        (
            ["edges"],
            [
                "1 method with too many paths has no path window: its edges are counted instead, "
                "in the whole run",
                "edges are counted where code branches",
            ],
        ),
        (
            ["edges", "windows", "edges"],
            [
                "counts are of completed paths",
                "2 methods with too many paths have no path window: their edges",
                "edges are counted where code",
            ],
        ),
    ],
)
def test_edge_counts_are_explained_only_if_edges_have_counters(
    monkeypatch: pytest.MonkeyPatch, modes: list[str], beginnings: list[str]
) -> None:
    """If edges have no counters, their counts are sums over completed paths."""
    monkeypatch.setattr(schemes, "read_metadata", lambda _: with_modes(*modes))
    figures = SimpleNamespace(windows=7, dispatches_lost=0)
    agent = SimpleNamespace(options={"threshold": 0})
    recording: Any = SimpleNamespace(figures=figures, agent=agent, methods="m")
    found = [one.text for one in SCHEMES["windows"].facts(recording)]
    assert len(found) == len(beginnings)
    assert all(text.startswith(own) for text, own in zip(found, beginnings, strict=True))
    # The scheme "first paths" has the same facts, apart from those about completed paths.
    first = [one.text for one in SCHEMES["first paths"].facts(recording)]
    paths = "counts are of completed paths"
    assert [text for text in first if not text.startswith(paths)] == [
        text for text in found if not text.startswith(paths)
    ]


def test_methods_with_fewer_iterations_than_k_are_named() -> None:
    names = ("a.B.f", "a.B.g", "a.C.h", "a.D.i")
    for most, wanted in ((2, "a.B.f, a.B.g"), (4, "a.B.f, a.B.g, a.C.h and others")):
        fewer = FewerIterations(9, {"too-many-paths": most}, names[:most])
        recording = SimpleNamespace(fewer_iterations=lambda found=fewer: found, k=4)
        facts = [*IterationScheme().facts(cast("InlineRecording", recording))]
        assert (
            f"{most} of 9 methods with innermost loops have paths of fewer than 4 iterations "
            f"(too-many-paths {most}): in {wanted}, only shorter sequences are known"
        ) in [fact.text for fact in facts]
