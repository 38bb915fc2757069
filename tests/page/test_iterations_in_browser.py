"""Checks in a browser that the picture of a loop shows which path follows which, and how often."""

import re
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from builders.looping import profile_of, random_program
from builders.methods import FIGURE_3_STREAM
from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.names_of_paths import names_of_paths
from page.browser import Page
from page.files import FIGURE, page_of

_NODES = (
    "return [...document.querySelectorAll('#iterations .place')].map((it) =>"
    " [it.dataset.label, Number(it.dataset.count)])"
)
_ARROWS = (
    "return [...document.querySelectorAll('#iterations .way')].map((it) => [Number("
    "it.dataset.source), Number(it.dataset.target), Number(it.dataset.count),"
    " Number(it.getAttribute('stroke-width')), it.querySelector('title').textContent])"
)
#: Returns, for each picture, how far its shapes and labels reach beyond the picture's edges.
_BEYOND = (
    "return [...document.querySelectorAll('svg.iterations')].map((svg) => {"
    " const edge = svg.getBoundingClientRect();"
    " return Math.max(...[...svg.querySelectorAll('text, rect, .way')].map((it) => {"
    "  const own = it.getBoundingClientRect();"
    "  return Math.max(edge.left - own.left, own.right - edge.right,"
    "   edge.top - own.top, own.bottom - edge.bottom); })); })"
)


@pytest.fixture(scope="module")
def busy_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the page of a method with nested loops, many paths and exceptions."""
    # Of 40 random programs, take the one in which the number of different paths is highest.
    program = max(
        (random_program(seed, 0.01) for seed in range(40)),
        key=lambda one: len({path.number for sequence in one.sequences for path in sequence}),
    )
    with profile_of(program, 3) as profile:
        return page_of(profile.path, file=tmp_path_factory.mktemp("busy") / "busy.html")


def test_arrows_have_the_counts_of_the_stream(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE)
    profile = Profile.open(demo_page.with_suffix(".kpath")).merged()
    names = names_of_paths(profile, profile.find_method("Figure3.run"))
    walk = ["entry", *(names[path] for path in FIGURE_3_STREAM), "exit"]
    nodes = page.run(_NODES)
    assert dict(nodes) == Counter(walk)
    labels = [label for label, _ in nodes]
    arrows = page.run(_ARROWS)
    steps = Counter(pairwise(walk))
    assert {(labels[a], labels[b]): count for a, b, count, _, _ in arrows} == steps
    # An arrow's thickness is proportional to its count.
    most = max(arrows, key=lambda arrow: arrow[2])
    for _, _, count, thick, _ in arrows:
        assert thick == pytest.approx(most[3] * count / most[2], abs=0.01)
    assert any("of what leaves path A" in title for *_, title in arrows)
    assert "not counted" not in page.one("#iterations").text
    shares = page.texts("#iterations .place .tail")
    assert shares[1:-1] == [f"{100 * count / 14:.1f} %" for _, count in nodes[1:-1]]
    assert page.problems() == []


def test_texts_have_the_counts_of_the_arrows(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE)
    picture = page.one("svg.iterations")
    assert picture.get_attribute("role") == "img"
    title, told = (
        page.run("return document.getElementById(arguments[0]).textContent", name)
        for name in picture.get_attribute("aria-labelledby").split()
    )
    assert title == "Which path follows which in the loop at line 9"
    assert "After path A (6, 42.9 %): path A 50.0 %, path B 50.0 %." in told
    page.one("#iterations summary").click()
    rows = page.run(
        "return [...document.querySelectorAll('#iterations tbody tr')].map((row) =>"
        " [...row.cells].map((cell) => cell.textContent))"
    )
    arrows = page.run(_ARROWS)
    assert sorted(int(row[2]) for row in rows) == sorted(arrow[2] for arrow in arrows)
    assert ["entry", "path D", "1", "100.0 %"] in rows


def test_what_flows_into_a_node_flows_out_of_it(page: Page, busy_page: Path) -> None:
    page.open(busy_page, "#method=demo.Random.loops()")
    figures = page.run("return document.querySelectorAll('.iteration-flow').length")
    assert figures > 1
    nodes, arrows = page.run(
        "return kpath.read('method-0').then((it) => it.iterations.flows)"
        ".then((flows) => [flows.map((it) => it.nodes), flows.map((it) => it.arrows)])"
    )
    kinds = Counter(node[0] for flow in nodes for node in flow)
    assert {"entry", "exit", "path", "inner", "other", "uncounted-after"} <= set(kinds)
    captions = page.texts("#iterations figcaption")
    pieces = page.run(
        "return kpath.read('method-0').then((it) => it.iterations.flows.map((one) => one.pieces))"
    )
    assert any(pieces)
    for caption, some in zip(captions, pieces, strict=True):
        assert ("is then two or more of these paths" in caption) == (some > 0)
    drawn = page.run(_ARROWS)
    assert [arrow[:3] for arrow in sorted(drawn)] == sorted(
        arrow for flow in arrows for arrow in flow
    )
    for own, ways in zip(nodes, arrows, strict=True):
        for at, (kind, _, count, _) in enumerate(own):
            if kind in ("path", "inner", "other"):
                assert sum(way[2] for way in ways if way[1] == at) == count
                assert sum(way[2] for way in ways if way[0] == at) == count
    assert "is \u201cnot counted\u201d wasn't completed" in page.one("#iterations").text
    assert any(re.fullmatch(r"\d+ other paths", text) for text in page.texts("#iterations td"))
    assert page.problems() == []


@pytest.mark.parametrize("width", [1400, 400])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_everything_drawn_is_in_the_picture(
    page: Page, busy_page: Path, width: int, scheme: str
) -> None:
    page.open(busy_page, "#method=demo.Random.loops()", width=width)
    page.media(scheme)
    assert page.run("return document.documentElement.scrollWidth") <= width
    beyond = page.run(_BEYOND)
    assert beyond
    assert max(beyond) <= 1
    # A node's name ends before the number to the name's right begins.
    gaps = page.run(
        "return [...document.querySelectorAll('#iterations .place')].map((it) =>"
        " it.querySelector('.tail').getBoundingClientRect().left"
        " - it.querySelector('.name').getBoundingClientRect().right)"
    )
    assert min(gaps) > 0


def test_without_pairs_of_paths_the_page_says_why_there_is_no_picture(
    page: Page, tmp_path: Path
) -> None:
    page.open(page_of(demo_profile(tmp_path), "-k", "1"), FIGURE)
    assert page.texts("svg.iterations") == []
    assert "that needs sequences of two paths, but here k = 1" in page.one("#iterations").text
    assert page.problems() == []
