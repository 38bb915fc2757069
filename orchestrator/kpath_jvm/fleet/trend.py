"""Computes how figures of a service have changed between runs, days or versions.

The figures of methods are sums that an engine computes. The figures of loops and of rules need the
methods' graphs, which only the profiles have. So the profiles are opened, one at a time, and these
figures are computed as ``check`` computes them.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import isinf
from pathlib import Path
from tempfile import TemporaryDirectory

import pyarrow as pa

from kpath_jvm.analysis.gates import rules
from kpath_jvm.errors import KpathError
from kpath_jvm.fleet import queries
from kpath_jvm.fleet.answers import Answer, answer_of
from kpath_jvm.fleet.asking import FoundRuns, Opened, ask, name_of, notes_on, without_paths
from kpath_jvm.fleet.between_runs import Way, between_runs, unlike, way_of
from kpath_jvm.fleet.engines import Engine, Row, Views
from kpath_jvm.fleet.figures import ENTRIES, TrendFigure
from kpath_jvm.fleet.views import methods_of, paths_of
from kpath_jvm.profile.identity.methods import MethodName
from kpath_jvm.profile.lookup import match_methods
from kpath_jvm.profile.model import Profile
from kpath_jvm.ratio import exactly
from kpath_jvm.records.completeness import of_runs
from kpath_jvm.regular_files import cleaned_up_when_ended, reason
from kpath_jvm.store.store import Chosen, Store, StoredRun

COLUMNS = (
    "figure", "kind", "per", "service", "versions", "first_day", "last_day", "java_versions", "run",
    "runs", "known_runs", "sum", "per_run", "lower_bound", "upper_bound", "least", "most",
    "change", "since_first", "methods", "per_entry", "per_entry_change", "at_least", "at_most",
    "kept", "broken", "differs_in", "change_spans", "since_first_spans", "alike", "verdict", "why",
)  # fmt: skip

#: The reasons why a run has no figure.
NOT_RECORDED = "not recorded"
NOT_KNOWN = "not known"
NEVER_RAN = "never ran"
#: The number that stands for all methods; the numbers of a trend's figures follow it.
_WHOLE = 0


@dataclass(frozen=True)
class RunFigure:
    """A figure of a profile: its value per run, or None and the reason ``why``.

    ``least`` and ``most`` are bounds of the value. They differ from the value only for figures of
    loops, branches and paths, and only if paths were cut off. A bound that isn't known is None.
    ``entries`` is how often the methods that the figure means were entered in all runs of the
    profile, or None if the figure can't be divided by this number. ``is_kept`` says whether the
    figure keeps its rule, or is None if there are no bounds, or if this can't be judged.
    """

    value: Fraction | None
    least: Fraction | None = None
    most: Fraction | None = None
    entries: int | None = None
    why: str | None = None
    is_kept: bool | None = None


#: The figures of a profile, by the text of the figure.
_Figures = Mapping[str, RunFigure]


def trend(
    store: Store, chosen: Chosen, figures: Sequence[TrendFigure], by: str, opened: Opened
) -> Answer:
    """Returns how figures have changed over the chosen runs.

    ``by`` is one of choices.BYS. There is a row for each figure and each run, day or version of a
    service, with COLUMNS:

    - ``figure``, its ``kind``, the methods by whose entries a rule divides it (``per``), and
      ``service``; ``versions`` and ``java_versions`` of the row's
      runs;
    - ``run``, the profile's id if the row is about one profile, or else None;
    - ``runs``, the number of runs, and ``known_runs``, for how many of them the figure is known.
      The next columns are about the runs with a known figure, and are None if there are none;
    - ``sum``, only of counts; ``per_run``, the mean; ``lower_bound`` and ``upper_bound`` of the
      mean; ``least`` and ``most``, the lowest and the highest figure of a run, None if a profile is
      a sum of several runs;
    - ``change``, relative to the row before, and ``since_first``, relative to the first row with a
      figure above 0. Each is None if there is no earlier figure, or if the earlier figure is 0 and
      the row's own figure isn't. For shares, both are differences, and the first row is the first
      one with a figure;
    - ``methods``, the number of methods that the figure names, None if it names none or a loop, a
      branch or a path; ``per_entry``, for bytecodes of named methods, and ``per_entry_change``,
      relative to the row before;
    - ``at_least`` and ``at_most``, the bounds of a rule. If there are any, ``kept`` and ``broken``
      are the numbers of profiles that keep and break the rule, as ``check`` judges them. A profile
      by which the rule can't be judged is in neither number;
    - ``differs_in``, what isn't as in the run before, for any of the row's runs: "arguments", "JVM
      options", "class path" or "Java" (between_runs);
    - ``change_spans`` and ``since_first_spans``, what isn't the same in all runs that the change is
      between: "arguments", "JVM options" or "Java";
    - ``alike``, the latest earlier row of the service whose runs aren't known to differ in these:
      its run's id, day or version, None if there is no such row;
    - ``verdict`` on the counts of the row's runs, and ``why`` there is no figure.

    Raises KpathError if no run has what a figure names.
    """
    figures = [*dict.fromkeys(figures)]
    for one, times in Counter(one.text for one in figures).items():
        if times > 1:
            raise KpathError(f"{times} figures are called {one!r}; give the rule another name", 2)

    def views(found: FoundRuns) -> Views:
        (runs,) = found
        # DuckDB can read a view only once, and two queries need the methods.
        return {"known": methods_of(runs), "methods": methods_of(runs), "paths": paths_of(runs)}

    def question(engine: Engine, found: FoundRuns) -> Answer:
        runs = [store.with_origin(run) for run in sorted(found[0], key=_moment)]
        groups = _groups(runs, by)
        between = between_runs([run for one in groups for run in one.runs])
        notes = [*between.notes, *notes_on(store, runs)]
        of_methods = [one for one in figures if one.rule is None]
        counted = _counted(engine, of_methods, runs)
        by_run = {run.run: counted.of_run(store, run) for run in runs}
        notes += counted.notes(by_run)
        meant = {one.text: own for one, own in zip(of_methods, counted.meant, strict=True)
                 if one.where is not None}  # fmt: skip
        if asked := [one.rule for one in figures if one.rule is not None]:
            for run, own, methods, told in _of_rules(store, runs, asked):
                by_run[run] |= own
                for name, of_rule in methods.items():
                    meant[name] = meant.get(name, frozenset()) | of_rule
                notes += told
        rows = [
            row
            for one in figures
            for row in _rows(one, groups, by, by_run, meant.get(one.text), between.of_run)
        ]
        return answer_of(COLUMNS, rows, runs, notes)

    return ask(store, [chosen], views, question, opened)


def _moment(run: StoredRun) -> tuple[str, ...]:
    """Returns the key that sorts runs by service, and the runs of a service by time."""
    return run.service, run.day, run.added, run.run


@dataclass(frozen=True)
class _Group:
    """The runs of a row, and the way in which they were started; ``alike`` as in COLUMNS."""

    runs: Sequence[StoredRun]
    way: Way
    alike: str | None


def _groups(runs: Sequence[StoredRun], by: str) -> list[_Group]:
    """Returns the runs of each row; ``runs`` are in the order of ``_moment``, and so are rows."""
    groups: dict[tuple[str, str], list[StoredRun]] = {}
    key: Callable[[StoredRun], str] = {
        "run": lambda run: run.run, "day": lambda run: run.day, "version": lambda run: run.version,
    }[by]  # fmt: skip
    for run in runs:
        groups.setdefault((run.service, key(run)), []).append(run)
    found: list[_Group] = []
    ways: dict[str, list[tuple[str, Way]]] = {}
    for (service, name), own in groups.items():
        way, earlier = way_of(own), ways.setdefault(service, [])
        alike = (other for other, of_other in reversed(earlier) if not unlike(of_other, way))
        found.append(_Group(own, way, next(alike, None)))
        earlier.append((name, way))
    return found


@dataclass(frozen=True)
class _Counted:
    """The figures of methods as an engine has added them up.

    ``meant`` has the methods that each figure means. ``recorded`` and ``work`` have the rows of
    ``queries.recorded`` and ``queries.work`` by run and figure's number.
    """

    figures: Sequence[TrendFigure]
    meant: Sequence[frozenset[MethodName]]
    recorded: Mapping[tuple[str, int], tuple[int, int, int]]
    work: Mapping[tuple[str, int], int]

    def of_run(self, store: Store, run: StoredRun) -> dict[str, RunFigure]:
        """Returns a run's figures by their texts."""
        return {
            one.text: self._of(store, run, number, one)
            for number, one in enumerate(self.figures, _WHOLE + 1)
        }

    def _of(self, store: Store, run: StoredRun, number: int, figure: TrendFigure) -> RunFigure:
        row = self.recorded.get((run.run, number))
        if row is None:
            return RunFigure(None, why=NOT_RECORDED)
        methods, entries, entries_alone = row
        if not methods and not _has_no_more(store, run, self.meant[number - 1]):
            return RunFigure(None, why=NOT_RECORDED)
        value = entries if figure.kind == ENTRIES else self.work.get((run.run, number), 0)
        if entries_alone and figure.is_of_entries:
            return RunFigure(None, why=NOT_KNOWN)
        each = Fraction(value, run.run_count or 1)
        return RunFigure(each, each, each, entries if figure.is_of_entries else None)

    def notes(self, by_run: Mapping[str, _Figures]) -> Iterator[str]:
        """Yields a note for each figure that isn't known for some profiles."""
        for one in self.figures:
            count = sum(figures[one.text].why == NOT_KNOWN for figures in by_run.values())
            if count:
                yield (
                    f"{one.text} isn't known for {count:,} of {len(by_run):,} profiles: only "
                    "entries were counted for some of these methods; `report` says why"
                )


def _has_no_more(store: Store, run: StoredRun, meant: frozenset[MethodName]) -> bool:
    """Returns whether a run surely left out none of the methods that are ``meant``.

    If such a run recorded none of these methods, its classes don't have them. So the methods
    executed nothing.
    """
    scopes = store.recorded(run)["scope"]
    if not scopes or any(scope not in ((), ("all",)) for scope in scopes):
        return False
    skipped = {(one.class_name, one.name, one.descriptor) for one in store.run_record(run).skipped}
    return meant.isdisjoint(skipped)


def _counted(engine: Engine, figures: Sequence[TrendFigure], runs: Sequence[StoredRun]) -> _Counted:
    names = [MethodName(*row[:3]) for row in engine.rows(queries.names())]
    if not names:
        raise without_paths(runs)
    meant = [_meant(names, one) for one in figures]
    engine.put("wanted", _wanted(names, meant))
    recorded = {
        (run, number): (methods, entries, alone)
        for run, number, methods, entries, alone in engine.rows(queries.recorded())
    }
    work = {(run, number): bytecodes for run, number, bytecodes in engine.rows(queries.work())}
    if not any(number == _WHOLE for _, number in work):
        raise without_paths(runs)
    return _Counted(figures, meant, recorded, work)


def _meant(names: Sequence[MethodName], figure: TrendFigure) -> frozenset[MethodName]:
    """Returns the methods that a figure means, among those that any run recorded.

    A figure means the same methods in each run. Raises KpathError if no run recorded any of them.
    """
    if figure.where is None:
        return frozenset(names)
    columns = zip(*names, strict=True)
    texts, zeros = pa.array([""] * len(names)), pa.array([0] * len(names))
    table = pa.table(
        {
            "method": pa.array(range(len(names))),
            **dict(zip(("class", "name", "descriptor"), map(list, columns), strict=True)),
            # Class files and loaders differ from run to run, so patterns can't name them.
            **dict.fromkeys(("loader", "digest"), texts),
            **dict.fromkeys(("entries", "completed", "access"), zeros),
        }
    )
    return frozenset(names[at] for at in match_methods(table, figure.where, where="these runs"))


def _wanted(names: Sequence[MethodName], meant: Sequence[frozenset[MethodName]]) -> pa.Table:
    rows = [(_WHOLE, *name, 1) for name in names]
    for number, own in enumerate(meant, _WHOLE + 1):
        classes = {class_name for class_name, _, _ in own}
        rows += [(number, *name, int(name in own)) for name in names if name[0] in classes]
    columns = map(list, zip(*rows, strict=True))
    return pa.table(dict(zip(queries.WANTED.names, columns, strict=True)), schema=queries.WANTED)


def _of_rules(
    store: Store, runs: Sequence[StoredRun], asked: Sequence[rules.Rule]
) -> Iterator[tuple[str, dict[str, RunFigure], dict[str, frozenset[MethodName]], list[str]]]:
    """Yields each run's id, the figures of rules by the rules' names, their methods, and notes.

    The notes come with the last run. Raises KpathError if a rule is wrong for all runs.
    """
    wrong: dict[str, list[tuple[StoredRun, str]]] = {one.name: [] for one in asked}
    for number, run in enumerate(runs, 1):
        with _profile(store, run) as opened:
            results = rules.check(opened.merged(), asked)
        methods = {
            one.rule.name: one.methods
            for one in results
            if isinstance(one, rules.RuleResult) and one.methods
        }
        for one in results:
            if isinstance(one, rules.WrongRule):
                wrong[one.rule.name].append((run, one.why))
        found = {one.rule.name: _of_result(one) for one in results}
        yield run.run, found, methods, [*_told(wrong, len(runs))] if number == len(runs) else []


def _told(wrong: Mapping[str, Sequence[tuple[StoredRun, str]]], count: int) -> Iterator[str]:
    for text, runs in wrong.items():
        if not runs:
            continue
        run, why = runs[-1]
        if len(runs) == count:
            raise KpathError(f"{text} isn't known for {name_of(run)}: {why}")
        yield (
            f"{text} isn't known for {len(runs):,} of {count:,} profiles; for {name_of(run)}: {why}"
        )


def _of_result(result: rules.RuleResult | rules.WrongRule) -> RunFigure:
    if isinstance(result, rules.WrongRule):
        return RunFigure(None, why=NOT_KNOWN)
    is_kept = None if result.is_untold else result.is_kept
    if result.is_missing:
        return RunFigure(None, why=NOT_RECORDED, is_kept=is_kept)
    figure = result.figure
    if figure.value is None:
        never = figure.least is None and figure.most is None
        return RunFigure(None, why=NEVER_RAN if never else NOT_KNOWN, is_kept=is_kept)
    value = exactly(figure.value)
    entries = None if result.entries is None else int(exactly(result.entries) * result.runs)
    if result.rule.completed_only:
        return RunFigure(value, value, value, entries, is_kept=is_kept)
    least, most = (
        None if one is None or isinf(one) else exactly(one) for one in (figure.least, figure.most)
    )
    return RunFigure(value, least, most, entries, is_kept=is_kept)


@contextmanager
def _profile(store: Store, run: StoredRun) -> Iterator[Profile]:
    """Opens a run's profile; if the store isn't local, opens a copy and removes the copy later."""
    if store.place.is_local:
        store.check(run)
        yield Profile.open(store.place.path(run.profile))
        return
    with cleaned_up_when_ended(), TemporaryDirectory(prefix="kpath-fleet-") as scratch:
        target = Path(scratch) / f"{run.run}.kpath"
        try:
            store.fetch(run, target)
        except OSError as error:
            raise KpathError(
                f"cannot write a copy of run {run.run} to {scratch}: {reason(error)}; free space, "
                "or set TMPDIR to another directory"
            ) from error
        yield Profile.open(target)


def _rows(
    figure: TrendFigure,
    groups: Sequence[_Group],
    by: str,
    by_run: Mapping[str, _Figures],
    meant: Collection[MethodName] | None,
    differing: Mapping[str, Sequence[str]],
) -> Iterator[Row]:
    """Yields the rows of a figure; ``groups`` are in the order of time.

    ``meant`` are the methods that the figure names, and ``differing`` is BetweenRuns.of_run.
    """
    service, before, first = "", None, None
    for group in groups:
        own = group.runs
        row = _TrendRow(figure, group, [by_run[run.run][figure.text] for run in own])
        if own[0].service != service:
            service, before, first = own[0].service, None, None
        differs_in = dict.fromkeys(what for run in own for what in differing.get(run.run, ()))
        yield (
            *row.values(by),
            row.change_from(before),
            row.change_from(first),
            None if meant is None else len(meant),
            None if row.per_entry is None else float(row.per_entry),
            _growth(None if before is None else before.per_entry, row.per_entry),
            *row.judged,
            [*differs_in],
            row.spanned_from(before),
            row.spanned_from(first),
            group.alike,
            *row.worth,
        )
        before = row
        if first is None and (row.mean or (figure.is_share and row.mean is not None)):
            first = row


def _growth(earlier: Fraction | None, value: Fraction | None) -> float | None:
    """Returns the relative change; None if a value isn't known, or if only ``earlier`` is 0."""
    if value is None or earlier is None:
        return None
    if value == earlier:
        return 0.0
    return float((value - earlier) / earlier) if earlier else None


@dataclass(frozen=True)
class _TrendRow:
    """A row of a trend: some runs, and the figure of each of them."""

    figure: TrendFigure
    group: _Group
    figures: Sequence[RunFigure]

    @property
    def runs(self) -> Sequence[StoredRun]:
        """The row's runs."""
        return self.group.runs

    @cached_property
    def _known(self) -> list[tuple[int, RunFigure]]:
        """The figures that are known, each with the number of runs in its profile."""
        pairs = zip(self.runs, self.figures, strict=True)
        return [(run.run_count or 1, one) for run, one in pairs if one.value is not None]

    @property
    def _java_versions(self) -> list[str]:
        """The versions of Java that ran the row's runs; empty if they aren't all known."""
        if not all(run.java_versions for run in self.runs):
            return []
        return sorted({java for run in self.runs for java in run.java_versions or ()})

    def change_from(self, earlier: "_TrendRow | None") -> float | None:
        """Returns how the mean has changed since an earlier row; None if this isn't known."""
        was = None if earlier is None else earlier.mean
        if self.figure.is_share:
            return None if self.mean is None or was is None else float(self.mean - was)
        return _growth(was, self.mean)

    def spanned_from(self, earlier: "_TrendRow | None") -> list[str]:
        """Returns what the runs of this row and of an earlier one were started with differently."""
        return [] if earlier is None else unlike(earlier.group.way, self.group.way)

    @cached_property
    def mean(self) -> Fraction | None:
        """The mean of the figure over all runs for which it is known."""
        return self._mean([(count, one.value) for count, one in self._known])

    @staticmethod
    def _mean(values: Sequence[tuple[int, Fraction | None]]) -> Fraction | None:
        every = [(count, value) for count, value in values if value is not None]
        if not every or len(every) < len(values):
            return None
        whole = sum((count * value for count, value in every), Fraction())
        return whole / sum(count for count, _ in every)

    @cached_property
    def _sum(self) -> Fraction | None:
        """The sum of a count over all runs for which it is known."""
        mean = self.mean
        if mean is None or not self.figure.is_count:
            return None
        return mean * sum(runs for runs, _ in self._known)

    @cached_property
    def per_entry(self) -> Fraction | None:
        """The bytecodes per entry of the figure's methods, in all runs of the row together."""
        entries = sum(one.entries or 0 for _, one in self._known)
        return None if self._sum is None or not entries else self._sum / entries

    @property
    def judged(self) -> Row:
        """The values of COLUMNS about the bounds of a rule, from ``at_least`` to ``broken``."""
        rule = self.figure.rule
        if rule is None or (rule.at_least, rule.at_most) == (None, None):
            return (None,) * 4
        verdicts = [one.is_kept for one in self.figures]
        return rule.at_least, rule.at_most, verdicts.count(True), verdicts.count(False)

    @property
    def worth(self) -> Row:
        """The verdict on the counts of the row's runs, and why there is no figure."""
        reasons = {one.why for one in self.figures}
        why = None if self._known else reasons.pop() if len(reasons) == 1 else NOT_KNOWN
        return str(of_runs(run.worth for run in self.runs).verdict), why

    def values(self, by: str) -> Row:
        """Returns the values of COLUMNS up to ``most``."""
        known = self._known
        is_each_one_run = bool(known) and all(runs == 1 for runs, _ in known)
        each = [one.value for _, one in known if one.value is not None]
        return (
            self.figure.text,
            self.figure.kind,
            self.figure.per,
            self.runs[0].service,
            [*dict.fromkeys(run.version for run in self.runs)],
            min(run.day for run in self.runs),
            max(run.day for run in self.runs),
            self._java_versions,
            self.runs[0].run if by == "run" else None,
            sum(run.run_count or 1 for run in self.runs),
            sum(runs for runs, _ in known),
            _number(self._sum),
            _number(self.mean),
            _number(self._mean([(runs, one.least) for runs, one in known])),
            _number(self._mean([(runs, one.most) for runs, one in known])),
            _number(min(each) if is_each_one_run else None),
            _number(max(each) if is_each_one_run else None),
        )


def _number(value: Fraction | None) -> int | float | None:
    if value is None:
        return None
    return value.numerator if value.denominator == 1 else float(value)
