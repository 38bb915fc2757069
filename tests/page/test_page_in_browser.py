"""Tests the page as a whole: loading, search, links, light and dark, wide and narrow windows."""

import re
from pathlib import Path

import pytest

from builders.pages import HARMFUL_OPERAND
from builders.recordings import demo_profile
from kpath_jvm import Profile
from kpath_jvm.profile.names import printable
from kpath_jvm.reports.coverage_words import LENGTHS, about_lengths, length_rows
from kpath_jvm.reports.output import as_sentence
from kpath_jvm.reports.page.page import LIBRARIES, SCRIPTS
from kpath_jvm.reports.summary import ReportOptions, summarise
from page.browser import Page
from page.files import FIGURE, page_of


def test_the_page_opens_from_disk_and_loads_nothing(page: Page, demo_page: Path) -> None:
    page.open(demo_page)
    assert "dacapo eclipse (stand-in)" in page.one("h1").text
    assert page.run("return performance.getEntriesByType('resource').length") == 0
    assert page.problems() == []
    (policy,) = page.run(
        "return [...document.querySelectorAll('meta[http-equiv]')].map((it) => it.content)"
    )
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe" not in policy


def test_the_policy_blocks_other_scripts_and_all_loading(page: Page, demo_page: Path) -> None:
    page.open(demo_page)
    page.run(
        "window.blocked = [];"
        "document.addEventListener('securitypolicyviolation',"
        " (event) => window.blocked.push(event.effectiveDirective));"
        "const script = document.createElement('script');"
        "script.textContent = 'window.harmed = 1'; document.body.append(script);"
        "const image = document.createElement('img');"
        "image.src = 'file:///nothing.png'; document.body.append(image);"
    )
    page.wait("return window.blocked.length >= 2")
    assert set(page.run("return window.blocked")) == {"script-src-elem", "img-src"}
    assert page.run("return window.harmed") is None


def test_the_overview_shows_licences_and_what_was_left_out(page: Page, demo_page: Path) -> None:
    page.open(demo_page)
    text = page.one("#view").text
    for part in (
        "A stand-in: it is not the benchmark that it is named after.",
        "too large for the class file", "no code: native", "demo.generated.*", "Tangle.spin",
        "What was left out, by reason:",
        "Libraries in this page, and their licences",
    ):  # fmt: skip
        assert part in text
    page.one("details summary").click()
    licences = page.one("details").text
    assert licences.count("Permission is hereby granted, free of charge") >= 3
    assert "Mike Bostock" in licences


def test_the_overview_has_what_sequences_of_each_length_cover(page: Page, tmp_path: Path) -> None:
    profile = demo_profile(tmp_path)
    found = summarise(Profile.open(profile), ReportOptions(coverage=(1, 10)))["coverage_by_length"]
    page.open(page_of(profile, "--coverage", "1,10"))
    (rows,) = page.run(
        "return [...document.querySelectorAll('#view table')]"
        ".filter((table) => table.caption?.textContent === arguments[0])"
        ".map((table) => [...table.tBodies[0].rows]"
        ".map((row) => [...row.cells].map((cell) => cell.textContent)))",
        LENGTHS,
    )
    assert rows == [list(row) for row in length_rows(found)]
    assert page.one("#lengths").text == as_sentence(about_lengths(found))
    assert page.problems() == []


def test_written_figures_are_nearly_exact(page: Page, demo_page: Path) -> None:
    page.open(demo_page)
    units = {"": 1, "k": 1e3, "M": 1e6, "G": 1e9, "T": 1e12}
    numbers = [
        digits * 10**power + more
        for digits in (1, 10, 100, 101, 107, 110, 120, 999, 9995, 12345)
        for power in range(10)
        for more in (-1, 0, 1)
    ]
    texts = page.run("return arguments[0].map(kpath.short)", numbers)
    for number, text in zip(numbers, texts, strict=True):
        found = re.fullmatch(r"(\d+(?:\.\d+)?)([kMGT]?)", text)
        assert found, f"{number}: {text}"
        assert abs(float(found[1]) * units[found[2]] - number) <= 0.005 * number, (
            f"{number}: {text}"
        )
        assert number >= 1000 or text == str(number)
    shares = [0, 0.0001, 0.0005, 0.123456, 0.4925, 0.5075, 0.9994, 0.9995, 0.9996, 1]
    assert page.run("return arguments[0].map(kpath.percent)", shares) == [
        "0.0 %", "< 0.1 %", "< 0.1 %", "12.3 %", "49.2 %", "50.8 %", "99.9 %", "> 99.9 %",
        "> 99.9 %", "100.0 %",
    ]  # fmt: skip
    assert page.run("return kpath.count(12345678)") == "12,345,678"


def test_methods_are_searched_and_opened_with_the_keyboard_alone(
    page: Page, demo_page: Path
) -> None:
    page.open(demo_page)
    page.press("/", "t", "a", "n", "g", "l", "e")
    assert page.one("#search").get_attribute("value") == "tangle"
    assert page.one("#found").text.startswith("1 match of")
    assert page.texts("#list .name") == ["Tangle.spin(int, int)"]
    page.press("ENTER")
    page.wait("return document.querySelector('#view h1').textContent === 'Tangle.spin(int, int)'")
    assert page.run("return decodeURIComponent(location.hash)") == (
        "#method=demo.Tangle.spin(int, int)"
    )
    assert "Irreducible" in page.one("#view").text
    # Go back to all methods, and move on with the arrow keys.
    page.press("/", "ESCAPE")
    names = page.texts("#list .name")
    page.one("#list").click()
    page.press("HOME", "ARROW_DOWN")
    active = page.one("#list").get_attribute("aria-activedescendant")
    assert page.one(f"#{active} .name").get_attribute("textContent") == names[1]
    page.press("ENTER")
    page.wait(f"return document.querySelector('#view h1').textContent === {names[1]!r}")
    page.press("/", "q", "q", "q")
    assert page.one("#found").text.startswith("0 matches")
    assert page.problems() == []


def test_the_list_has_loops_that_lead_to_their_rows(page: Page, demo_page: Path) -> None:
    page.open(demo_page)
    page.one("#show-loops").click()
    names = page.texts("#list .list-row")
    assert any("Figure3.run(int)" in name and "line 9" in name for name in names)
    page.press("/", "f", "i", "g", "u", "r", "e", "3", "ENTER")
    page.wait("return document.querySelector('#loops tr.lit') !== null")
    assert "9" in page.one("#loops tr.lit .loop-line").text
    # The row is marked, and lines separate the rows.
    ground, line = page.run(
        "const style = getComputedStyle(document.querySelector('#loops tr.lit'));"
        " return [style.backgroundColor, style.borderTopWidth]"
    )
    assert ground != "rgba(0, 0, 0, 0)"
    assert line == "1px"


def test_the_page_says_what_share_the_longest_bar_stands_for(page: Page, demo_page: Path) -> None:
    """The longest bar is always full, however small its share is."""
    page.open(demo_page)
    share = page.run("return document.querySelector('#hot-methods tbody td').textContent")
    wanted = f"The longest bar is {share}; the others are in proportion to it."
    assert page.run("return document.querySelector('#hot-methods ~ .scale').textContent") == wanted
    assert page.run("return document.querySelector('#found').title") == wanted


def test_the_list_says_what_its_figures_count(page: Page, demo_page: Path) -> None:
    page.open(demo_page)
    ordered = (
        "const order = document.querySelector('#order'); order.value = arguments[0];"
        "order.dispatchEvent(new Event('change'));"
    )
    for listed, value, name, unit in (
        ("methods", "cost", "by bytecodes", "bytecode"),
        ("methods", "completed", "by completions", "completion"),
        ("loops", "cost", "by bytecodes", "bytecode"),
        ("loops", "completed", "by iterations", "iteration"),
    ):
        page.one(f"#show-{listed}").click()
        page.run(ordered, value)
        assert page.run("return document.querySelector('#order').selectedOptions[0].text") == name
        figures = [text for text in page.texts("#list .number") if not text.startswith("no page")]
        assert [text for text in figures if not re.search(rf" {unit}s?$", text)] == []
        counts = [int(text.split()[0]) for text in figures]
        assert counts == sorted(counts, reverse=True)
        assert len(counts) > 3
    assert page.problems() == []


def test_figures_and_options_stay_on_one_line(page: Page, demo_page: Path) -> None:
    page.open(demo_page)
    made = page.run(
        "const made = kpath.el('p', {}, arguments[0]); made.style.width = '4em';"
        " document.querySelector('#view').append(made);"
        " return [made.textContent, [...made.querySelectorAll('.unbroken')].map((it) =>"
        " [it.textContent, it.getClientRects().length])];",
        "is < 0.1 % to 99.0 % of all 1,234 (html --top N), run with --include 'a.*'",
    )
    assert made == [
        "is < 0.1 % to 99.0 % of all 1,234 (html --top N), run with --include 'a.*'",
        [["< 0.1 %", 1], ["99.0 %", 1], ["--top N", 1], ["--include", 1]],
    ]


def test_a_link_to_a_missing_method_shows_an_alert(page: Page, demo_page: Path) -> None:
    page.open(demo_page, "#method=demo.Nothing.at(all)")
    assert "no method demo.Nothing.at(all)" in page.one("#view [role=alert]").text
    page.open(demo_page, "#method=%E0%A4%A")
    assert "no method %E0%A4%A" in page.one("#view [role=alert]").text
    assert page.problems() == []


def test_the_page_says_why_a_method_has_no_details(page: Page, demo_page: Path) -> None:
    page.open(demo_page, "#method=demo.Shaky.stuck()")
    assert "No path of this method was completed." in page.one("#view").text


@pytest.mark.parametrize("width", [1400, 420])
def test_nothing_is_wider_than_the_window(page: Page, demo_page: Path, width: int) -> None:
    for part in ("", FIGURE):
        page.open(demo_page, part, width=width)
        assert page.run("return document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("width", [1400, 390])
def test_no_name_is_squeezed_or_cut_off(page: Page, demo_page: Path, width: int) -> None:
    page.open(demo_page, width=width)
    rows = page.run(
        "return [...document.querySelectorAll('.ranking tbody tr')].map((row) => {"
        " const name = row.querySelector('.name'); const cell = name.getBoundingClientRect();"
        " const figures = row.querySelector('.number').getBoundingClientRect();"
        " return [cell.width, cell.bottom <= figures.top, name.scrollWidth > name.clientWidth]; })"
    )
    assert len(rows) > 4
    section = page.run("return document.querySelector('.overview section').clientWidth")
    for wide, is_above, is_cut in rows:
        assert not is_cut
        # In a narrow window, the name has a line of its own above its figures.
        assert is_above == (width < 560)
        assert wide > 0.8 * section if is_above else wide > 300
    assert page.problems() == []


@pytest.mark.parametrize("width", [1400, 1280, 800, 768, 390])
def test_a_method_is_read_without_scrolling_its_tables(
    page: Page, demo_page: Path, width: int
) -> None:
    page.open(demo_page, FIGURE, width=width)
    hidden = page.run(
        "return [...document.querySelectorAll('.scrolls')]"
        ".filter((it) => it.querySelector('table') && !it.closest('details')"
        " && it.scrollWidth > it.clientWidth + 1)"
        ".map((it) => [it.getAttribute('aria-label'), it.scrollWidth, it.clientWidth])"
    )
    assert hidden == []
    # No question of a branch is cut off.
    assert page.run("return document.querySelectorAll('.question').length") > 0
    assert (
        page.run(
            "return [...document.querySelectorAll('.question, .decision')]"
            ".filter((it) => it.scrollWidth > it.clientWidth + 1).map((it) => it.textContent)"
        )
        == []
    )
    # Screen readers still read the source as a table, although it isn't laid out as one.
    assert page.one("#source table").aria_role == "table"
    assert page.one("#source tbody tr:first-child").aria_role == "row"
    assert page.problems() == []


def test_the_system_and_the_button_switch_between_light_and_dark(
    page: Page, demo_page: Path
) -> None:
    ground = "return getComputedStyle(document.body).backgroundColor"
    page.open(demo_page, FIGURE)
    light = page.run(ground)
    page.media("dark")
    dark = page.wait(f"{ground} !== '{light}' && getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, dark[4:-1].split(","))) < 150 < sum(map(int, light[4:-1].split(",")))
    page.one("#theme").click()
    assert page.one("#theme").text.endswith("Light")
    assert page.run(ground) == light
    page.media("light")
    page.one("#theme").click()
    assert page.run(ground) == dark
    page.one("#theme").click()
    assert page.run(ground) == light


def test_the_element_with_the_focus_is_visible(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE)
    page.press("TAB")
    assert page.run("return document.activeElement.className") == "skip"
    wanted = {"search", "order", "list", "paths", "flow", "tree-nodes", "least"}
    for _ in range(100):
        page.press("TAB")
        names, outline = page.run(
            "const it = document.activeElement; return [`${it.id} ${it.className} ${it.tagName}`,"
            " getComputedStyle(it).outlineStyle + getComputedStyle(it).outlineWidth]"
        )
        assert outline == "solid3px", names
        wanted -= set(names.split())
        if not wanted:
            return
    raise AssertionError(f"the tab key doesn't reach {wanted}")


@pytest.mark.parametrize("width", [1400, 390])
def test_a_long_class_is_cut_off_and_its_method_is_not(
    page: Page, demo_page: Path, width: int
) -> None:
    page.open(demo_page, width=width)
    cut = page.run(
        "const [ofClass, member] = document.querySelector('#list .name').children;"
        " ofClass.textContent = 'BlockCompressorOutputStream'.repeat(3);"
        " return [ofClass, member].map((it) => it.scrollWidth > it.clientWidth)"
    )
    assert cut == [True, False]


@pytest.mark.parametrize("width", [1400, 390])
def test_long_parameters_are_cut_off_and_the_class_is_not(
    page: Page, demo_page: Path, width: int
) -> None:
    page.open(demo_page, width=width)
    cut = page.run(
        "const parts = [...document.querySelector('#list .name').children];"
        " parts[2].textContent = '(' + 'int, '.repeat(99) + 'int)';"
        " return parts.map((it) => it.scrollWidth > it.clientWidth)"
    )
    assert cut == [False, False, True]


def test_below_the_methods_a_text_says_how_few_paths_are_enough(
    page: Page, demo_page: Path
) -> None:
    page.open(demo_page)
    text = page.one("#view").text
    places = [
        text.index(part)
        for part in ("sequences of up to 4 paths", "Hottest methods", "It takes", "Hottest loops")
    ]
    assert places == sorted(places)


def test_names_that_would_do_harm_are_text(page: Page, harmful_page: Path) -> None:
    page.open(harmful_page)
    title = page.texts("#list .name")[0]
    assert "\\u202e\"><img src=x onerror=window.harmed=1>'\\u2066&lt;b&gt;${harmed}\\u2028" in title
    assert "srcdoc" in page.one("#view").text
    assert page.run("return document.title").startswith(f"java {HARMFUL_OPERAND}")
    page.one("#list").click()
    page.press("HOME", "ENTER")
    page.wait("return document.querySelector('#tree') !== null")
    assert printable("\u202e") in page.one("#view h1").text
    assert any(HARMFUL_OPERAND in text for text in page.texts("#source .question, .decision"))
    assert any("<!-- <img src=x onerror=" in text for text in page.texts("#source .code"))
    elements = "return document.querySelectorAll(arguments[0]).length"
    assert page.run(elements, "img, iframe, svg[onload], b > b, main script") == 0
    assert page.run(elements, "script:not([type])") == len(LIBRARIES) + len(SCRIPTS)
    assert page.run("return window.harmed") is None
    raw = set("\u202e\u2066\u2028") & set(page.run("return document.body.textContent"))
    assert raw == set()
    assert page.problems() == []
