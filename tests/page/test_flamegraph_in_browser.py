"""Tests flame graphs in a real browser: their widths, zoom, search, texts and colours."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from builders.flames import METHODS, empty_flames, large_flames, single_flame
from builders.pages import harmful_profile
from builders.recordings import demo_profile
from kpath_jvm.cli.main import run_verb
from kpath_jvm.reports.flames.flamegraph import SCRIPTS
from page.browser import Page

#: A frame's label: its name, its amount with the unit, its share of the whole, and the whole.
_LABEL = re.compile(r"(.*): ([\d,]+) (\w+ ?\w*), ([<>]?[\d.]+) % of all ([\d,]+)", re.DOTALL)
_BOXES = (
    "return [...document.querySelectorAll('.frame')].map((it) => [Number(it.dataset.node),"
    " it.ariaLabel, it.offsetLeft, it.getBoundingClientRect().width, it.ariaLevel])"
)
_ACTIVE = "return document.querySelector('[aria-selected=true]').ariaLabel"


@pytest.fixture(scope="module")
def flames(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    """Returns a function that makes a profile and returns the file with the flame graph."""

    def made(make: Callable[[Path], Path], *options: str) -> Path:
        directory = tmp_path_factory.mktemp("flames")
        file = directory / "flames.html"
        command = ["export", str(make(directory)), "--format", "flamegraph", "-o", str(file)]
        assert run_verb([*command, *options]) == 0
        return file

    return made


@pytest.fixture(scope="module")
def demo_flames(flames: Callable[..., Path]) -> Path:
    return flames(demo_profile)


def amount(label: str) -> int:
    match = _LABEL.fullmatch(label)
    assert match is not None, label
    return int(match[2].replace(",", ""))


@pytest.mark.parametrize("weight", ["cost", "count"])
@pytest.mark.parametrize("width", [1400, 400])
def test_frames_are_as_wide_as_their_share_of_everything(
    page: Page, flames: Callable[..., Path], weight: str, width: int
) -> None:
    page.open(flames(demo_profile, "--weight", weight), width=width)
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    assert page.run("return document.documentElement.scrollWidth") <= width
    whole = page.run("return document.querySelector('#graph').clientWidth")
    boxes = page.run(_BOXES)
    everything = amount(boxes[0][1])
    assert len(boxes) > 30
    for _, label, _, drawn, _ in boxes:
        assert drawn == pytest.approx(max(whole * amount(label) / everything - 1, 1), abs=0.1)
    unit = {"cost": "bytecodes", "count": "path completions"}[weight]
    assert _LABEL.fullmatch(boxes[0][1])[3] == unit
    assert f"{everything:,} {unit}, all that the profile has" in page.one("#about").text
    # Readers expect calls in a flame graph, so the text at the top says that there are none.
    assert page.one("#about").text.startswith("The graph shows no calls")
    assert page.problems() == []


def test_the_graph_of_a_part_of_a_profile_says_so(page: Page, flames: Callable[..., Path]) -> None:
    page.open(flames(demo_profile, "--method", "Figure3.run"))
    about = page.one("#about").text
    assert re.search(
        r"[\d.]+ % of the profile\. The graph has only a part: method Figure3\.run\.$", about
    )
    assert "of the profile\u2019s 887" in page.one("#details").text
    assert page.problems() == []


def test_class_names_lose_their_package_if_there_is_no_room(page: Page, demo_flames: Path) -> None:
    page.open(demo_flames, width=1400)
    frames = page.run(
        "return [...document.querySelectorAll('.frame.class')].map((it) =>"
        " [it.textContent, it.ariaLabel, it.getBoundingClientRect().width])"
    )
    wide = [text for text, _, width in frames if width > 200]
    narrow = [(text, label) for text, label, width in frames if 26 < width < 80]
    assert wide
    assert all(text.startswith("demo.") for text in wide)
    assert narrow
    for text, label in narrow:
        assert "." not in text
        assert label.split(":")[0] == f"demo.{text}"


def test_frames_of_one_row_do_not_overlap(page: Page, demo_flames: Path) -> None:
    page.open(demo_flames)
    rows: dict[str, list[tuple[float, float]]] = {}
    for _, _, left, width, level in page.run(_BOXES):
        rows.setdefault(level, []).append((left, left + width))
    for row in rows.values():
        row.sort()
        assert all(end <= start + 1 for (_, end), (start, _) in pairwise(row))


def test_a_click_zooms_in_and_escape_shows_everything(page: Page, demo_flames: Path) -> None:
    page.open(demo_flames)
    before = page.run(_BOXES)
    page.run("[...document.querySelectorAll('.frame.loop')].at(1).click()")
    after = page.run(_BOXES)
    whole = page.run("return document.querySelector('#graph').clientWidth")
    assert page.texts(".frame.around") == ["everything", "demo.Shared", "run(int)"]
    zoomed = [box for box in after if box[3] >= whole - 2]
    assert len(zoomed) >= 4
    assert page.one("#out").is_enabled()
    page.run("document.querySelector('#graph').focus()")
    page.press("BACKSPACE")
    assert page.texts(".frame.around") == ["everything", "demo.Shared"]
    page.press("ESCAPE")
    assert page.run(_BOXES) == before
    assert not page.one("#out").is_enabled()
    assert page.problems() == []


def test_keys_alone_walk_and_zoom_the_graph(page: Page, demo_flames: Path) -> None:
    page.open(demo_flames)
    for _ in range(20):
        if page.run("return document.activeElement.id") == "graph":
            break
        page.press("TAB")
    outline = "return getComputedStyle(document.activeElement).outlineStyle"
    assert page.run(outline) == "solid"
    page.press("ARROW_DOWN")
    assert page.run(_ACTIVE).startswith("demo.Figure3: ")
    page.press("ARROW_RIGHT")
    assert page.run(_ACTIVE).startswith("demo.Shared: ")
    page.press("ARROW_LEFT", "ARROW_DOWN", "ARROW_DOWN")
    assert page.run(_ACTIVE).startswith("Figure3.run loop at line 9: ")
    active = page.one("#graph").get_attribute("aria-activedescendant")
    assert page.one(f"#{active}").get_attribute("aria-selected") == "true"
    details = page.one("#details").text
    assert "A loop: bytecodes executed in it and in loops inside it" in details
    assert "of run(int)" in details
    assert "Figure3.java:9" in details
    page.press("ENTER")
    assert page.texts(".frame.around") == ["everything", "demo.Figure3", "run(int)"]
    page.press("ARROW_DOWN", "ARROW_DOWN")
    assert "A sequence of paths: bytecodes of its first path" in page.one("#details").text
    page.press("HOME")
    assert page.run(_ACTIVE).startswith("Everything: ")
    assert page.problems() == []


def test_a_search_shows_the_share_of_its_matches(page: Page, demo_flames: Path) -> None:
    page.open(demo_flames)
    page.press("/", *"LOOP AT")
    boxes = page.run(_BOXES)
    loops = [label for _, label, *_ in boxes if "loop at" in label]
    share = 100 * sum(map(amount, loops)) / amount(boxes[0][1])
    assert (
        page.one("#found").text == f"{len(loops)} matches, {share:.1f} % of the recorded bytecodes"
    )
    assert len(page.texts(".frame.match")) == len(loops)
    page.press("ENTER")
    assert page.run(_ACTIVE) == max(loops, key=amount)
    page.press("ESCAPE")
    assert page.texts(".frame.match") == []
    # A match may lie on another match. What both of them cover is counted once, so no share is
    # above 100 %.
    page.press("/", *"a:")
    page.wait("return document.querySelectorAll('.frame.match').length > 0")
    page.press("ESCAPE", "/", *"demo.")
    assert page.one("#found").text.endswith("matches, 100.0 % of the recorded bytecodes")
    page.press("ESCAPE", "/", *"qqq")
    assert page.one("#found").text == "0 matches, 0.0 % of the recorded bytecodes"
    assert page.problems() == []


def test_nested_matches_count_once(page: Page, demo_flames: Path) -> None:
    page.open(demo_flames)
    page.press("/", *"figure3")
    # The class and its methods match.
    boxes = page.run(_BOXES)
    (figure,) = [label for _, label, *_ in boxes if label.startswith("demo.Figure3: ")]
    share = 100 * amount(figure) / amount(boxes[0][1])
    assert page.one("#found").text == f"3 matches, {share:.1f} % of the recorded bytecodes"


def test_the_weight_can_be_changed(page: Page, demo_flames: Path) -> None:
    page.open(demo_flames)
    page.one("[data-weight=count]").click()
    assert page.one("[data-weight=count]").get_attribute("aria-pressed") == "true"
    assert "path completions" in page.one("#about").text
    assert "path completions" in page.run(_BOXES)[0][1]


def test_tens_of_thousands_of_frames_take_few_elements(
    page: Page, flames: Callable[..., Path]
) -> None:
    page.open(flames(large_flames, "-k", "7"))
    nodes = page.run("return kpath.read('document').then((it) => it.nodes.parent.length)")
    assert nodes > 50_000
    boxes = page.run(_BOXES)
    assert METHODS < len(boxes) < 6000
    note = page.one("#left").text
    assert "narrower than a pixel and not visible; zoom in to see them" in note
    hidden = int(note.split(" ")[0].replace(",", ""))
    assert hidden + len(boxes) == nodes
    # After zooming in on the widest method, the page shows frames that were too narrow before.
    page.press("/", *"large7", "ENTER", "ESCAPE")
    page.press("ENTER")
    assert "Large7" in page.run(_ACTIVE)
    assert int(page.run("return document.querySelector('.frame:last-child').ariaLevel")) >= 10
    assert page.problems() == []


def test_one_path_fills_every_row_and_an_empty_profile_gets_a_message(
    page: Page, flames: Callable[..., Path]
) -> None:
    page.open(flames(single_flame))
    widths = {round(width) for _, _, _, width, _ in page.run(_BOXES)}
    assert len(widths) == 1
    assert page.one("#left").text == ""
    page.open(flames(empty_flames))
    assert page.one("main").text == "There is nothing to draw: no path was completed."
    assert page.problems() == []


def test_names_that_would_do_harm_are_text(page: Page, flames: Callable[..., Path]) -> None:
    page.open(flames(harmful_profile))
    assert any("<script>window.harmed=1" in text for text in page.texts(".frame"))
    page.press("/", *"onerror")
    page.press("ENTER")
    assert "<img src=x onerror=" in page.one("#details").text
    assert page.run("return document.querySelectorAll('img, iframe, svg[onload]').length") == 0
    assert page.run("return document.querySelectorAll('script:not([type])').length") == len(SCRIPTS)
    assert page.run("return window.harmed") is None
    assert page.problems() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_stand_out_from_their_frames(page: Page, demo_flames: Path, scheme: str) -> None:
    page.open(demo_flames)
    page.media(scheme)
    page.wait(f"return matchMedia('(prefers-color-scheme: {scheme})').matches")
    page.press("/", *"loop")
    script = (
        "return [...document.querySelectorAll('.frame')].map((it) =>"
        " [getComputedStyle(it).color, getComputedStyle(it).backgroundColor])"
    )
    for pair in {tuple(pair) for pair in page.run(script)}:
        dark, light = sorted(map(_luminance, pair))
        # This is what WCAG 2 asks of texts (success criterion 1.4.3).
        assert (light + 0.05) / (dark + 0.05) >= 4.5, pair


def _luminance(colour: str) -> float:
    """Returns the relative luminance of a colour, as WCAG 2 defines it."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_the_texts_about_calls_time_and_sequences_fit_the_profile(
    page: Page, flames: Callable[..., Path]
) -> None:
    page.open(flames(large_flames, "-k", "4"))
    text = page.one("main").text
    assert (
        "kpath-jvm run --callers counts a method's callers; the verbs report and html show them."
        in text
    )
    assert "It shows no time, either: kpath-jvm run --time samples it" in text
    assert "including those of all frames below it" in text
    assert not re.search(r"not drawn|are drawn|is drawn", text)
    assert "of up to 4 in a row (the profile has up to 7: export -k 7 draws them)" in text
    assert " of the bytecodes shown " in page.one("#left").text
