"""Tests an experiment's page: its markup, its links, and what it reports."""

import base64
import json
import re
import shutil
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import pytest

from experiment_builder import build_results
from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation.figures import draw_all, style
from kpath_jvm.evaluation.report import markup
from kpath_jvm.evaluation.report.page import write_page
from kpath_jvm.evaluation.results.tables import read_table, write_table

NAMES = ("avrora", "eclipse", "sunflow", "xalan", "compress", "tomcat")
_VOID = {"meta", "br", "hr", "img", "input", "link"}


class Page(HTMLParser):
    """Collects elements, and complains about tags that don't match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.inside: dict[str, list[str]] = {}
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> ends nothing"
        assert self.open.pop() == tag, f"</{tag}> at line {self.getpos()}"

    def handle_data(self, data: str) -> None:
        if self.open:
            self.inside.setdefault(self.open[-1], []).append(data)

    def all(self, *tags: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag in tags]


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = build_results(tmp_path_factory.mktemp("results"), NAMES, official=("xalan",))
    draw_all(path, ["figure09", "10", "overhead-wall", "trials", "4"])
    return path


@pytest.fixture(scope="module")
def page(results: Path) -> Page:
    return Page(write_page(results).read_text())


@pytest.fixture
def only_svg(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draws charts in the one format that is on the page; the other formats take far longer."""
    monkeypatch.setattr(style, "FORMATS", ("svg",))


def test_ids_are_unique_and_references_lead_to_them(page: Page) -> None:
    ids = [attributes["id"] for _, attributes in page.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in page.elements:
        targets = re.findall(r"url\(#([^)]+)\)", " ".join(str(v) for v in attributes.values()))
        if str(attributes.get("href")).startswith("#"):
            targets.append(str(attributes["href"])[1:])
        assert set(targets) <= set(ids)


def test_the_page_is_self_contained(page: Page, results: Path) -> None:
    assert not page.all("script", "link", "img", "iframe", "object", "embed", "base")
    for tag, attributes in page.elements:
        assert "src" not in attributes
        for name, value in attributes.items():
            assert not name.startswith("on")
            assert "http" not in (value or "").partition("base64,")[0], (tag, name)
    text = (results / "report.html").read_text()
    assert "@import" not in text
    assert text.count("<style>") == 1
    # Other links are to files beside the page: the charts in other formats.
    for link in page.all("a"):
        target = str(link["href"])
        if not target.startswith(("#", "data:text/csv")):
            assert (results / target).is_file()


def test_every_chart_is_described_and_has_its_data(page: Page, results: Path) -> None:
    charts = page.all("svg")
    assert len(charts) >= 6
    for chart in charts:
        assert chart["role"] == "img"
        assert len(str(chart["aria-label"])) > 40
    links = {link["download"]: str(link["href"]) for link in page.all("a") if "download" in link}
    assert len(links) == len(charts)
    packed = links["figure09.csv"].partition("base64,")[2]
    kept = (results / "figures/figure09.csv").read_bytes()
    assert base64.b64decode(packed) == kept


def test_headings_skip_no_level_and_tables_have_captions(page: Page) -> None:
    levels = [int(tag[1]) for tag, _ in page.elements if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(b <= a + 1 for a, b in pairwise(levels))
    assert len(page.all("table")) == len(page.all("caption"))
    assert all(cell.get("scope") in ("col", "row") for cell in page.all("th"))
    assert all(title.strip() for title in page.inside["th"])
    assert [root["lang"] for root in page.all("html")] == ["en"]


def test_failures_and_missing_data_are_reported(page: Page, results: Path) -> None:
    text = (results / "report.html").read_text()
    assert "java.lang.OutOfMemoryError: Java heap space" in text
    # Reasons and configurations are text, never markup.
    assert "digest 41ab... &lt;expected&gt; 90ff..." in text
    assert "&lt;nothing here was measured&gt;" in text
    assert "no profile of eclipse with k = 11" in text
    assert "not available on this machine" not in "".join(page.inside["h3"])
    cells = [text.strip() for text in page.inside["td"]]
    assert "holds" in cells
    assert "not measured" in cells
    assert "0 of 3" in cells
    assert (results / "trends.csv").read_text().startswith("paper,trend,place,published,")


@pytest.mark.usefixtures("only_svg")
@pytest.mark.parametrize(
    ("names", "official", "own", "text"),
    [
        (("xalan", "tomcat"), ("xalan",), (), "1 official benchmark and 2 stand-ins"),
        (("xalan",), ("xalan",), ("xalan",), "0 official benchmarks and 1 stand-in, 1 own program"),
        ((), (), ("xalan", "tomcat"), "2 own programs"),
    ],
)
def test_programs_are_counted_and_costs_come_first_if_own_programs_ran(
    tmp_path: Path, names: tuple[str, ...], official: tuple[str, ...], own: tuple[str, ...],
    text: str,
) -> None:  # fmt: skip
    path = build_results(tmp_path, names or own, (2,), 1, official or own)
    for name in ("trials", "structure", "ratios", "iterations"):
        table = read_table(path, name)
        if "kind" in table:
            is_own = (table["kind"] == "official") & table["benchmark"].isin(own)
            table.loc[is_own, "suite"] = "program"
            write_table(path, name, (table if names else table[is_own]).to_dict("records"))
    draw_all(path, ["table1", "overhead-wall"])
    page = Page(write_page(path).read_text())
    assert f"</p><p>{text}; " in (path / "report.html").read_text()
    order = [section["id"] for section in page.all("section")]
    assert order[0] == ("costs" if own else "figures")
    assert sorted(order) == sorted(
        ["figures", "costs", "trends", "method", "machine", "trials", "missing"]
    )


@pytest.mark.usefixtures("only_svg")
def test_a_section_without_charts_is_left_out(tmp_path: Path) -> None:
    path = build_results(tmp_path, ("xalan",))
    draw_all(path, ["14"])
    page = Page(write_page(path).read_text())
    assert "costs" not in [section["id"] for section in page.all("section")]
    assert "#costs" not in [link["href"] for link in page.all("a")]


@pytest.mark.usefixtures("only_svg")
def test_wide_content_scrolls_and_narrow_charts_have_narrow_cards(tmp_path: Path) -> None:
    path = build_results(tmp_path, ("xalan",), (2,), 1, ())
    draw_all(path, ["table1", "14"])
    text = write_page(path).read_text()
    hint = '<p class="sideways">If this is cut off, scroll it sideways \u2192</p>'
    regions = text.split('<div class="scroll"')
    hinted = [part.endswith(hint) for part in regions[:-1]]
    labels = [part.partition('aria-label="')[2].partition('"')[0] for part in regions[1:]]
    by_label = dict(zip(labels, hinted, strict=True))
    assert by_label["Table 1. Techniques, and their cost against BLPP"]
    assert not by_label["Figure 14. Average depth of k-IPF leaves"]
    assert by_label["Trends that Ball and Larus, 1996 states, and what was measured here"]
    # A chart isn't stretched, and its card is no wider than the chart.
    assert "figure .scroll { width: fit-content; max-width: 100%;" in text
    assert "max-width:100%;min-width:" in text


@pytest.mark.usefixtures("only_svg")
def test_statements_are_not_judged_on_own_programs(tmp_path: Path) -> None:
    path = build_results(tmp_path, ("xalan",), (2,), 3, ("xalan",))
    for name in ("trials", "structure", "ratios"):
        table = read_table(path, name)
        own = table[table["kind"] == "official"].assign(suite="program")
        write_table(path, name, own.to_dict("records"))
    draw_all(path, ["overhead-wall"])
    text = write_page(path).read_text()
    assert "None of these was run, so none of the statements is judged." in text
    assert "not measured</td>" not in text


@pytest.mark.usefixtures("only_svg")
def test_missing_or_damaged_charts_are_reported(tmp_path: Path) -> None:
    path = build_results(tmp_path, ("xalan",))
    with pytest.raises(KpathError, match="holds no charts; draw them first"):
        write_page(path)
    draw_all(path, ["14"])
    (path / "figures/figure14.svg").write_text("<svg")
    with pytest.raises(KpathError, match="the chart figure14 is missing or damaged"):
        write_page(path)
    (path / "figures/figures.json").write_text("{")
    with pytest.raises(KpathError, match=r"figures/figures\.json is damaged; draw again"):
        write_page(path)


def test_inlined_charts_have_ids_of_their_own() -> None:
    svg = (
        '<?xml version="1.0"?><!-- made --><svg viewBox="0 0 10 5" width="10pt">'
        "<metadata>http://example.org</metadata>"
        '<defs><path id="a" d="M 1.23456 2"/></defs>'
        '<use xlink:href="#a" transform="scale(0.015625)"/><g clip-path="url(#b)"/></svg>'
    )
    inlined = markup.inline_svg(svg, "one", 'a "chart"')
    assert '<path id="one-a" d="M 1.23 2"/>' in inlined
    assert '<use href="#one-a" transform="scale(0.015625)"/>' in inlined
    assert "url(#one-b)" in inlined
    assert "example.org" not in inlined
    assert 'aria-label="a &quot;chart&quot;"' in inlined
    with pytest.raises(ValueError, match="is not an SVG"):
        markup.inline_svg("<html></html>", "one", "")


def test_missing_results_are_reported(results: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(results, copy)
    told = json.loads((copy / "experiment.json").read_text("utf-8"))
    told |= {
        "lanes_in_words": "2 lanes, each pinned to one core",
        "failed_recordings": ["dacapo xalan small, structure: record: <killed>"],
        "missing": [f"run {number}: no time left" for number in range(30)],
        "left_out": ["other cuts"],
        "no_hardware_counters": "there is no program perf",
    }
    (copy / "experiment.json").write_text(json.dumps(told), "utf-8")
    page = write_page(copy).read_text("utf-8")
    Page(page)
    for line in (
        "How trials share the machine: 2 lanes, each pinned to one core.",
        "dacapo xalan small, structure: record: &lt;killed&gt;",
        "Not run: 30",
        "run 29: no time left",
        "other cuts",
        "Hardware counters: there is no program perf.",
    ):
        assert line in page
