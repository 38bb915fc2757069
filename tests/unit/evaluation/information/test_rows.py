"""Tests the rows about how much each profiler can tell, with made-up profiles."""

from pathlib import Path

import pytest

from builders.figure_2 import figure_2
from builders.worlds.enumerated import Activation
from builders.worlds.profiled import WORLD, edges, extended, overlapping_rows, sequences
from kpath_jvm import Profile
from kpath_jvm.evaluation.information import rows as module
from kpath_jvm.evaluation.information.rows import (
    accuracy_rows,
    all_rows,
    call_overlap_rows,
    information_rows,
    iterated_rows,
    overlap_rows,
    prediction_row,
)
from kpath_jvm.evaluation.information.runs import DEGREES, EXACT, Run
from kpath_jvm.evaluation.results.schema import TABLES
from kpath_jvm.evaluation.results.settings import NAMES

#: The blocks of the two paths that stay within the loop: one goes through C, the other through D.
WINDOWS = {"C": (1, 2, 4), "D": (1, 3, 4)}


@pytest.fixture
def profiles(tmp_path: Path) -> "Profiles":
    return Profiles(tmp_path)


class Profiles:
    """Maps each run of a profiler to the profile that the run would write."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self.kept: dict[Run, Profile] = {}

    def __call__(self, run: Run) -> Profile:
        if run not in self.kept:
            self.kept[run] = self.made(run)
        return self.kept[run]

    def made(self, run: Run) -> Profile:
        if run.profiler in ("edge", "edge-chords"):
            return edges(self.directory)
        if run.calls:
            # At any degree above 1, the second part of each overlapping path is a whole path.
            degree = run.degree or 0
            return figure_2(self.directory / run.name, 254 if degree > 1 else degree)
        if run.profiler == "ol":
            rows = overlapping_rows(run.degree or 0)
            return extended(
                self.directory, "ol", rows, with_paths=True, cut="back-edge", degree=run.degree
            )
        if run.profiler in ("spp", "bpp"):
            # The window has as many paths through C as through D. The whole run has four times as
            # many paths through C as through D.
            c, d = (10, 10) if run.threshold else (16_000, 4_000)
            rows = [
                (0, "window", 1, "loop 1", "loop 1", WINDOWS["C"], c),
                (1, "window", 1, "loop 1", "loop 1", WINDOWS["D"], d),
            ]
            return extended(
                self.directory, run.profiler, rows, with_paths=False, threshold=run.threshold
            )
        return sequences(self.directory, run.profiler, run.k or 1)


def test_all_tables_have_rows_with_their_columns(profiles: Profiles) -> None:
    """Only columns of the benchmark and of settings may be missing from all rows."""
    found = all_rows(profiles, profiles(EXACT))
    for name, rows in found.items():
        assert rows
        columns = {column.name for column in TABLES[name]}
        assert all(set(row) <= columns for row in rows)
        unfilled = {"suite", "benchmark", "kind", "size", "jvm", *NAMES}
        assert columns - unfilled <= {key for row in rows for key in row}


def test_information_has_rows_for_each_profiler_and_its_options(profiles: Profiles) -> None:
    """Profilers with the same counts have equal rows. ``stream`` also has rows for smaller k."""
    rows = list(information_rows(profiles, profiles(EXACT)))

    def of(profiler: str, length: int, **options: int) -> list[dict]:
        wanted = {"k": None, "degree": None, "threshold": None, **options}
        return [
            row
            for row in rows
            if (row["profiler"], row["length"]) == (profiler, length)
            and all(row.get(name) == value for name, value in wanted.items())
        ]

    (pairs,) = of("stream", 2, k=8)
    assert (pairs["flow"], pairs["exact"], pairs["bounded"]) == (38, 38, 0)
    (fours,) = of("stream", 4, k=2)
    (same,) = of("k-blpp", 4, k=2)
    assert (fours["exact"], fours["bounded"]) == (same["exact"], same["bounded"])
    assert of("k-blpp-packed", 4, k=2)[0]["bounded"] == same["bounded"]
    (hashed,) = of("blpp-hash", 2)
    assert {row["exact"] for row in of("blpp", 2)} == {hashed["exact"]}
    assert [row.get("array_paths") for row in of("blpp", 2)] == [None, 0, 4_000]
    keys = [
        tuple(row.get(name) for name in
              ("profiler", "k", "cut", "degree", "threshold", "array_paths", "length"))
        for row in rows
    ]  # fmt: skip
    assert len(keys) == len(set(keys))


def test_only_training_gives_trained_paths(tmp_path: Path) -> None:
    profile = sequences(tmp_path, "blpp", 1)
    alone = prediction_row(profile, None)
    assert alone["completions"] == 41
    assert "trained_paths" not in alone
    trained = prediction_row(profile, sequences(tmp_path, "blpp", 1, (Activation("CCCC"),)))
    # The training run took the paths A B C E and B C E, which the profile has 3 and 25 times. The
    # profile doesn't have the path by which the training run left the loop.
    assert (trained["trained_paths"], trained["trained_completions"]) == (2, 28)


def test_methods_with_too_many_paths_are_counted(
    profiles: Profiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are 8, 18, 38, 78 and 158 paths for k = 1 to 5.

    An array has room for 30, and no more than 100 are allowed.
    """
    monkeypatch.setattr(module, "ARRAY", 30)
    monkeypatch.setattr(module, "MOST", 100)
    found = [
        (row["k"], row["hashed"], row["aborted"], row["most_paths"])
        for row in iterated_rows(profiles(EXACT))
    ]
    assert found == [(1, 0, 0, 8), (2, 0, 0, 18), (3, 1, 0, 38), (4, 1, 0, 78), (5, 0, 1, 0)]


def test_the_overlap_with_the_complete_profile_is_0_7(profiles: Profiles) -> None:
    """C and D have half of the window each, but 0.8 and 0.2 of the run, so 0.5 + 0.2 overlap."""
    rows = list(accuracy_rows(profiles))
    assert {(row["profiler"], row["methods"], row["paths"]) for row in rows} == {
        ("spp", 1, 2), ("bpp", 1, 2),
    }  # fmt: skip
    assert all(row["pooled"] == pytest.approx(0.7) for row in rows)
    assert min(row["threshold"] for row in rows) == 100


def test_flows_between_iterations_agree_with_the_run(profiles: Profiles) -> None:
    """At degree 0, it's known that 28 paths through C and 11 through D go on to B.

    It's also known that paths go on from B to C 25 times, and to D 13 times. So C follows C at most
    25 times, and at least 28 - 13 - 1 times, because an exception ended one iteration. From
    degree 1 on, an extension is a whole iteration, so everything is known.
    """
    rows = list(overlap_rows(profiles, profiles(EXACT)))
    assert [row["degree"] for row in rows] == list(DEGREES)
    real = sum(len(one.iterations) - 1 for one in WORLD)
    assert {(row["loops"], row["real"], row["outside"]) for row in rows} == {(1, real, 0)}
    flows = [(row["definite"], row["potential"]) for row in rows]
    assert flows == [(14 + 2, 25 + 13 + 11 + 11), *[(real, real)] * (len(DEGREES) - 1)]


def test_flows_across_calls_agree_with_figure_2(profiles: Profiles) -> None:
    """At degree 0, nothing is certain.

    In every call, any of g's five paths may have run. After the call, the caller f may have gone on
    by either of its two paths. At degree 1, everything is certain.
    """
    rows = list(call_overlap_rows(profiles))
    found = {
        (row["type"], row["degree"]): (row["real"], row["definite"], row["potential"])
        for row in rows
    }
    assert found["call", 0] == (100, 0, 500)
    assert found["return", 0] == (100, 0, 200)
    assert {found[kind, 1] for kind in ("call", "return")} == {(100, 100, 100)}
    assert {row["outside"] for row in rows} == {0}
    assert {row["calls"] for row in rows} == {1}
    assert len(rows) == 2 * len(DEGREES)
