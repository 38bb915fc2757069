"""Tests trends; plain loops over opened profiles compute the expected figures."""

import errno
import os
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from builders.edges import edges_profile
from builders.methods import entries_only
from builders.recordings import ENVIRONMENT, demo_profile
from builders.resampled import resample, with_record
from builders.rules import checked
from builders.stores import filled
from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm import Profile, loops
from kpath_jvm.analysis.gates.path_steps import Decided
from kpath_jvm.analysis.gates.rules import Rule, WrongRule, check
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import asking
from kpath_jvm.fleet.answers import Answer
from kpath_jvm.fleet.figures import TrendFigure, of_rules, parsed
from kpath_jvm.fleet.trend import COLUMNS, trend
from kpath_jvm.profile.identity.runs import CountedTwiceError
from kpath_jvm.records.environment import Java
from kpath_jvm.records.record import content_of
from kpath_jvm.records.run import Skipped
from kpath_jvm.sessions.merge import MergeRequest, merge
from kpath_jvm.store.store import Chosen, Store

pytest.importorskip("duckdb")
DUCKDB = asking.opened_by("duckdb", "")
EVERY = Chosen()
Row = dict[str, Any]
MethodRow = dict[str, Any]


def asked(
    store: Store, *figures: str | TrendFigure, by: str = "run", chosen: Chosen = EVERY,
    opened: asking.Opened = DUCKDB,
) -> list[Row]:  # fmt: skip
    found = answer(store, *figures, by=by, chosen=chosen, opened=opened)
    assert found.columns == COLUMNS
    return [dict(zip(COLUMNS, row, strict=True)) for row in found.rows]


def answer(
    store: Store, *figures: str | TrendFigure, by: str = "run", chosen: Chosen = EVERY,
    opened: asking.Opened = DUCKDB,
) -> Answer:  # fmt: skip
    asked = [one if isinstance(one, TrendFigure) else parsed(one) for one in figures]
    return trend(store, chosen, asked, by, opened)


def added(place: Path, *profiles: tuple[Path, str, str]) -> Store:
    store = Store(str(place))
    for path, version, day in profiles:
        store.add(path, "shop", version, f"2026-11-{day}")
    return store


class Opened:
    """An opened profile, whose figures are computed by plain loops over its tables."""

    def __init__(self, path: Path, service: str, version: str, day: str) -> None:
        self.service, self.version, self.day = service, version, day
        profile = Profile.open(path)
        self.methods: list[MethodRow] = profile.table("methods").to_pylist()
        sizes = {(row["method"], row["block"]): row["instructions"]
                 for row in profile.table("blocks").to_pylist()}  # fmt: skip
        self.bytecodes: dict[int, int] = defaultdict(int)
        for row in profile.table("paths").to_pylist():
            length = sum(sizes[row["method"], block] for block in row["blocks"])
            self.bytecodes[row["method"]] += row["count"] * length

    def figure(self, kind: str, is_meant: "Meant", classes: set[str]) -> int | None:
        """Returns the figure, or None if none of the classes was recorded."""
        if not classes & {row["class"] for row in self.methods}:
            return None
        meant = [row for row in self.methods if is_meant(row)]
        if kind == "entries":
            return sum(row["entries"] for row in meant)
        return sum(self.bytecodes[row["method"]] for row in meant)


Meant = Callable[[MethodRow], bool]
FIGURES: dict[str, Meant] = {
    "total": lambda _: True,
    "total(demo.Figure3.*)": lambda row: row["class"] == "demo/Figure3",
    "bytecodes(run)": lambda row: row["name"] == "run",
    "bytecodes(Shared.run)": lambda row: row["class"] == "demo/Shared",
    "entries(*.*a*)": lambda row: "a" in row["name"],
    "bytecodes(demo.Shaky.stuck()V)": lambda row: row["name"] == "stuck",
}


def brute_force(profiles: Sequence[Opened], by: str, figure: str, is_meant: Meant) -> list[Row]:
    """Computes a figure's rows by plain loops over the sorted profiles."""
    classes = {row["class"] for one in profiles for row in one.methods if is_meant(row)}
    groups: dict[tuple[str, object], list[int | None]] = defaultdict(list)
    for number, one in enumerate(profiles):
        key = {"run": number, "day": one.day, "version": one.version}[by]
        value = one.figure(figure.partition("(")[0], is_meant, classes)
        groups[one.service, key].append(value)
    rows: list[Row] = []
    for (service, _), values in groups.items():
        known = [value for value in values if value is not None]
        mean = Fraction(sum(known), len(known)) if known else None
        earlier = [row["mean"] for row in rows if row["service"] == service]
        first = next((one for one in earlier if one), None)
        rows.append({
            "figure": figure, "service": service, "runs": len(values), "known_runs": len(known),
            "sum": sum(known) if known else None, "mean": mean,
            "per_run": None if mean is None else float(mean),
            "least": min(known, default=None), "most": max(known, default=None),
            "change": change(mean, earlier[-1]) if earlier else None,
            "since_first": change(mean, first), "why": None if known else "not recorded",
        })  # fmt: skip
    return rows


def change(new: Fraction | None, old: Fraction | None) -> float | None:
    if new is None or old is None:
        return None
    if new == old:
        return 0.0
    return float(new / old - 1) if old else None


@pytest.mark.parametrize("by", ["run", "day", "version"])
def test_rows_are_those_of_a_loop_over_profiles(tmp_path: Path, by: str) -> None:
    source, store = Profile.open(demo_profile(tmp_path)), Store(str(tmp_path / "store"))
    random = Random(by)
    profiles = []
    for seed in range(12):
        path = resample(source, tmp_path / f"{seed}.kpath", seed, share=0.4)
        run = (random.choice("ab"), random.choice("12"), f"2026-11-0{random.randint(1, 4)}")
        store.add(path, *run)
        profiles.append(Opened(path, *run))
    # Sorting keeps the profiles of a day in the order in which they were added.
    profiles.sort(key=lambda one: (one.service, one.day))
    rows = asked(store, *FIGURES, by=by)
    wanted = [
        row
        for figure, is_meant in FIGURES.items()
        for row in brute_force(profiles, by, figure, is_meant)
    ]
    assert len(rows) == len(wanted)
    for row, own in zip(rows, wanted, strict=True):
        for name in own.keys() - {"mean"}:
            assert row[name] == pytest.approx(own[name]), (name, row)
        assert (row["lower_bound"], row["upper_bound"]) == (row["per_run"],) * 2
    assert {row["why"] for row in rows} == {None, "not recorded"}, "rows of both kinds are tested"
    assert any(row["sum"] == 0 for row in rows)
    assert any(0 < row["known_runs"] < row["runs"] for row in rows) == (by != "run")


def test_bytecodes_of_methods_are_also_given_per_entry(tmp_path: Path) -> None:
    few, many = (Version().walked(*[LEFT] * count, times=3) for count in (2, 4))
    store = added(
        tmp_path / "store",
        (versions_profile(tmp_path, "a", few).path, "1", "01"),
        (versions_profile(tmp_path, "b", many).path, "2", "02"),
        (versions_profile(tmp_path, "c", replace(few, walks=())).path, "3", "03"),
    )
    rows = asked(store, "bytecodes(Work.run)", "total", "entries(Work.run)")
    own, _, entries = rows[:3], rows[3:6], rows[6:]
    assert [row["sum"] for row in entries] == [3, 3, 0]
    assert [row["per_entry"] for row in own[:2]] == [row["sum"] / 3 for row in own[:2]]
    assert own[1]["per_entry"] > own[0]["per_entry"]
    assert (own[2]["sum"], own[2]["per_entry"], own[2]["change"]) == (0, None, -1.0)
    growth = own[1]["sum"] / own[0]["sum"] - 1
    assert [row["per_entry_change"] for row in own] == [None, pytest.approx(growth), None]
    assert {row["per_entry"] for row in rows[3:]} == {None}
    assert [row["methods"] for row in rows] == [1] * 3 + [None] * 3 + [1] * 3


def test_rules_on_bytecodes_have_what_conditions_on_bytecodes_have(tmp_path: Path) -> None:
    """Figures of rules come from opened profiles, but DuckDB computes ``bytecodes(Work.run)``."""
    other = run_of("other")
    each = [Version().walked(*[LEFT] * count, times=count) for count in (1, 2, 6)]
    paths = [versions_profile(tmp_path, str(at), one, other).path for at, one in enumerate(each)]
    merge(MergeRequest(tuple(paths[:2]), tmp_path / "sum.kpath"), str)
    store = added(
        tmp_path / "store", (tmp_path / "sum.kpath", "1", "01"), (paths[2], "1", "02"),
        (versions_profile(tmp_path, "alone", other).path, "1", "03"),
    )  # fmt: skip
    names = ("Work.run", "demo.*.*")
    rules = [Rule("bytecodes", where, f"rule on {where}", at_most=100) for where in names]
    for by in ("run", "version"):
        rows = asked(store, *of_rules(rules), *(f"bytecodes({where})" for where in names), by=by)
        half = len(rows) // 2
        for row, own in zip(rows[:half], rows[half:], strict=True):
            for name in COLUMNS:
                if name not in ("figure", "at_most", "kept", "broken", "why"):
                    assert row[name] == own[name], name
        assert [row["methods"] for row in rows[:half]] == [1] * (half // 2) + [2] * (half // 2)
        assert any(row["per_entry"] for row in rows[:half])


def test_rows_say_how_many_profiles_break_a_rule(tmp_path: Path) -> None:
    counts = (1, 4, 2, 5, 5)
    paths = [
        versions_profile(tmp_path, str(at), Version().walked(*[LEFT] * count)).path
        for at, count in enumerate(counts)
    ]
    paths.append(versions_profile(tmp_path, "other", run_of("other")).path)
    days = (*((path, "main", f"0{day}") for day, path in enumerate(paths, 1)),)
    store = added(tmp_path / "store", *days)
    rules = [
        Rule("iterations", "Work.run", "at most", at_most=2),
        Rule("iterations", "Work.run", "between", at_least=2, at_most=4),
        Rule("entries", "Work.run", "missing", at_least=1, may_be_missing=True),
        Rule("entries", "Work.run", "unbounded", may_be_missing=True),
    ]
    rows = asked(store, *of_rules(rules))
    for rule, own in zip(rules, (rows[at : at + 6] for at in range(0, 24, 6)), strict=True):
        for row, path in zip(own, paths, strict=True):
            (result,) = check(Profile.open(path), [rule])
            assert (row["at_least"], row["at_most"]) == (rule.at_least, rule.at_most)
            if rule.name == "unbounded":
                assert (row["kept"], row["broken"]) == (None, None)
            elif isinstance(result, WrongRule):
                assert (row["kept"], row["broken"]) == (0, 0)
            else:
                assert (row["kept"], row["broken"]) == (result.is_kept, not result.is_kept)
    assert [row["broken"] for row in rows[:6]] == [0, 1, 0, 1, 1, 0]
    whole = asked(store, *of_rules(rules), by="version")
    assert [(row["kept"], row["broken"]) for row in whole] == [(2, 3), (2, 3), (5, 1), (None, None)]


def test_rows_say_what_differs_from_the_run_before(tmp_path: Path) -> None:
    facts = (("20", "a-1.jar", "17"), ("25", "a-1.jar", "17"), ("25", "a-2.jar", "25"))
    store = Store(str(tmp_path / "store"))
    for day, (argument, jar, java) in enumerate(facts, 1):
        path = versions_profile(
            tmp_path, f"{day}", Version().walked(*[LEFT] * day), workload=None,
            command=("java", "-cp", jar, "Main", argument), environment=replace_java(java),
        ).path  # fmt: skip
        store.add(path, "shop", "main", f"2026-11-0{day}")
    found = answer(store, "total", "entries(Work.run)")
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found.rows]
    assert [row["differs_in"] for row in rows] == [[], ["arguments"], ["class path", "Java"]] * 2
    ids = [row["run"][:8] for row in rows]
    so = ", so changes may come from that and not from the code"
    last = f"from run {ids[2]} of shop main (2026-11-03) on, the"
    notes = (
        f"from run {ids[1]} of shop main (2026-11-02) on, the program ran with the arguments 25 "
        f"instead of 20{so}",
        f"{last} class path differs: a-1.jar → a-2.jar",
        f"{last} program ran on Java 25 instead of 17{so}",
    )
    assert found.notes == notes
    # A row that all these runs share lists all differences.
    whole = answer(store, "total", by="version")
    assert whole.notes == notes
    (row,) = (dict(zip(COLUMNS, row, strict=True)) for row in whole.rows)
    assert row["differs_in"] == ["arguments", "class path", "Java"]
    for run in store.runs():
        older = msgspec.structs.replace(run, command=None, java_versions=None)
        store.place.put(run.commit, content_of(older))
    assert answer(store, "total", "entries(Work.run)") == found


def test_rows_say_which_earlier_runs_were_started_alike(tmp_path: Path) -> None:
    """The figures of ten random runs are compared with those that a search finds."""
    random = Random(4)
    store = Store(str(tmp_path / "store"))
    facts = []
    for day in range(1, 11):
        given = random.choice(["20", "25"]), random.choice(["17", "25"])
        facts.append((random.choice(["", "a", "b"]), *given, f"2026-11-{day:02}"))
        version, argument, java, on = facts[-1]
        # It isn't known with which arguments a run without a version was started.
        command = ("java", "-cp", "a.jar", "Main", argument) if version else None
        path = versions_profile(
            tmp_path, f"{day}", Version().walked(*[LEFT] * day), workload=None,
            command=command, environment=replace_java(java),
        ).path  # fmt: skip
        store.add(path, "shop", version or "old", on)

    def unlike(one: int, other: int) -> list[str]:
        is_known = "" not in (facts[one][0], facts[other][0])
        return [
            *(["arguments"] if is_known and facts[one][1] != facts[other][1] else []),
            *(["Java"] if facts[one][2] != facts[other][2] else []),
        ]

    for by in ("run", "day"):
        rows = asked(store, "total", by=by)
        names = [row["run"] or row["first_day"] for row in rows]
        for at, row in enumerate(rows):
            alike = [names[other] for other in range(at) if not unlike(other, at)]
            assert row["alike"] == (alike[-1] if alike else None)
            assert row["change_spans"] == (unlike(at - 1, at) if at else [])
            assert row["since_first_spans"] == (unlike(0, at) if at else [])


def test_figures_of_loops_are_means_or_sums(tmp_path: Path) -> None:
    """Tests means per entry, which needn't be whole numbers, and sums of bytecodes.

    Each profile has two activations, of which the first has no iterations.
    """
    versions = [Version(line=7).walked().walked(*[LEFT] * count) for count in (3, 4, 4)]
    profiles = [versions_profile(tmp_path, str(at), one) for at, one in enumerate(versions)]
    days = ("01", "02", "03")
    store = added(
        tmp_path / "store",
        *((one.path, "main", day) for one, day in zip(profiles, days, strict=True)),
    )
    figures = ["iterations(Work.run)", "loop-bytecodes(Work.run:7)"]
    rows = asked(store, *figures)
    assert [row["per_run"] for row in rows[:3]] == [1.5, 2, 2]
    assert [row["sum"] for row in rows[:3]] == [None] * 3
    assert [row["change"] for row in rows[:3]] == [None, pytest.approx(1 / 3), 0.0]
    own = [int(loops(profile)["bytecodes"].sum()) for profile in profiles]
    assert [row["sum"] for row in rows[3:]] == own
    of_version = asked(store, *figures, by="version")
    assert [row["per_run"] for row in of_version] == [
        pytest.approx(5.5 / 3), pytest.approx(sum(own) / 3)
    ]  # fmt: skip
    assert (of_version[0]["least"], of_version[0]["most"]) == (1.5, 2)
    assert of_version[1]["sum"] == sum(own)


def test_a_full_disk_is_reported_if_a_profile_is_fetched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def write_bytes(path: Path, content: bytes) -> int:  # noqa: ARG001
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    profile = versions_profile(tmp_path, "a", Version(line=7).walked(LEFT))
    store = added(tmp_path / "store", (profile.path, "main", "01"))
    # Only profiles in an object store are fetched.
    monkeypatch.setattr(store.place, "is_local", False)
    monkeypatch.setattr(Path, "write_bytes", write_bytes)
    words = "cannot write a copy of run .* No space left on device; free space, or set TMPDIR"
    with pytest.raises(KpathError, match=words):
        asked(store, "iterations(Work.run)")


def test_figures_of_loops_with_cut_off_paths_have_bounds(tmp_path: Path) -> None:
    version = Version(escapes=1).walked(LEFT, RIGHT)
    store = added(tmp_path / "store", (versions_profile(tmp_path, "a", version).path, "1", "01"))
    (row,) = asked(store, "iterations(Work.run)")
    assert (row["lower_bound"], row["per_run"], row["upper_bound"]) == (1, 2, 2)


def test_a_run_without_the_loop_has_no_figure_for_the_loop(tmp_path: Path) -> None:
    run = Version(line=7).walked(LEFT)
    moved = Version(line=9).walked(LEFT)
    never = Version(line=7)
    store = added(
        tmp_path / "store",
        (versions_profile(tmp_path, "a", run).path, "1", "01"),
        (versions_profile(tmp_path, "b", moved).path, "2", "02"),
        (versions_profile(tmp_path, "c", never).path, "3", "03"),
        (versions_profile(tmp_path, "d", never, run_of("other")).path, "4", "04"),
    )
    found = answer(store, "iterations(Work.run:7)", chosen=Chosen(last_day="2026-11-02"))
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found.rows]
    assert [(row["per_run"], row["why"]) for row in rows] == [(1, None), (None, "not known")]
    assert rows[1]["change"] is None
    (note,) = found.notes
    assert "iterations(Work.run:7) isn't known for 1 of 2 profiles; for run " in note
    assert "shop 2 on 2026-11-02: " in note
    (row,) = asked(store, "iterations(Work.run)", chosen=Chosen(version="4"))
    assert (row["per_run"], row["why"]) == (None, "never ran")
    with pytest.raises(KpathError, match=r"iterations\(Work.run:7\) isn't known for run .* 2 on"):
        asked(store, "iterations(Work.run:7)", chosen=Chosen(version="2"))


def run_of(name: str) -> Version:
    """Returns a method that has run. Its class is named after the method."""
    return Version(class_name=f"demo/{name.title()}", name=name, digest=name).walked(LEFT)


def test_unknown_figures_are_not_zero(tmp_path: Path) -> None:
    """A figure is unknown if the class wasn't loaded or the method may have been left out."""
    here, other = run_of("here"), run_of("other")
    beside = replace(here, name="beside")
    recorded = {"profiler": "stream", "cut": "back-edge", "include": (), "exclude": ()}
    left_out = Skipped(
        class_name="demo/Here", name="here", descriptor="(I)V", loader="app", reason="too large"
    )
    profiles: list[tuple[Path, int | None]] = []

    def add(*versions: Version, entries: int | None, scope: str = "all", **run: Any) -> None:
        path = versions_profile(tmp_path, str(len(profiles)), *versions).path
        profiles.append((with_record(path, options=recorded | {"scope": scope}, **run), entries))

    add(here, other, entries=1)
    add(beside, other, entries=0)
    add(replace(here, walks=()), other, entries=0)
    add(other, entries=None)
    add(beside, other, entries=None, scope="loops")
    add(beside, other, entries=None, skipped=(left_out,))
    days = ((path, "main", f"{day:02}") for day, (path, _) in enumerate(profiles, 1))
    rows = asked(added(tmp_path / "store", *days), "total(Here.here)", "entries(Here.here)")
    for row, (_, entries) in zip(rows[:6], profiles, strict=True):
        assert (row["sum"] is None, bool(row["sum"])) == (entries is None, bool(entries))
        assert row["why"] == (None if row["known_runs"] else "not recorded")
    assert [row["sum"] for row in rows[6:]] == [entries for _, entries in profiles]
    whole = asked(Store(str(tmp_path / "store")), "total(Here.here)", by="version")[0]
    assert (whole["runs"], whole["known_runs"]) == (6, 3)
    assert whole["per_run"] == pytest.approx(rows[0]["sum"] / 3)


def test_methods_with_only_counted_entries_have_no_bytecodes(tmp_path: Path) -> None:
    run = Version().walked(LEFT)
    alone = entries_only(class_name="demo/Work", name="huge")
    store = added(
        tmp_path / "store",
        (versions_profile(tmp_path, "a", run, entered=[(alone, 5)]).path, "1", "01"),
    )
    found = answer(store, "bytecodes(Work.huge)", "entries(Work.huge)", "total")
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found.rows]
    assert [(row["why"], row["sum"] is None) for row in rows] == [
        ("not known", True), (None, False), (None, False)
    ]  # fmt: skip
    assert rows[1]["sum"] == 5
    assert "only entries were counted for some of these methods" in found.notes[0]


def test_rules_have_the_figures_of_check(tmp_path: Path) -> None:
    versions = [Version(operands={2: "kind"}).walked(*[LEFT] * 3, *[RIGHT] * count)
                for count in (1, 2, 5)]  # fmt: skip
    profiles = [versions_profile(tmp_path, str(at), one) for at, one in enumerate(versions)]
    other = versions_profile(tmp_path, "other", run_of("other")).path
    paths = [*(profile.path for profile in profiles), other]
    store = added(
        tmp_path / "store", *((path, "main", f"{day:02}") for day, path in enumerate(paths, 1))
    )
    rules = [
        Rule("share", "Work.run", "its share", at_most=0.5),
        Rule("outcome", "Work.run", "left", answer="no", condition="kind == 0"),
        Rule("path", "Work.run", "through it", through=(Decided("kind == 0", "yes"),)),
        Rule("entries", "Work.run", "entries", may_be_missing=True),
        Rule("bytecodes-per-entry", "Work.run", "each", may_be_missing=True),
        Rule("bytecodes", "Work.run", "per itself", may_be_missing=True, per="Work.*"),
    ]
    found = answer(store, *of_rules(rules))
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in found.rows]
    for number, rule in enumerate(rules):
        own = rows[4 * number : 4 * number + 4]
        values = [checked(profile, [rule])[0].figure.value for profile in profiles]
        assert None not in values
        assert [row["per_run"] for row in own[:3]] == values
        assert own[3]["per_run"] is None
        is_missing = rule.may_be_missing and rule.per is None
        assert own[3]["why"] == ("not recorded" if is_missing else "not known")
        assert {row["per"] for row in own} == {rule.per}
        assert own[0]["kind"] == rule.figure
        is_share = rule.figure in ("share", "outcome")
        first, second = (value or 0 for value in values[:2])
        change = second - first if is_share else second / first - 1
        assert own[1]["change"] == pytest.approx(change)
        is_sum = rule.figure in ("path", "entries")
        assert (own[0]["sum"] is not None) == is_sum
    assert len(found.notes) == 4
    assert not any("may-be-missing" in note for note in found.notes)


def test_a_merged_profile_counts_as_all_its_runs(tmp_path: Path) -> None:
    each = [Version().walked(*[LEFT] * count) for count in (1, 2, 6)]
    paths = [versions_profile(tmp_path, str(at), one).path for at, one in enumerate(each)]
    merge(MergeRequest(tuple(paths[:2]), tmp_path / "sum.kpath"), str)
    store = added(tmp_path / "store", (tmp_path / "sum.kpath", "1", "01"), (paths[2], "1", "02"))
    figures = ["total", "iterations(Work.run)"]
    rows = asked(store, *figures)
    values = [Opened(path, "", "", "").figure("total", lambda _: True, {"demo/Work"})
              for path in paths]  # fmt: skip
    assert None not in values
    counts = [value or 0 for value in values]
    assert (rows[0]["runs"], rows[0]["sum"]) == (2, counts[0] + counts[1])
    assert rows[0]["per_run"] == pytest.approx((counts[0] + counts[1]) / 2)
    assert (rows[0]["least"], rows[0]["most"]) == (None, None)
    assert rows[2]["per_run"] == 1.5
    whole = asked(store, *figures, by="version")
    assert (whole[0]["runs"], whole[0]["per_run"]) == (3, pytest.approx(sum(counts) / 3))
    assert whole[1]["per_run"] == pytest.approx((1 + 2 + 6) / 3)


def test_changes_are_computed_within_a_service(tmp_path: Path) -> None:
    filled(str(tmp_path / "store"), tmp_path)
    rows = asked(Store(str(tmp_path / "store")), "total")
    assert [(row["service"], row["change"] is None) for row in rows] == [
        ("a/b c", True), ("shop", True), ("shop", False), ("shop", False)
    ]  # fmt: skip


def test_each_row_has_the_java_versions_of_its_runs(tmp_path: Path) -> None:
    filled(str(tmp_path / "store"), tmp_path)
    newer = replace_java("25.0.1")
    paths = [tmp_path / f"{number}.kpath" for number in (1, 2)]
    with_record(paths[0], environment=newer)
    with_record(paths[1], environment=msgspec.structs.replace(newer, java=None))
    store = Store(str(tmp_path / "store"))
    store.add(paths[0], "shop", "3", "2026-11-04")
    store.add(paths[1], "shop", "4", "2026-11-05")
    rows = asked(store, "total", by="version", chosen=Chosen("shop"))
    assert [row["java_versions"] for row in rows] == [["21.0.2"], ["21.0.2"], ["25.0.1"], []]


def replace_java(version: str) -> Any:
    return msgspec.structs.replace(ENVIRONMENT, java=Java(version=version, vendor="Demo"))


def test_stores_of_earlier_versions_give_the_same_rows(tmp_path: Path) -> None:
    filled(str(tmp_path / "store"), tmp_path)
    store = Store(str(tmp_path / "store"))
    figures = ["total", "bytecodes(Figure3.run)", "iterations(Figure3.run)"]
    wanted = asked(store, *figures, chosen=Chosen("shop"))
    for run in store.runs():
        older = msgspec.structs.replace(
            run, java_versions=None, run_count=None, bytecodes=None, recorded=None, command=None
        )
        store.place.put(run.commit, content_of(older))
    assert asked(store, *figures, chosen=Chosen("shop")) == wanted


def test_questions_that_cannot_be_answered_are_refused(tmp_path: Path) -> None:
    paths = filled(str(tmp_path / "store"), tmp_path)
    store = Store(str(tmp_path / "store"))
    for figure, message in (
        ("total(Nosuch.run)", "no method Nosuch.run in these runs; no class Nosuch was recorded"),
        ("bytecodes", r"bytecodes needs a method: bytecodes\(Scanner.scan\)"),
        ("iterations(Nosuch.run)", r"iterations\(Nosuch.run\) isn't known for run .*: no method"),
    ):
        with pytest.raises(KpathError, match=message) as caught:
            asked(store, figure)
        assert "\n" not in str(caught.value)
    with pytest.raises(KpathError, match="2 figures are called 'total'; give the rule another"):
        asked(store, "total", *of_rules([Rule("share", "Figure3.run", "total")]))
    with pytest.raises(KpathError, match="no run of --service nosuch"):
        asked(store, "total", chosen=Chosen("nosuch"))
    edges = edges_profile(tmp_path).path
    store.add(edges, "edges", "1", "2026-11-01")
    with pytest.raises(KpathError, match="by the profiler edge, have no paths to ask about"):
        asked(store, "total", chosen=Chosen("edges"))
    with pytest.raises(KpathError, match="these runs count different things"):
        asked(store, "total")
    store.add(versions_profile(tmp_path, "x", Version().walked(LEFT)).path, "s", "1", "2026-11-01")
    store.add(tmp_path / "x.kpath", "s", "2", "2026-11-01")
    with pytest.raises(CountedTwiceError, match="choose fewer runs with --service"):
        asked(store, "total", chosen=Chosen("s"))
    methods = next((tmp_path / "store" / "profiles" / "service=a%2Fb%20c").rglob("methods.parquet"))
    methods.write_bytes(paths[0].joinpath("paths.parquet").read_bytes())
    with pytest.raises(KpathError, match=r"damaged: profiles/.*/methods.parquet has changed"):
        asked(store, "total", chosen=Chosen("a/b c"))


def test_a_figure_that_may_mean_several_loops_needs_a_line(tmp_path: Path) -> None:
    nested = Version(((1,), (2, 5), (3, 4), (2,), (1,), ()), [[0, 1, 2, 3, 2, 4, 1, 5]])
    store = added(tmp_path / "store", (versions_profile(tmp_path, "a", nested).path, "1", "01"))
    with pytest.raises(KpathError, match=r"; name a line, as in Work.run:\d+$") as caught:
        asked(store, "iterations(Work.run)")
    line = str(caught.value).rpartition(" ")[2]
    (row,) = asked(store, f"iterations({line})")
    assert row["per_run"] is not None


def test_differently_recorded_runs_have_a_note(tmp_path: Path) -> None:
    recorded = {"profiler": "stream", "cut": "back-edge", "scope": "all", "exclude": ()}
    paths = []
    for name, include in (("a", ()), ("b", ("demo",))):
        path = versions_profile(tmp_path, name, Version().walked(LEFT)).path
        paths.append(with_record(path, options=recorded | {"include": include}))
    store = added(tmp_path / "store", (paths[0], "1", "01"), (paths[1], "1", "02"))
    (note,) = answer(store, "total").notes
    assert "was recorded with no --include and run " in note


@pytest.mark.slow
def test_spark_gives_the_same_rows(tmp_path: Path) -> None:
    pytest.importorskip("pyspark")
    filled(str(tmp_path / "store"), tmp_path)
    store = Store(str(tmp_path / "store"))
    spark = asking.opened_by("spark", "local[2]")
    figures = [*FIGURES, "iterations(Figure3.run)"]
    for by in ("run", "version"):
        found = [
            answer(store, *figures, by=by, chosen=Chosen("shop"), opened=engine)
            for engine in (DUCKDB, spark)
        ]
        assert found[0] == found[1]
