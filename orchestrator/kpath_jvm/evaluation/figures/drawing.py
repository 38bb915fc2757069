"""Draws the charts of an experiment into files, and lists the charts in figures.json.

A view is a JVM, a size of benchmarks, and a cut.
"""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import pandas as pd
from matplotlib.figure import Figure

from kpath_jvm.arguments import checked
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import style
from kpath_jvm.evaluation.figures.catalogue import CHARTS
from kpath_jvm.evaluation.figures.charts.chart import COUNTED, TIMED, Chart, MissingDataError
from kpath_jvm.evaluation.figures.charts.figure04_tree import TreeRequest, draw_tree, tree_data
from kpath_jvm.evaluation.results import series
from kpath_jvm.evaluation.results.experiment import ChartView, Results
from kpath_jvm.evaluation.results.schema import (
    CONFIGURATION,
    CUSTOM,
    OFFICIAL,
    STAND_IN,
)
from kpath_jvm.nearest import nearest
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import K_BLPP
from kpath_jvm.regular_files import replacing
from kpath_jvm.reports.output import counted
from kpath_jvm.shown import TREE_SHARE

DIRECTORY = "figures"
LIST = "figures.json"
#: A chart's entry in figures.json, if it has one, and its files.
Drawn = tuple[dict[str, Any] | None, list[Path]]
_STAND_IN = "* A stand-in, not the suite's own program; stand-ins have averages of their own."


@dataclass(frozen=True)
class Drawing:
    """A chart with its data; a notebook shows it as SVG."""

    name: str
    chart: Chart
    view: ChartView
    data: pd.DataFrame
    note: str

    def figure(self) -> Figure:
        """Draws the chart."""
        with style.styled():
            return self.chart.draw(self.data, self.chart.title, self.note)

    def _repr_svg_(self) -> str:
        return style.rendered(self.figure(), "svg").decode()


@dataclass(frozen=True)
class TreeDrawing:
    """Part of a method's k-IPF; ``data`` has its nodes (figures/charts/figure04_tree.py)."""

    title: str
    data: pd.DataFrame

    def figure(self) -> Figure:
        """Draws the tree."""
        with style.styled():
            return draw_tree(self.data, self.title, path_legend(self.data))

    def _repr_svg_(self) -> str:
        return style.rendered(self.figure(), "svg").decode()


@checked
def tree_of(
    profile: Profile,
    method: int | str,
    k: int,
    min_share: float = TREE_SHARE,
    root: str | int | None = None,
) -> TreeDrawing:
    """Returns a drawing of a method's k-IPF like figure 4 of the k-BLPP paper.

    Nodes with less than ``min_share`` of the root's count are left out. ``root`` is the tree's
    first path, given by its letter in reports ("A") or by its number. By default, it is the first
    path of the method's most frequent long pattern, or else the most frequent path. Raises
    KpathError for an unknown method or root, or a k that the profile doesn't have.
    """
    data = tree_data(profile, TreeRequest(method, k, min_share, root))
    title = method if isinstance(method, str) else profile.method_rows.title(method)
    return TreeDrawing(f"Part of the {k}-IPF of {title}", data)


def select(only: Sequence[str] | None) -> list[Chart]:
    """Returns the charts given by figure number, by name, or by the first words of a name.

    None stands for all charts. Raises KpathError, with the nearest name, for a name that fits no
    chart.
    """
    if only is None:
        return list(CHARTS)
    chosen: list[Chart] = []
    for name in only:
        wanted = name.strip().lower()
        # Some charts have the number "", which must not match a name.
        number = wanted.removeprefix("figure").removeprefix("fig").lstrip("0") or None
        found = [c for c in CHARTS if c.name == wanted] or [
            c for c in CHARTS if c.number == number or c.name.startswith(f"{wanted}-")
        ]
        if not found:
            known = [chart.name for chart in CHARTS]
            raise KpathError(f"no figure {name!r}{nearest(wanted, known)}", 2)
        chosen += [chart for chart in found if chart not in chosen]
    return chosen


@checked
def drawing(results: Results, name: str, view: ChartView | None = None) -> Drawing:
    """Returns one chart, by default of the main view.

    Raises KpathError if there is no data for the chart.
    """
    chart = select([name])[0]
    shown = view or _main_view(results)
    try:
        data = chart.data(results, shown)
    except MissingDataError as error:
        raise KpathError(f"cannot draw {chart.name}: {error}") from error
    return Drawing(chart.name, chart, shown, data, note(results, chart, shown, data))


def draw(path: Path, only: Sequence[str] | None = None, processes: int = 1) -> list[Path]:
    """Draws charts into ``path``/figures; returns the files written, with figures.json last."""
    charts = select(only)
    results = Results(path)
    directory = path / DIRECTORY
    chosen = {chart.name for chart in charts}
    before = listed(path)
    entries = {entry["name"]: entry for entry in before if entry["chart"] not in chosen}
    each = list(_each(results, charts))
    written: list[Path] = []
    try:
        directory.mkdir(exist_ok=True)
        # The data of charts that an earlier call drew may be gone.
        earlier = {entry["name"] for entry in before} - entries.keys()
        _remove(directory, earlier | {name for name, _, _ in each})
        for entry, files in _draw_each(results, directory, each, processes):
            if entry is not None:
                entries[entry["name"]] = entry
            written += files
        order = [chart.name for chart in CHARTS]
        ordered = sorted(entries.values(), key=lambda one: order.index(one["chart"]))
        with replacing(directory / LIST, force=True, encoding="utf-8") as file:
            file.write(json.dumps(ordered, indent=1, ensure_ascii=False) + "\n")
    except OSError as error:
        raise KpathError(f"cannot write charts into {directory}: {error.strerror}") from error
    return [*written, directory / LIST]


def listed(path: Path) -> list[dict[str, Any]]:
    """Returns the entries of figures.json; an empty list if the file is missing or not ours."""
    try:
        found = json.loads((path / DIRECTORY / LIST).read_text("utf-8"))
    except (OSError, ValueError):
        return []
    entries = found if isinstance(found, list) else []
    return [entry for entry in entries if isinstance(entry, dict) and _is_ours(entry)]


def _is_ours(entry: dict[str, Any]) -> bool:
    chart, name = entry.get("chart"), entry.get("name")
    if not isinstance(name, str) or chart not in [one.name for one in CHARTS]:
        return False
    # The name is part of the names of files, which must be in the directory of charts.
    return name == Path(name).name and name.startswith(str(chart))


def _main_view(results: Results) -> ChartView:
    if not results.views:
        raise KpathError(f"{results.path} holds no measurements: its tables are empty or missing")
    return results.views[0]


def _each(results: Results, charts: Sequence[Chart]) -> Iterator[tuple[str, Chart, ChartView]]:
    main = _main_view(results)
    for chart in charts:
        for view in results.views:
            if view.cut == main.cut or (chart.by_cut and _has_cut(results, chart, view)):
                yield chart.name + view.suffix(main), chart, view


def _has_cut(results: Results, chart: Chart, view: ChartView) -> bool:
    """Returns whether there is data for a chart with the view's cut.

    A chart of trials needs trials of k-BLPP with this cut.
    """
    table = results.of_view("trials" if chart.basis == TIMED else "structure", view)
    own = table[table["cut"] == view.cut]
    return len(own) > 0 and (chart.basis != TIMED or (own["profiler"] == K_BLPP.name).any())


def _draw_each(
    results: Results, directory: Path, each: Sequence[tuple[str, Chart, ChartView]], processes: int
) -> Iterator[Drawn]:
    if min(processes, len(each)) < 2:
        for name, chart, view in each:
            yield _draw_one(results, directory, name, chart, view)
        return
    # A forked process would inherit locks that threads of the parent hold.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(processes, len(each)), context) as pool:
        # Charts hold functions, which can't be sent to another process.
        running = [
            pool.submit(_draw_elsewhere, results.path, directory, name, chart.name, view)
            for name, chart, view in each
        ]
        for one in running:
            yield one.result()


def _draw_elsewhere(path: Path, directory: Path, name: str, chart: str, view: ChartView) -> Drawn:
    return _draw_one(_results(path), directory, name, select([chart])[0], view)


@lru_cache(maxsize=1)
def _results(path: Path) -> Results:
    return Results(path)


def _draw_one(results: Results, directory: Path, name: str, chart: Chart, view: ChartView) -> Drawn:
    """Draws a chart, and returns its entry and files.

    If data is missing, there are no files. For the main view, the entry then says what is missing;
    for another view, there is no entry.
    """
    entry: dict[str, Any] = {
        "name": name, "chart": chart.name, "number": chart.number, "paper": chart.paper,
        "title": chart.title,
        "caption": chart.caption, "view": {"jvm": view.jvm, "size": view.size, "cut": view.cut},
    }  # fmt: skip
    try:
        data = chart.data(results, view)
    except MissingDataError as error:
        is_main = view == _main_view(results)
        return (entry | {"drawn": False, "reason": str(error)} if is_main else None), []
    entry["caption"] = chart.told(data)
    made = Drawing(name, chart, view, data, note(results, chart, view, data))
    files = style.save(made.figure(), directory, name)
    table = directory / f"{name}.csv"
    data.to_csv(table, index=False, lineterminator="\n")
    return entry | {"drawn": True, "note": made.note, "alt": describe(made)}, [*files, table]


def _remove(directory: Path, names: Iterable[str]) -> None:
    for name in names:
        for kind in (*style.FORMATS, "csv"):
            (directory / f"{name}.{kind}").unlink(missing_ok=True)


def note(results: Results, chart: Chart, view: ChartView, data: pd.DataFrame) -> str:
    """Returns the note below a chart: view, cut, trials, mode, and the meaning of the asterisk."""
    parts = []
    if chart.number == "4":
        program = data["program"].iloc[0]
        return f"{program}, paths cut at loop headers. {path_legend(data)}"
    text = view.text() if chart.by_cut else f"JVM {view.jvm}, size {view.size}"
    parts.append(text[0].upper() + text[1:] + ".")
    # Without a recorded run, a chart of counts is made from trials, and its values have a spread.
    is_of_trials = chart.basis == TIMED or (
        list(data) == series.COLUMNS and bool(data["low"].notna().any())
    )
    if chart.basis == COUNTED and not is_of_trials:
        simulated = "source" in data and (data["source"] == "simulated").all()
        origin = "Caches were simulated with the stream of" if simulated else "Exact counts from"
        parts.append(f"{origin} one recorded run per program.")
    if is_of_trials:
        parts.append(_trial_counts(results, view, data if chart.is_paired else None))
        if "timed iterations" in chart.caption:
            parts.append(_whole_processes(results, view))
    if results.mode:
        # The word "custom" says nothing, so the experiment's name takes its place.
        name = results.description.get("name") if results.mode == CUSTOM else None
        parts.append(f"Experiment: {name or results.mode}.")
    parts += _programs(results, view, data)
    return " ".join(part for part in parts if part)


def _programs(results: Results, view: ChartView, data: pd.DataFrame) -> list[str]:
    if "kind" not in data:
        columns = ["suite", "kind"]
        tables = (results.of_view(name, view)[columns] for name in ("trials", "structure"))
        data = pd.concat(list(tables))
    own = data.loc[data["kind"] == OFFICIAL, "suite"]
    suites = [suite for suite in dict.fromkeys(own) if suite]
    notes = [f"Official programs of {', '.join(suites)}."] if suites else []
    return notes + ([_STAND_IN] if (data["kind"] == STAND_IN).any() else [])


def path_legend(data: pd.DataFrame) -> str:
    """Returns the numbers and source lines of the paths in a tree, as one sentence."""
    paths = data.drop_duplicates("path")
    columns = (paths[name] for name in ("name", "path", "lines"))
    texts = [
        f"{name} is path {path}, lines {lines}"
        for name, path, lines in sorted(zip(*columns, strict=True), key=_by_letters)
    ]
    return f"{'; '.join(texts)}."


def _by_letters(row: tuple[str, int, str]) -> tuple[int, str]:
    """Returns a key that puts Z before AA."""
    return len(row[0]), row[0]


def _trial_counts(results: Results, view: ChartView, pairs: pd.DataFrame | None) -> str:
    """Returns how many trials each benchmark has per profiler, and how many of all trials failed.

    If bars cover other numbers of pairs (column n of ``pairs``), the text gives these numbers, too.
    """
    trials = results.of_view("trials", view)
    if not len(trials):
        return ""
    is_ok = trials["status"] == "ok"
    keys = ["suite", "benchmark", "kind", *CONFIGURATION]
    counts = trials[is_ok].groupby(keys, dropna=False).size()
    if not len(counts):
        return f"All {len(trials)} trials failed."
    text = _range(counts, "trial")
    failed = int((~is_ok).sum())
    failures = f"; {failed} of all {len(trials)} failed" if failed else ""
    told = f"{text} of each benchmark and profiler{failures}."
    if pairs is None:
        return told
    is_measured = (pairs["suite"] != "") & pairs["value"].notna() & pairs["median"].notna()
    covered = pairs.loc[is_measured, "n"]
    if not len(covered) or _range(covered, "trial") == text:
        return told
    return f"{told} A bar covers {_range(covered, 'pair')} of trials."


def _range(numbers: pd.Series[int], what: str) -> str:
    """Returns "3 trials" or "2 to 3 trials"."""
    least, most = int(numbers.min()), int(numbers.max())
    return f"{least} to {most} {what}s" if least < most else counted(most, what)


def _whole_processes(results: Results, view: ChartView) -> str:
    trials = results.of_view("trials", view)
    finished = trials[trials["status"] == "ok"]
    if not len(finished) or finished["iterations"].notna().any():
        return ""
    return "Iterations aren't logged, so the whole process is timed."


def describe(made: Drawing) -> str:
    """Returns a chart in words, for those who can't see it."""
    data = made.data
    title = made.chart.title
    if "value" not in data:
        return f"{title}: {len(data)} rows; the same content is in the CSV file."
    values = data["value"].dropna()
    if "suite" not in data:
        panels = ", ".join(str(panel) for panel in dict.fromkeys(data["panel"]))
        return (
            f"{title}: {len(values)} values ({panels}) from {values.min():.3g} to "
            f"{values.max():.3g}; the same content is in the CSV file."
        )
    groups = data.loc[data["suite"] != "", "label"].nunique()
    names = list(dict.fromkeys(data["series"]))
    text = f"{title}: {groups} benchmarks"
    if len(names) > 1:
        text += f", {len(names)} series ({', '.join(map(style.label, names))})"
    text += f"; values from {values.min():.3g} to {values.max():.3g}"
    means = data[(data["suite"] == "") & (data["benchmark"] == "mean")]
    for kind, rows in means.groupby("kind", sort=False):
        means = ", ".join(
            f"{style.label(s)} {v:.3g}" for s, v in zip(rows["series"], rows["value"], strict=True)
        )
        text += f"; means of {kind} results: {means}"
    return text + "."
