"""The report of an experiment: one HTML page that needs no other files."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas as pd

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.report import markup
from kpath_jvm.evaluation.report.facts import facts
from kpath_jvm.evaluation.results.experiment import Results
from kpath_jvm.evaluation.results.judgement import FAILS, HOLDS, NOISE, UNMEASURED, UNTOLD
from kpath_jvm.evaluation.results.papers import PAPERS, Paper
from kpath_jvm.evaluation.results.schema import OWN
from kpath_jvm.evaluation.results.trends import write_trends
from kpath_jvm.regular_files import read_bytes, replacing

FILE = "report.html"
_MOST_SVG_BYTES = 64 << 20
_MARKS = {HOLDS: "good", FAILS: "bad", NOISE: "open", UNTOLD: "open", UNMEASURED: "open"}
_SECTIONS = (
    ("figures", "The papers' figures, beside ours"),
    ("costs", "What profiling costs here"),
    ("trends", "What the papers say, and what was measured"),
    ("method", "Method"),
    ("machine", "Machine"),
    ("trials", "Trials"),
    ("missing", "What is missing"),
)


def write_page(results: Path) -> Path:
    """Writes RESULTS/trends.csv, then RESULTS/report.html; returns the path of the report.

    The report is made from the tables and from the drawn charts. Raises KpathError, with a message
    of one line, if the results have no measurements or no charts.
    """
    found = Results(results)
    entries = _listed(results)
    if not entries:
        raise KpathError(f"{results / 'figures'} holds no charts; draw them first")
    title = f"Experiment: {found.description.get('name', results.resolve().name)}"
    known = facts(found)
    content = {
        "figures": "".join(_of_papers(results, entries)),
        "costs": "".join(_figures(results, entries, "")),
        "trends": _trends(write_trends(found)),
        **known,
        "trials": known["trials"] + _every_trial(results, entries),
        "missing": _not_drawn(entries) + known["missing"],
    }
    # A section of charts is empty if none of them was drawn.
    headings = [(name, heading) for name, heading in _sections(found) if content[name]]
    navigation = "".join(
        markup.element("li", markup.text("a", heading, href=f"#{name}"))
        for name, heading in headings
    )
    sections = "".join(
        markup.element(
            "section", markup.text("h2", heading, id=f"{name}-heading") + content[name],
            id=name, aria_labelledby=f"{name}-heading",
        )
        for name, heading in headings
    )  # fmt: skip
    body = (
        markup.element("header", markup.text("h1", title) + content["summary"])
        + markup.element("nav", markup.element("ul", navigation), aria_label="Contents")
        + markup.element("main", sections)
    )
    style = Path(__file__).with_name("evaluation.css").read_text("utf-8")
    path = results / FILE
    with replacing(path, force=True, encoding="utf-8") as file:
        file.write(markup.page(title, style, body))
    return path


def _sections(results: Results) -> list[tuple[str, str]]:
    """Returns the sections' names and headings; costs come first if the user's own programs ran."""
    is_own = (results.trials["kind"] == OWN).any()
    return sorted(_SECTIONS, key=lambda section: section[0] != "costs") if is_own else [*_SECTIONS]


def _listed(results: Path) -> list[dict[str, Any]]:
    try:
        found = json.loads((results / "figures" / "figures.json").read_text("utf-8"))
    except FileNotFoundError:
        return []
    except (OSError, ValueError) as error:
        raise KpathError(f"{results / 'figures/figures.json'} is damaged; draw again") from error
    return [entry for entry in found if isinstance(entry, dict)]


def _of_papers(results: Path, entries: list[dict[str, Any]]) -> Iterator[str]:
    for paper in PAPERS.values():
        figures = "".join(_figures(results, entries, paper.key, levels=("h4", "h5")))
        if figures:
            yield markup.text("h3", paper.name, id=f"paper-{paper.key}")
            yield markup.text("p", f"{paper.title}. Measured there: {paper.measured}.")
            yield figures


def _figures(
    results: Path,
    entries: list[dict[str, Any]],
    paper: str,
    levels: tuple[str, str] = ("h3", "h4"),
) -> Iterator[str]:
    """Yields a paper's charts; the further views of a chart are collapsed, below its main view.

    If ``paper`` is "", yields the charts that belong to no paper, but not the chart that shows
    every trial. ``levels`` has two HTML elements: for a main view's and a further view's heading.
    """
    for chart in dict.fromkeys(entry["chart"] for entry in entries):
        views = [entry for entry in entries if entry["chart"] == chart and entry["drawn"]]
        if not views or views[0]["paper"] != paper or chart == "trials":
            continue
        yield _figure(results, views[0], levels[0])
        for entry in views[1:]:
            view = entry["view"]
            title = f"The same chart with paths cut at {view['cut'].replace('-', ' ')}s"
            if view["jvm"] != views[0]["view"]["jvm"] or view["size"] != views[0]["view"]["size"]:
                title += f", JVM {view['jvm']}, size {view['size']}"
            yield markup.element(
                "details", markup.text("summary", title) + _figure(results, entry, levels[1])
            )


def _every_trial(results: Path, entries: list[dict[str, Any]]) -> str:
    return "".join(
        _figure(results, entry)
        for entry in entries
        if entry["chart"] == "trials" and entry["drawn"]
    )


def _figure(results: Path, entry: dict[str, Any], level: str = "h3") -> str:
    name = entry["name"]
    directory = results / "figures"
    try:
        svg = read_bytes(directory / f"{name}.svg", _MOST_SVG_BYTES).decode()
        data = (directory / f"{name}.csv").read_text("utf-8")
        drawn = markup.inline_svg(svg, name, entry["alt"])
    except (OSError, ValueError) as error:
        raise KpathError(f"the chart {name} is missing or damaged; draw again") from error
    links = ", ".join(
        [
            markup.data_link(data, f"{name}.csv", f"data of {name} (CSV)"),
            *(markup.text("a", kind.upper(), href=f"figures/{name}.{kind}")
              for kind in ("svg", "pdf", "png")),
        ]
    )  # fmt: skip
    caption = markup.text("span", f"{entry['caption']} {entry['note']} ") + links
    is_wide = markup.least_width(markup.svg_points(drawn)) > markup.NARROW
    scroll = markup.scrolling(drawn, entry["title"], hint=is_wide)
    return markup.text(level, entry["title"], id=f"chart-{name}") + markup.element(
        "figure", scroll + markup.element("figcaption", caption)
    )


def _trends(table: pd.DataFrame) -> str:
    if not len(table):
        return markup.text(
            "p",
            "The papers' statements are about benchmarks of their suites. None of these was run, "
            "so none of the statements is judged.",
        )
    counts = table["verdict"].value_counts()
    sums = ", ".join(f"{verdict}: {counts.get(verdict, 0)}" for verdict in _MARKS)
    return markup.text(
        "p",
        "Statements are judged by fixed criteria, on official benchmarks and on stand-ins "
        f"separately. {sums}.",
    ) + "".join(
        _trends_of(paper, table[table["paper"] == paper.key])
        for paper in PAPERS.values()
        if (table["paper"] == paper.key).any()
    )


def _trends_of(paper: Paper, table: pd.DataFrame) -> str:
    columns = ["published", "kind", "measured", "verdict", "explanation"]
    shown = table.assign(published=table["published"] + " (" + table["place"] + ")")
    criteria = markup.table(
        f"The criteria for the statements of {paper.name}",
        ["published", "criterion"],
        table.drop_duplicates("trend")[["published", "criterion"]].to_numpy().tolist(),
    )
    return (
        markup.text("h3", paper.name)
        + markup.element(
            "div",
            markup.table(
                f"Trends that {paper.name} states, and what was measured here",
                ["published", "benchmarks", "measured here", "verdict", "why"],
                shown[columns].to_numpy().tolist(),
                marked=_MARKS,
            ),
            class_="trends",
        )
        + markup.element("details", markup.text("summary", "The criteria") + criteria)
    )


def _not_drawn(entries: list[dict[str, Any]]) -> str:
    rows = [(entry["title"], entry["reason"]) for entry in entries if not entry["drawn"]]
    if not rows:
        return markup.text("p", "Every chart was drawn.")
    return markup.table("Charts that were not drawn", ["chart", "which data is missing"], rows)
