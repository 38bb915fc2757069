"""Tests that DuckDB and Spark answer questions about a store's runs as brute force does."""

from collections import Counter, defaultdict
from dataclasses import replace
from pathlib import Path

import pytest

from builders.edges import edges_profile
from builders.resampled import with_record
from builders.stores import RUNS, filled
from builders.versions import LEFT, Version, compared_profiles, versions_profile
from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import answers, asking
from kpath_jvm.fleet.answers import Answer
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.flat import flat
from kpath_jvm.store.store import Chosen, Store

pytest.importorskip("duckdb")
DUCKDB = asking.opened_by("duckdb", "")


@pytest.fixture
def store(tmp_path: Path) -> tuple[Store, list[dict[str, object]]]:
    """Returns a store, and all rows of all its profiles."""
    paths = filled(str(tmp_path / "store"), tmp_path)
    rows = [
        row
        for number, (path, run) in enumerate(zip(paths, RUNS, strict=True))
        for row in flat(Profile.open(path), str(number), *run).to_pylist()
    ]
    return Store(str(tmp_path / "store")), rows


def summed(rows: list[dict[str, object]], names: list[str]) -> list[tuple[object, ...]]:
    """Adds up, by brute force, the rows that have the same values in the columns ``names``.

    Returns a row for each sum: the values of these columns, and then the numbers of class
    files and of runs, the first and last day, the numbers of completions and bytecodes, and the
    shares of the bytecodes of all runs, and of those with such rows. The rows with the most
    bytecodes come first.
    """
    runs: dict[tuple[object, ...], set[object]] = defaultdict(set)
    wholes: Counter[object] = Counter()
    days: dict[tuple[object, ...], set[str]] = defaultdict(set)
    digests: dict[tuple[object, ...], set[object]] = defaultdict(set)
    counts: Counter[tuple[object, ...]] = Counter()
    costs: Counter[tuple[object, ...]] = Counter()
    for row in rows:
        key = tuple(row[name] for name in names)
        runs[key].add(row["run"])
        days[key].add(str(row["day"]))
        digests[key].add(row["digest"])
        counts[key] += int(str(row["completions"]))
        costs[key] += int(str(row["bytecodes"]))
        wholes[row["run"]] += int(str(row["bytecodes"]))
    found = [
        (
            *key,
            len(digests[key]),
            len(runs[key]),
            min(days[key]),
            max(days[key]),
            counts[key],
            costs[key],
            costs[key] / sum(wholes.values()),
            costs[key] / sum(wholes[run] for run in runs[key]),
        )
        for key in runs
    ]
    return sorted(found, key=lambda row: (-row[-3], row[: len(names)]))  # type: ignore[operator]


@pytest.mark.parametrize("by", ["method", "path"])
def test_the_top_rows_agree_with_brute_force(
    store: tuple[Store, list[dict[str, object]]], by: str
) -> None:
    for chosen in (Chosen(), Chosen("shop"), Chosen(version="2"), Chosen(last_day="2026-11-01")):
        own = [
            row for row in store[1]
            if chosen.service in (None, row["service"]) and chosen.version in (None, row["version"])
            and (chosen.last_day is None or str(row["day"]) <= chosen.last_day)
        ]  # fmt: skip
        found = answers.top(store[0], chosen, by, 1_000, DUCKDB)
        assert found.rows == summed(own, list(found.columns[:-8]))
        assert sum(row[-2] for row in found.rows) == pytest.approx(1)
        assert found.bytecodes == sum(row[-3] for row in found.rows)
        assert found.days == (min(row["day"] for row in own), max(row["day"] for row in own))
        assert answers.top(store[0], chosen, by, 2, DUCKDB).rows == found.rows[:2]


def test_a_method_has_one_row_whatever_its_class_files(tmp_path: Path) -> None:
    """An update of a library changes each class file, but hardly any method."""
    place, same = Store(str(tmp_path / "store")), Version().walked(LEFT)
    plain = Version(((1,), (2,), ()), [[0, 1, 2]], name="other")
    edited = Version(((1, 2), (2,), ()), [[0, 1, 2]], name="other")
    for day, (digest, changing) in enumerate((("old", plain), ("old", plain), ("new", edited)), 1):
        versions = [replace(one, digest=digest) for one in (same, changing)]
        path = versions_profile(tmp_path, f"{day}", *versions).path
        place.add(path, "shop", "main", f"2026-11-0{day}")
    run, other = ((name, "2026-11-01", "2026-11-03", 3, 2) for name in ("run", "other"))
    # In an edited method, equal numbers of blocks don't stand for the same blocks.
    paths = ("other", "2026-11-01", "2026-11-02", 2, 1), ("other", "2026-11-03", "2026-11-03", 1, 1)
    for by, wanted in (("method", {run, other}), ("path", {run, *paths})):
        names = ("method", "first_day", "last_day", "runs", "class_files")
        rows = _dicts(answers.top(place, Chosen(), by, 100, DUCKDB))
        assert {tuple(row[name] for name in names) for row in rows} == wanted


def test_shares_where_a_method_ran_count_a_run_once(tmp_path: Path) -> None:
    """A run may have two class files of a method, of two loaders."""
    place = Store(str(tmp_path / "store"))
    twice = [replace(Version().walked(LEFT), digest=digest) for digest in ("one", "other")]
    other = replace(Version(name="other").walked(LEFT), digest="one")
    for day, versions in enumerate((twice, [other], [twice[0], other]), 1):
        path = versions_profile(tmp_path, f"{day}", *versions).path
        place.add(path, "shop", "main", f"2026-11-0{day}")
    rows = {row["method"]: row for row in _dicts(answers.top(place, Chosen(), "method", 9, DUCKDB))}
    # Each walk executes as many bytecodes as the others: 2, 1 and 2 walks in the three runs.
    assert (rows["run"]["share"], rows["other"]["share"]) == (3 / 5, 2 / 5)
    assert (rows["run"]["share_where_run"], rows["other"]["share_where_run"]) == (3 / 4, 2 / 3)


def test_top_says_that_runs_were_started_differently(tmp_path: Path) -> None:
    place = Store(str(tmp_path / "store"))
    for day, (service, jar, argument) in enumerate(
        (("shop", "a-1.jar", "20"), ("shop", "a-1.jar", "20"), ("web", "b.jar", "5"),
         ("shop", "a-1.jar", "25"), ("shop", "a-2.jar", "25")), 1
    ):  # fmt: skip
        path = versions_profile(
            tmp_path, f"{day}", Version().walked(*[LEFT] * day), workload=None,
            command=("java", "-cp", jar, "Main", argument),
        ).path  # fmt: skip
        place.add(path, service, "main", f"2026-11-0{day}")

    def notes(until: int) -> tuple[str, ...]:
        return answers.top(place, Chosen(last_day=f"2026-11-0{until}"), "method", 9, DUCKDB).notes

    told = (
        "of these profiles differ, so some may have done more than others; `fleet trend` says from "
        "which run on"
    )
    # Services aren't compared.
    assert notes(3) == ()
    assert notes(4) == (f"the arguments {told}",)
    assert notes(5) == (f"the arguments and the class path {told}",)


def difference(store: Store, opened: asking.Opened = DUCKDB) -> Answer:
    return answers.diff(store, Chosen("shop", "1"), Chosen("shop", "2"), 1_000, opened)


def test_changes_between_two_sets_of_runs_agree_with_brute_force(
    store: tuple[Store, list[dict[str, object]]],
) -> None:
    costs: dict[str, Counter[object]] = {"1": Counter(), "2": Counter()}
    runs: dict[str, set[object]] = {"1": set(), "2": set()}
    for row in store[1]:
        if row["service"] == "shop":
            runs[str(row["version"])].add(row["run"])
            name = (row["class_name"], row["method"], row["descriptor"])
            costs[str(row["version"])][name] += int(str(row["bytecodes"]))
    found = difference(store[0])
    assert {row[:3] for row in found.rows} == set(costs["1"]) | set(costs["2"])
    assert len(runs["1"]) != len(runs["2"])
    for row in found.rows:
        values = dict(zip(found.columns, row, strict=True))
        for side, version in (("base", "1"), ("new", "2")):
            own = costs[version]
            # Different numbers of runs must not make a method seem to do more or less.
            each = own[row[:3]] / len(runs[version])
            assert values[f"{side}_bytecodes_per_run"] == each
            assert values[f"{side}_share"] == own[row[:3]] / sum(own.values())
        assert values["change"] == values["new_share"] - values["base_share"]
    changes = [abs(row[-1]) for row in found.rows]
    assert changes == sorted(changes, reverse=True)


def test_methods_are_matched_as_by_diff(tmp_path: Path) -> None:
    place = Store(str(tmp_path / "store"))
    base, new = compared_profiles(tmp_path)
    for version, path in (("1", base), ("2", new)):
        place.add(path, "shop", version, "2026-11-01")
    found = answers.diff(place, Chosen(version="1"), Chosen(version="2"), 100, DUCKDB)
    told = {values["method"]: (values["code"], values["was"]) for values in _dicts(found)}
    named = "demo/Work.oldName(I)V"
    assert told == {
        "run": ("changed", ""), "grows": ("changed", ""), "stays": ("same", ""),
        "newName": ("alike", told["newName"][1]), "gone": ("gone", ""), "came": ("new", ""),
    }  # fmt: skip
    assert told["newName"][1] == named
    again = answers.diff(place, Chosen(version="2"), Chosen(version="1"), 100, DUCKDB)
    backwards = {values["method"]: values["code"] for values in _dicts(again)}
    assert backwards == {
        "run": "changed", "grows": "changed", "stays": "same", "oldName": "alike", "gone": "new",
        "came": "gone",
    }  # fmt: skip


def test_code_is_unchanged_only_if_all_its_versions_are(tmp_path: Path) -> None:
    place = Store(str(tmp_path / "store"))
    base, new = compared_profiles(tmp_path)
    place.add(base, "shop", "1", "2026-11-01")
    for path in (with_record(base, started="2026-11-01T00:00:00+00:00"), new):
        place.add(path, "shop", "2", "2026-11-01")
    found = answers.diff(place, Chosen(version="1"), Chosen(version="2"), 100, DUCKDB)
    told = {values["method"]: values["code"] for values in _dicts(found)}
    assert told == {
        "run": "changed", "grows": "changed", "stays": "same", "oldName": "same",
        "newName": "new", "gone": "same", "came": "new",
    }  # fmt: skip


def test_renamed_methods_precede_hot_ones_if_no_share_has_changed(tmp_path: Path) -> None:
    place = Store(str(tmp_path / "store"))
    versions = [Version(name=name).walked(LEFT, times=times)
                for name, times in (("cold", 1), ("hot", 9), ("old", 2))]  # fmt: skip
    for number, name in (("1", "old"), ("2", "renamed")):
        # The class files have different digests, so the method may have been renamed.
        own = [replace(one, class_name=f"demo/{one.name}") for one in versions[:2]]
        own.append(replace(versions[2], name=name, digest=name))
        place.add(versions_profile(tmp_path, name, *own).path, "shop", number, "2026-11-01")
    found = answers.diff(place, Chosen(version="1"), Chosen(version="2"), 100, DUCKDB)
    told = [(values["method"], values["code"], values["change"]) for values in _dicts(found)]
    assert told == [("renamed", "alike", 0.0), ("hot", "same", 0.0), ("cold", "same", 0.0)]


def _dicts(answer: Answer) -> list[dict[str, object]]:
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]


def test_sums_agree_with_merge(
    tmp_path: Path, store: tuple[Store, list[dict[str, object]]]
) -> None:
    told: list[str] = []
    answers.merged(store[0], Chosen("shop"), tmp_path / "fleet.kpath", False, told.append)
    paths = tuple(tmp_path / f"{number}.kpath" for number in (1, 2, 3))
    merge(MergeRequest(paths, tmp_path / "whole.kpath"), told.append)
    one, other = Profile.open(tmp_path / "fleet.kpath"), Profile.open(tmp_path / "whole.kpath")
    assert one.table("ipf") == other.table("ipf")
    assert one.table("methods") == other.table("methods")
    assert one.run.merged is not None
    kept = str(tmp_path / "store" / "profiles")
    assert all(run.profile.startswith(kept) for run in one.run.merged), "a profile was copied"
    assert not list(tmp_path.glob(".*"))


def test_wrong_questions_and_damaged_stores_give_an_error(
    tmp_path: Path, store: tuple[Store, list[dict[str, object]]]
) -> None:
    with pytest.raises(KpathError, match=r"no run of --service nosuch in .*; `kpath-jvm store l"):
        answers.top(store[0], Chosen("nosuch"), "method", 1, DUCKDB)
    with pytest.raises(KpathError, match="both sides of the comparison have runs in common"):
        answers.diff(store[0], Chosen("shop"), Chosen(version="1"), 1, DUCKDB)
    edges = edges_profile(tmp_path).path
    for version in ("1", "2"):
        store[0].add(with_record(edges, version=version), "edges", version, "2026-11-01")
    with pytest.raises(KpathError, match=r"by the profiler edge, have no paths to ask about"):
        answers.top(store[0], Chosen("edges"), "path", 1, DUCKDB)
    with pytest.raises(KpathError, match=r"by the profiler edge, have no paths to ask about"):
        answers.diff(store[0], Chosen("edges", "1"), Chosen("edges", "2"), 1, DUCKDB)
    with pytest.raises(KpathError, match="these runs count different things"):
        answers.diff(store[0], Chosen("shop", "1"), Chosen("edges"), 1, DUCKDB)
    (file,) = [name for name in store[0].place.names("paths") if "a%2Fb" in name]
    Path(store[0].place.path(file)).write_bytes(b"")
    with pytest.raises(KpathError, match=r"damaged: paths/service=a%2F.*has changed") as caught:
        answers.top(store[0], Chosen("a/b c"), "method", 1, DUCKDB)
    assert "\n" not in str(caught.value)


@pytest.mark.slow
def test_spark_gives_the_same_tables(store: tuple[Store, list[dict[str, object]]]) -> None:
    pytest.importorskip("pyspark")
    spark = asking.opened_by("spark", "local[2]")
    for by in ("method", "path"):
        found = [answers.top(store[0], Chosen(), by, 7, engine) for engine in (DUCKDB, spark)]
        assert found[0] == found[1]
    assert difference(store[0], spark) == difference(store[0])
