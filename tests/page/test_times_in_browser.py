"""Tests the page's section that shows time beside bytecodes."""

import re
from pathlib import Path

import pytest

from builders.recordings import demo_profile
from builders.timed import DEMO, DEMO_CALLS, DEMO_STACKS, add_samples, sampled
from page.browser import Page
from page.files import FIGURE, page_of, part_of

_OF_TIME = "Of recorded code's time"


def _page(directory: Path, *, timed: bool) -> Path:
    profile = demo_profile(directory)
    if timed:
        add_samples(profile, *DEMO)
    return page_of(profile)


def test_the_overview_has_the_shares_of_time_and_their_text(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, timed=True))
    text = page.one("#view").text
    for part in (
        "Time beside bytecodes", "demo.Figure3.plain(int)",
        "Time differs from the bytecodes: demo.Figure3.plain(int) takes 78.7 %",
        "Takes 78.7 % of the recorded code's time but 6.0 % of the recorded bytecodes: branches",
        "1,000 samples of 2.2 s of CPU time.",
        "11.0 % of the sampled time (110 samples) was in code that isn't recorded, such as the JDK",
        "Code that isn't recorded: 11.0 % of the sampled time (110 samples); its bytecodes aren't",
    ):  # fmt: skip
        assert part in text, part
    # What the figures mean is folded.
    how = "and shares of the recorded code's time are of the 890 samples in methods whose bytecodes"
    assert how not in text
    page.one(".overview .how summary").click()
    text = page.one("#view").text
    assert how in text
    assert "Rows are ordered" not in text, "the section has no such rows"
    assert "The tables of the hottest methods and loops have these shares" in text
    assert page.problems() == []


_ROWS = (
    "return [...document.querySelectorAll(`#hot-${arguments[0]} tbody tr`)].map((row) =>"
    " [row.querySelector('.name a').textContent, ...[...row.querySelectorAll('.number')].map("
    "(cell) => cell.firstChild.textContent)])"
)
_ORDERS = (
    "return [...document.querySelectorAll(`#hot-${arguments[0]} th[aria-sort]`)].map((head) =>"
    " [head.textContent, head.ariaSort])"
)


@pytest.mark.parametrize("kind", ["methods", "loops"])
@pytest.mark.parametrize("by", ["a click", "keys"])
def test_methods_and_loops_are_ordered_by_bytecodes_or_by_time(
    page: Page, tmp_path: Path, kind: str, by: str
) -> None:
    page.open(_page(tmp_path, timed=True))

    def order(key: str) -> None:
        button = page.one(f"#hot-{kind} [data-order={key}]")
        if by == "keys":
            page.run("arguments[0].focus()", button)
            page.press("ENTER")
        else:
            button.click()

    def shares(column: int) -> list[float]:
        return [float(row[column].split()[0].strip("<>")) for row in page.run(_ROWS, kind)]

    def descends(found: list[float]) -> bool:
        return found == sorted(found, reverse=True)

    assert page.run(_ORDERS, kind) == [
        ["Of recorded bytecodes", "descending"],
        ["Of recorded code's time", "none"],
    ]
    assert descends(shares(1))
    by_bytecodes = page.run(_ROWS, kind)
    order("time")
    assert page.run(_ORDERS, kind) == [
        ["Of recorded bytecodes", "none"],
        ["Of recorded code's time", "descending"],
    ]
    assert descends(shares(2))
    assert shares(2)[0] > 0
    if kind == "methods":
        assert page.run(_ROWS, kind)[0][0] == "Figure3.plain(int)" != by_bytecodes[0][0]
        assert page.run(_ROWS, kind)[0][2] == "78.7 %"
        assert page.texts("#hot-methods .interval")[0] == ("75.8 % to 81.2 %")
    # The order of the rows is kept when the reader comes back.
    ordered = page.run(_ROWS, kind)
    page.run("document.querySelector(`#hot-${arguments[0]} a`).click()", kind)
    page.wait("return document.querySelector('.method-head') !== null")
    page.driver.back()
    page.wait("return document.querySelector('.overview') !== null")
    assert page.run(_ROWS, kind) == ordered
    order("cost")
    assert page.run(_ROWS, kind) == by_bytecodes
    assert page.problems() == []


def test_in_a_narrow_window_no_row_runs_out_of_its_card(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, timed=True), width=390)
    assert page.run(
        "return document.documentElement.scrollWidth <= innerWidth && [...document"
        ".querySelectorAll('.overview section')].every((it) => it.scrollWidth <= it.clientWidth)"
    )
    # A row shows a share, the whole that the share refers to, the share's interval, and the share
    # of the sampled time, in this order.
    row = page.run("return document.querySelector('#hot-methods tbody tr').innerText")
    assert re.search(r"[\d.]+ %\s+[\d.]+ % to [\d.]+ %\s+[\d.]+ % of the sampled time", row)
    orders = page.run(
        "const cell = document.querySelectorAll('#hot-methods tbody .number')[1];"
        "return [getComputedStyle(cell, '::after').order,"
        " ...[...cell.querySelectorAll('.interval')].map((it) => getComputedStyle(it).order)]"
    )
    assert orders == ["1", "2", "2"]
    separator = page.run(
        "return getComputedStyle(document.querySelector('.interval'), '::before').content"
    )
    assert "\u00b7" in separator


@pytest.mark.parametrize("order", ["cost", "time"])
def test_the_bar_stands_beside_the_column_that_it_shows(
    page: Page, tmp_path: Path, order: str
) -> None:
    page.open(_page(tmp_path, timed=True), width=1280)
    page.one(f"#hot-methods [data-order={order}]").click()
    kinds = page.run(
        "return [...document.querySelector('#hot-methods tbody tr').cells]"
        ".map((it) => it.classList[0])"
    )
    expected = ["number", "track", "number"] if order == "cost" else ["number", "number", "track"]
    assert kinds == [*expected, "name"]
    # The head of the column by which the rows are ordered spans the figure and the bar.
    spans = page.run(
        "return [...document.querySelectorAll('#hot-methods thead th')].map((it) => it.colSpan)"
    )
    assert spans == ([2, 1, 1] if order == "cost" else [1, 2, 1])


def test_without_samples_in_counted_code_nothing_is_ordered_by_time(
    page: Page, tmp_path: Path
) -> None:
    profile = demo_profile(tmp_path)
    add_samples(profile, sampled("java/util/HashMap", "get", "(Ljava/lang/Object;)V", 0, 5))
    page.open(page_of(profile))
    page.one("#hot-methods [data-order=time]").click()
    assert page.run(_ROWS, "methods") == []
    assert page.one("#hot-methods + .none").text == "No method has a sample of time."
    page.one("#hot-methods [data-order=cost]").click()
    assert page.run(_ROWS, "methods")
    assert page.one("#hot-methods + .none").text == ""
    assert page.problems() == []


@pytest.mark.parametrize("few", [False, True])
def test_a_note_beside_the_tables_says_that_samples_are_few(
    page: Page, tmp_path: Path, few: bool
) -> None:
    profile = demo_profile(tmp_path)
    add_samples(profile, *(DEMO[:1] if not few else [sampled("demo/Figure3", "run", "(I)V", 0, 7)]))
    page.open(page_of(profile))
    said = (
        "There are only 7 samples of time: too few to order by. A run of more CPU time gives more, "
        "and so does a machine that is less busy."
    )
    for key, wanted in (("time", [said, said]), ("cost", [])):
        for kind in ("methods", "loops"):
            page.one(f"#hot-{kind} [data-order={key}]").click()
        # The note is about the order by time alone.
        assert [text for text in page.texts(".few") if text] == (wanted if few else [])
    assert page.problems() == []


def test_the_list_is_ordered_by_time_too(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, timed=True))
    page.run(
        "const order = document.querySelector('#order'); order.value = 'time';"
        "order.dispatchEvent(new Event('change'))"
    )
    assert page.texts("#list .list-row .name")[:2] == ["Figure3.plain(int)", "Figure3.run(int)"]
    assert page.texts("#list .list-row .share")[0] == "78.7 %"
    assert page.texts("#list .list-row .number")[0] == "700 samples"


def test_the_page_of_a_method_has_the_shares_of_time(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, timed=True), part_of("demo.Figure3.plain(int)"))
    head = page.one(".method-head").text
    assert (
        "78.7 % of the recorded code's time (75.8 % to 81.2 %), 70.0 % of the sampled time"
    ) in head
    assert "700 samples." in head
    assert (
        "Takes 78.7 % of the recorded code's time but 6.0 % of the recorded bytecodes: branches"
        in head
    )
    page.open(tmp_path / "demo.html", FIGURE)
    heads = page.texts("#loops thead th")
    times = page.texts(f"#loops tbody td:nth-child({heads.index(_OF_TIME) + 1})")
    assert len(times) == 1
    interval = r"[\d.]+ % to [\d.]+ %"
    assert re.fullmatch(rf"[\d.]+ %{interval}[\d.]+ % of the sampled time", times[0])
    assert page.problems() == []


def test_without_samples_the_page_has_no_section_about_time(page: Page, tmp_path: Path) -> None:
    page.open(_page(tmp_path, timed=False))
    assert "Time beside" not in page.one("#view").text
    assert page.texts("#hot-methods thead th.number") == ["Of recorded bytecodes"]
    assert not any("time" in text for text in page.texts("#order option"))
    assert page.problems() == []


@pytest.mark.parametrize("width", [1024, 1280, 1400])
def test_no_column_of_the_loops_is_cut_off(page: Page, tmp_path: Path, width: int) -> None:
    page.open(_page(tmp_path, timed=True), part_of("demo.Figure3.run(int)"), width=width)
    widths = page.run(
        "const one = document.querySelector('#loops .scrolls');"
        " return [one.clientWidth, one.scrollWidth]"
    )
    assert widths[0] == widths[1]


def test_the_page_names_the_loops_whose_time_differs(page: Page, tmp_path: Path) -> None:
    profile = demo_profile(tmp_path)
    add_samples(
        profile,
        sampled("demo/Figure3", "run", "(I)V", 9, 900),
        sampled("demo/Tangle", "spin", "(II)I", 6, 5),
    )  # fmt: skip
    page.open(page_of(profile), FIGURE)
    assert "The loop at line 9 takes " in page.one(".method-head").text


def _page_with_stacks(directory: Path) -> Path:
    profile = demo_profile(directory)
    add_samples(profile, *DEMO, below=(), partial=20, on_stack=DEMO_STACKS, calls=DEMO_CALLS)
    return page_of(profile)


def test_methods_are_ordered_by_inclusive_time(page: Page, tmp_path: Path) -> None:
    page.open(_page_with_stacks(tmp_path))
    assert [head for head, _ in page.run(_ORDERS, "methods")] == [
        "Of recorded bytecodes", "Of recorded code's time", "Of sampled time, inclusive",
    ]  # fmt: skip
    page.one("#hot-methods [data-order=inclusive]").click()
    assert page.run(_ORDERS, "methods")[2] == ["Of sampled time, inclusive", "descending"]
    rows = [(name, shares[2]) for name, *shares in page.run(_ROWS, "methods")]
    assert rows == [
        ("Figure3.run(int)", "\u2265 98.0 %"), ("Figure3.plain(int)", "\u2265 71.0 %"),
        ("Tangle.spin(int, int)", "\u2265 70.0 %"),
    ]  # fmt: skip
    # Loops have no inclusive time.
    assert [head for head, _ in page.run(_ORDERS, "loops")] == [
        "Of recorded bytecodes", "Of recorded code's time",
    ]  # fmt: skip
    page.one(".overview .how summary").click()
    text = page.one("#view").text
    assert "A method's inclusive share is that of the samples in which the method is" in text
    assert "20 samples have a stack that is known only in part" in text
    assert page.problems() == []


def test_the_section_has_a_table_of_inclusive_time(page: Page, tmp_path: Path) -> None:
    page.open(_page_with_stacks(tmp_path))
    assert "Most of the sampled time: \u2265 98.0 % in Figure3.run" in page.one("#view").text
    rows = page.run(
        "return [...document.querySelectorAll('[aria-label=\"Inclusive time\"] tbody tr')].map("
        "(row) => [...row.cells].map((cell) => cell.innerText.split('\\n')))"
    )
    assert rows == [
        [["demo.Figure3.run(int)"], ["\u2265 98.0 %", "96.9 % to 100.0 %"], ["19.0 %"]],
        [["demo.Figure3.plain(int)"], ["\u2265 71.0 %", "68.1 % to 75.7 %"], ["70.0 %"]],
        [["demo.Tangle.spin(int, int)"], ["\u2265 70.0 %", "67.1 % to 74.7 %"], ["0.0 %"]],
    ]
    assert page.problems() == []


@pytest.mark.parametrize("width", [390, 1024, 1280])
def test_with_inclusive_time_nothing_runs_out_of_its_card(
    page: Page, tmp_path: Path, width: int
) -> None:
    page.open(_page_with_stacks(tmp_path), width=width)
    assert page.run(
        "return document.documentElement.scrollWidth <= innerWidth && [...document"
        ".querySelectorAll('.overview section')].every((it) => it.scrollWidth <= it.clientWidth)"
    )


def test_a_method_has_its_inclusive_time(page: Page, tmp_path: Path) -> None:
    page.open(_page_with_stacks(tmp_path), part_of("demo.Figure3.plain(int)"))
    head = page.one(".method-head").text
    assert "\u2265 71.0 % of the sampled time with what it calls (68.1 % to 75.7 %)" in head
    assert page.problems() == []


def test_the_list_is_ordered_by_inclusive_time(page: Page, tmp_path: Path) -> None:
    page.open(_page_with_stacks(tmp_path))
    page.run(
        "const order = document.querySelector('#order'); order.value = 'inclusive';"
        "order.dispatchEvent(new Event('change'))"
    )
    assert page.texts("#list .list-row .name")[:3] == [
        "Figure3.run(int)", "Figure3.plain(int)", "Tangle.spin(int, int)",
    ]  # fmt: skip
    assert page.texts("#list .list-row .share")[:2] == ["\u2265 98.0 %", "\u2265 71.0 %"]
    assert page.texts("#list .list-row .number")[1] == "68.1 % to 75.7 %"
    # Loops have no inclusive time, so they are ordered by their own time.
    page.one("#show-loops").click()
    assert page.run("return document.querySelector('#order').value") == "time"
    assert "by inclusive time" not in page.texts("#order option")
    page.one("#show-methods").click()
    assert "by inclusive time" in page.texts("#order option")
    assert page.problems() == []
