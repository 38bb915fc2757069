"""Tests what the page shows about a method, and checks the counts by brute force."""

import re
from collections import Counter
from pathlib import Path

import pytest

from builders.forests import ngrams
from builders.looping import profile_of, random_program
from builders.methods import FIGURE_3_STREAM, figure_3
from builders.recordings import RecordingBuilder, demo_profile, demo_run
from builders.worlds.profiled import INLINE
from kpath_jvm import Profile
from kpath_jvm.analysis.loops import loop_rows
from kpath_jvm.analysis.names_of_paths import names_of_paths
from kpath_jvm.facts.iterations import iterations_document
from kpath_jvm.profile.writer import write_profile
from kpath_jvm.reports.completed_words import per_entry
from kpath_jvm.reports.iteration_words import iterations_text
from page.browser import Page
from page.files import FIGURE, page_of, part_of

#: Matches a tree item's label: the letters of the paths, the count, and the count's share of the
#: parent's count.
_LABEL = re.compile(r"([A-Z ]+), ([\d,]+) times?(?:, ([<>]?[\d.]+) % of its parent)?")


@pytest.fixture
def letters(demo_page: Path) -> dict[str, int]:
    profile = Profile.open(demo_page.with_suffix(".kpath")).merged()
    names = names_of_paths(profile, profile.find_method("Figure3.run"))
    return {name: path for path, name in names.items()}


def grams() -> Counter[tuple[int, ...]]:
    """Returns all sequences of Figure3.run with their counts, counted by brute force."""
    return ngrams([FIGURE_3_STREAM], 4)


def drawn(page: Page, letters: dict[str, int]) -> dict[tuple[int, ...], tuple[int, str | None]]:
    """Returns each drawn sequence's count, and the text with the share of the parent's count."""
    found = {}
    labels = page.run(
        "return [...document.querySelectorAll('#tree [role=treeitem]')].map((it) => it.ariaLabel)"
    )
    for label in labels:
        names, count, share = _LABEL.match(label).groups()
        gram = tuple(letters[name] for name in names.split())
        found[gram] = (int(count.replace(",", "")), share)
    return found


def open_all(page: Page, share: str) -> None:
    """Sets the share below which sequences aren't drawn, and opens each root."""
    page.run(
        "const least = document.getElementById('least'); least.value = arguments[0];"
        "least.dispatchEvent(new Event('change'))",
        share,
    )
    script = (
        "const it = document.querySelector('.box.more[aria-level=\"1\"]');"
        "if (it) it.click(); return it === null"
    )
    for _ in range(10):
        if page.run(script):
            return
    raise AssertionError("some roots aren't open after ten clicks")


def written(share: float) -> str:
    return f"{100 * share:.1f}"


@pytest.mark.parametrize("least", [0, 0.2, 0.5])
def test_the_tree_has_the_sequences_that_reach_the_share(
    page: Page, demo_page: Path, letters: dict[str, int], least: float
) -> None:
    page.open(demo_page, FIGURE, height=3000)
    open_all(page, str(least))
    counts = grams()
    # Expect all roots, and the sequences with at least the share ``least`` of their root's count.
    expected = {
        gram: (
            count,
            None if len(gram) == 1 else written(count / counts[gram[:-1]]),
        )
        for gram, count in counts.items()
        if len(gram) == 1 or count >= least * counts[gram[:1]]
    }
    got = drawn(page, letters)
    assert got == expected
    shares = page.run(
        "return Object.fromEntries([...document.querySelectorAll('.edge-share')]"
        ".map((it) => [it.dataset.of, it.textContent]))"
    )
    labelled = page.run(
        "return Object.fromEntries([...document.querySelectorAll('#tree [role=treeitem]')]"
        ".map((it) => [it.dataset.node, it.ariaLabel]))"
    )
    assert shares
    for node, share in shares.items():
        assert f"{share} of its parent" in labelled[node]


def test_rarer_sequences_are_summed_up_and_a_click_shows_them(
    page: Page, demo_page: Path, letters: dict[str, int]
) -> None:
    page.open(demo_page, FIGURE, height=3000)
    open_all(page, "0.5")
    counts = grams()
    stubs = page.run(
        "return [...document.querySelectorAll('.rarer')].map((it) => [it.textContent,"
        " document.querySelector(`[data-node='${it.dataset.below}']`).ariaLabel])"
    )
    assert stubs
    for text, label in stubs:
        gram = tuple(letters[name] for name in _LABEL.match(label)[1].split())
        left = [
            count
            for other, count in counts.items()
            if other[:-1] == gram and count < 0.5 * counts[gram[:1]]
        ]
        assert text == f"+{len(left)} {written(sum(left) / counts[gram])} %"
    before = len(drawn(page, letters))
    page.run("document.querySelector('.rarer').click()")
    assert len(drawn(page, letters)) > before


def test_counts_of_children_add_up_to_the_parents_count(page: Page, tmp_path: Path) -> None:
    """A parent's count is the sum of the children's counts and the count of "no next path"."""
    streams = [(6, 0), (6, 0, 3), (6, 0, 2, 0), (6, 2), (6, 2, 3)]
    builder = RecordingBuilder(k=4)
    spec = builder.add(figure_3())
    for stream in streams:
        builder.stream(spec, stream)
    builder.auxiliary(spec, entries=len(streams))
    path = tmp_path / "ends.kpath"
    write_profile(path, builder.build(tmp_path), demo_run())
    profile = Profile.open(path)
    called = names_of_paths(profile, profile.find_method("Figure3.run"))
    letters = {name: number for number, name in called.items()}
    page.open(page_of(path), FIGURE, height=3000)
    open_all(page, "0")
    rows = page.run(
        "return [...document.querySelectorAll('.tree-rest')].map((it) => [it.textContent,"
        " document.querySelector(`[data-node='${it.dataset.after}']`).ariaLabel])"
    )
    told = {}
    for text, label in rows:
        gram = tuple(letters[name] for name in _LABEL.match(label)[1].split())
        told[gram] = text
        assert f"; no next path in {text.removesuffix(' no next path')}" in label
    expected = {}
    counts = ngrams(streams, 4)
    for gram, count in counts.items():
        followed = [number for other, number in counts.items() if other[:-1] == gram]
        if followed and sum(followed) < count:
            expected[gram] = f"{written((count - sum(followed)) / count)} % no next path"
    assert len(expected) > 2
    assert told == expected


def test_the_tree_is_walked_with_arrow_keys(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE, height=3000)
    open_all(page, "0")
    page.run("document.getElementById('tree-nodes').focus()")

    def active() -> tuple[str, str | None]:
        name = page.one("#tree-nodes").get_attribute("aria-activedescendant")
        item = page.one(f"#{name}")
        label = _LABEL.match(item.get_attribute("aria-label"))
        return label[1], item.get_attribute("aria-expanded")

    page.press("HOME")
    (first, is_open) = active()
    assert (first, is_open) == ("A", "true")
    page.press("ARROW_RIGHT")
    child, _ = active()
    assert child.startswith("A ")
    for expected in ((child, "false"), ("A", "true"), ("A", "false")):
        page.press("ARROW_LEFT")
        assert active() == expected
    page.press("ARROW_RIGHT")
    assert active() == ("A", "true")
    page.press("END")
    last, _ = active()
    assert len(last.split()) > 1
    page.press("HOME", "ENTER")
    assert page.texts(".path[aria-selected=true] .letter") == ["A"]
    assert page.problems() == []


def test_the_selected_path_is_lit_in_graph_and_source(
    page: Page, demo_page: Path, letters: dict[str, int]
) -> None:
    profile = Profile.open(demo_page.with_suffix(".kpath"))
    method = profile.find_method("Figure3.run")
    page.open(demo_page, FIGURE)
    assert page.texts("#flow .lit") == []
    for rank, (name, number) in enumerate(letters.items()):
        page.run("document.getElementById(`path-${arguments[0]}`).click()", rank)
        path = profile.decode(method, number)
        lit = page.run(
            "return [...document.querySelectorAll('#flow .node.block.lit')]"
            ".map((it) => Number(it.dataset.block))"
        )
        assert sorted(lit) == sorted(path.blocks), name
        titles = page.run(
            "return [...document.querySelectorAll('#flow .edge.lit title')].map((it) =>"
            " it.textContent.split(':')[0])"
        )
        steps = {f"B{a} to B{b}" for a, b in zip(path.blocks, path.blocks[1:], strict=False)}
        assert steps <= set(titles)
        # The path's ends are also lit: the entry, an exit, or the only back edge.
        ends = {f"entry-{path.blocks[0]} to B{path.blocks[0]}"} if path.start == "entry" else set()
        ends |= {"B4 to B1"} if path.end == "loop" else {"B5 to exit-5"}
        assert set(titles) - steps == ends
        lines = page.texts("#source tr.lit .line")
        assert sorted(map(int, lines)) == sorted(set(path.lines))
        assert f"path={number}" in page.run("return location.hash")
    page.open(demo_page, f"{FIGURE}&path={letters['B']}")
    assert page.texts(".path[aria-selected=true] .letter") == ["B"]
    page.run("document.querySelector('.paths').focus()")
    page.press("ESCAPE")
    assert page.texts(".lit") == []
    assert page.problems() == []


def test_blocks_edges_and_branches_have_the_counts_of_the_stream(
    page: Page, demo_page: Path
) -> None:
    profile = Profile.open(demo_page.with_suffix(".kpath"))
    method = profile.find_method("Figure3.run")
    blocks: Counter[int] = Counter()
    edges: Counter[tuple[int, int]] = Counter()
    for number in FIGURE_3_STREAM:
        path = profile.decode(method, number)
        blocks.update(path.blocks)
        edges.update(zip(path.blocks, path.blocks[1:], strict=False))
        if path.end == "loop":
            edges[4, 1] += 1
    page.open(demo_page, FIGURE)
    titles = dict(
        re.match(r"(B\d+) .*: ([\d,]+) times", title).groups()
        for title in page.texts("#flow .node.block title")
    )
    assert titles == {f"B{block}": str(count) for block, count in blocks.items()}
    found = dict(
        re.match(r"(B\d+ to B\d+): ([\d,]+) times", title).groups()
        for title in page.texts("#flow .edge title")
        if re.match(r"B\d+ to B\d", title)
    )
    assert found == {f"B{a} to B{b}": str(count) for (a, b), count in edges.items()}
    outcomes = page.texts("#source .branch[data-block='1'] .outcome")
    yes, no = edges[1, 2], edges[1, 3]
    assert outcomes == [
        f"yes {written(yes / (yes + no))} % {yes}",
        f"no {written(no / (yes + no))} % {no}",
    ]
    assert page.texts("#source .branch[data-block='1'] .question") == ["i % 2 == 0"]


def test_a_hundred_thousand_sequences_take_few_elements(page: Page, large_page: Path) -> None:
    from builders.pages import LARGE_DEPTH, LARGE_NODES

    page.open(large_page, FIGURE)
    assert f"{LARGE_NODES:,} sequences of up to {LARGE_DEPTH} paths" in page.one("#tree").text
    elements = "return document.querySelectorAll('*').length"
    page.run(
        "const least = document.getElementById('least'); least.value = '0';"
        "least.dispatchEvent(new Event('change'))"
    )
    rows = 2 ** (LARGE_DEPTH - 1)
    assert page.run("return document.querySelector('.tree-layer').clientHeight") > 2 * 30 * rows
    assert page.run(elements) < 4000
    assert 0 < len(page.texts("#tree [role=treeitem]")) < 1000
    page.run("document.getElementById('tree-nodes').focus()")
    # Go to the very last row, and up again from there.
    page.press("END")
    last = page.one("#tree-nodes").get_attribute("aria-activedescendant")
    assert last == f"node-{LARGE_NODES - 1}"
    assert page.one(f"#{last}").get_attribute("aria-level") == str(LARGE_DEPTH)
    page.press("ARROW_UP", "PAGE_UP")
    assert page.run(elements) < 4000
    assert page.problems() == []


def test_decisions_that_the_path_above_lacks_are_marked(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE)
    rows = page.run(
        "return [...document.querySelectorAll('.path')].map((row) => ['', '.own'].map((mark) =>"
        " [...row.querySelectorAll(`.decision${mark}`)].map((it) => it.textContent)))"
    )
    assert len(rows) == 4
    for place, (texts, own) in enumerate(rows):
        others, _ = rows[place - 1 if place else 1]
        assert own == [text for text in texts if text not in others]
    assert any(own and own != texts for texts, own in rows)


def test_counts_of_loops_are_marked_if_they_can_be_too_low(page: Page, demo_page: Path) -> None:
    profile = Profile.open(demo_page.with_suffix(".kpath")).merged()
    for name, link in (("Figure3.run", "demo.Figure3.run(int)"), ("retry", None)):
        method = profile.find_method(name)
        (row,) = loop_rows(profile, method)
        title = link or "demo.Shaky$Inner.retry(String)"
        page.open(demo_page, part_of(title))
        marks = page.run(
            "return [...document.querySelectorAll('#loops .at-least')].map((it) => it.title)"
        )
        more = [row.missing_entries, row.missing]
        assert marks == [f"{one:,} more at most" for one in more if one]


def test_iterations_per_entry_are_drawn_and_written(page: Page, tmp_path: Path) -> None:
    """Most entries make one iteration. Some make more than the profile's sequences can show."""
    builder = RecordingBuilder(k=4)
    spec = builder.add(figure_3(counters=("entries", "escapes")))
    builder.stream(spec, [7], times=60)
    builder.stream(spec, [6, 3], times=20)
    builder.stream(spec, [6, *[0] * 50, 3], times=15)
    builder.stream(spec, [6, 0], times=5)
    builder.auxiliary(spec, entries=100, escapes=5)
    profile = tmp_path / "skewed.kpath"
    write_profile(profile, builder.build(tmp_path), demo_run())
    page.open(page_of(profile), FIGURE)
    bars = page.run(
        "return [...document.querySelectorAll('#loops .per-entry > span')].map((it) =>"
        " [it.textContent, it.querySelector('i').className, it.querySelector('i').style.height])"
    )
    assert bars == [
        ["1", "known", "100%"], ["2", "known", "33%"],
        ["? \N{GREATER-THAN OR EQUAL TO} 4", "longer", "25%"],
        ["? \N{GREATER-THAN OR EQUAL TO} 2", "unfinished", "8%"],
    ]  # fmt: skip
    label = page.one("#loops .per-entry").get_attribute("aria-label")
    (row,) = loop_rows(Profile.open(profile), 0)
    per = per_entry({"entries": row.entries, "entries_most": row.entries_most})
    assert label == iterations_text(iterations_document(row.per_entry), per)
    assert page.problems() == []


def show_loops(page: Page, change: str) -> None:
    """Runs the statements ``change`` for each ``loop``, and shows the loops' table."""
    page.run(
        "const done = document.querySelector('#view');"
        "return kpath.read('document').then(async (document) => {"
        " const [method] = kpath.methodsOf(document.methods).filter((one) => one.page >= 0);"
        " const details = structuredClone(await kpath.read(`method-${method.page}`));"
        f" for (const loop of details.loops) {{ {change} }}"
        " const page = { document: { time: null } };"
        " done.replaceChildren(...kpath.loopsTable("
        "  { page, method, details, loop: null, watch: (it) => it() }).filter(Boolean));"
        "});"
    )


def test_the_uncertainties_of_the_way_and_of_the_exit_are_drawn_apart(
    page: Page, demo_page: Path
) -> None:
    page.open(demo_page, FIGURE)
    labels = "return [...document.querySelectorAll('.bits')].map((it) => it.title)"
    way = "Uncertainty of the way, if the loop goes on: 0 known: 0.00 bits, 1 known: 0.00 bits"
    ways = "loop.next_iteration.ways = [{ bits: 0 }, { bits: 0 }];"
    show_loops(page, f"{ways} loop.next_iteration.exit_bits = [0.8, 0.5, 0.25];")
    left = "Uncertainty of whether the loop is left: 0 known: 0.80 bits, 1 known: 0.50 bits, "
    assert set(page.run(labels)) == {way, f"{left}2 known: 0.25 bits"}
    heights = "return [...document.querySelectorAll('.bits i')].map((it) => it.style.height)"
    assert page.run(heights)[:5] == ["4%", "4%", "80%", "50%", "25%"]
    # If it's certain or unknown whether the loop is left, nothing is drawn for the exit.
    for exits in ("[0, 0]", "[]"):
        show_loops(page, f"{ways} loop.next_iteration.exit_bits = {exits};")
        assert set(page.run(labels)) == {way}
    assert page.problems() == []


def test_a_loop_without_bits_has_the_text_of_its_next_path(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE)
    show_loops(
        page,
        "loop.next_iteration.ways = []; loop.next_path = 'left after each of 7 back edges';",
    )
    words = page.texts(".next-path")
    assert words
    assert set(words) == {"left after each of 7 back edges"}
    assert page.texts(".bits") == []
    # Nothing is said about bits if there are none.
    assert "Bits say" not in page.one("#view").text


@pytest.mark.parametrize("width", [1280, 390])
def test_no_text_between_boxes_of_the_tree_lies_on_a_box(
    page: Page, large_page: Path, width: int
) -> None:
    page.open(large_page, width=width)
    page.open(large_page, page.run("return document.querySelector('#view a').hash"), width=width)
    # With this limit, tens of rarer paths are left out.
    page.run(
        "const least = document.querySelector('#least'); least.value = '0.2';"
        "least.dispatchEvent(new Event('change'))"
    )
    cut, texts = page.run(
        "const boxes = [...document.querySelectorAll('#tree .box')].map((it) =>"
        " it.getBoundingClientRect());"
        "const texts = [...document.querySelectorAll('#tree .rarer, #tree .edge-share')];"
        "return [texts.filter((it) => { const own = it.getBoundingClientRect();"
        " return boxes.some((box) => own.left < box.right && box.left < own.right"
        "  && own.top < box.bottom && box.top < own.bottom); }).map((it) => it.textContent),"
        " texts.length]"
    )
    assert texts > 0
    assert cut == []


def test_a_note_says_that_a_graph_is_wider_than_its_place(page: Page, demo_page: Path) -> None:
    for width, is_wide in ((1280, False), (240, True)):
        page.open(demo_page, FIGURE, width=width)
        hint = page.one("#graph .sideways")
        assert hint.is_displayed() == is_wide, width
        assert (
            page.run("return document.querySelector('#flow').matches('.more-left, .more-right')")
            == is_wide
        )
    assert "press Whole" in hint.text


_ON_OTHERS = """
const boxed = (selector) => [...document.querySelectorAll(selector)].map((it) =>
  ({ text: it.textContent, box: it.getBoundingClientRect() }));
const overlap = (a, b) => a.left < b.right - 1 && b.left < a.right - 1
  && a.top < b.bottom - 1 && b.top < a.bottom - 1;
const labels = boxed('#flow g.label rect'), texts = boxed('#flow g.label text');
const nodes = boxed('#flow g.node .ground');
const found = [];
labels.forEach(({ box }, at) => {
  const { text, box: letters } = texts[at];
  if (labels.slice(at + 1).some((other) => overlap(box, other.box))) found.push(`${text} on text`);
  if (nodes.some((other) => overlap(box, other.box))) found.push(`${text} on a box`);
  if (letters.left < box.left - 1 || letters.right > box.right + 1) found.push(`${text} is wider`);
});
document.querySelectorAll('#flow g.node').forEach((node) => {
  const ground = node.querySelector('.ground').getBoundingClientRect();
  node.querySelectorAll('text:not(.iterations)').forEach((it) => {
    const own = it.getBoundingClientRect();
    if (own.left < ground.left - 1 || own.right > ground.right + 1) found.push(it.textContent);
  });
});
return [labels.length, found];
"""


#: Draws the graph again. Every answer is a constant with a long name.
_LONG_ANSWERS = """
return kpath.read('document').then(async (document) => {
  const [method] = kpath.methodsOf(document.methods).filter((one) => one.page >= 0);
  const details = structuredClone(await kpath.read(`method-${method.page}`));
  for (const branch of details.branches) {
    for (const one of branch.outcomes) one.answer = 'SOME_CONSTANT_WITH_A_LONG_NAME';
  }
  let draw;
  const shown = { page: { document }, method, details, path: null, decoded: () => null,
    watch: (it) => { draw = it; } };
  window.document.querySelector('#view').replaceChildren(...kpath.flowGraph(shown));
  draw(null);
});
"""


@pytest.mark.parametrize("seed", range(6))
def test_no_text_of_the_graph_lies_on_another_or_leaves_its_box(
    page: Page, tmp_path: Path, seed: int
) -> None:
    with profile_of(random_program(seed, 0.01), 2) as profile:
        file = page_of(profile.path, file=tmp_path / "page.html")
    page.open(file, "#method=demo.Random.loops()", width=1280)
    for change in ("", _LONG_ANSWERS):
        page.run(change)
        labels, found = page.run(_ON_OTHERS)
        assert labels > 0
        assert found == []
    assert page.problems() == []


def test_code_has_most_of_the_width_of_the_source(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE, width=1280)
    code, whole = (
        page.run(
            "return document.querySelector(arguments[0]).getBoundingClientRect().width", selector
        )
        for selector in ("#source .code.text", "#source .source")
    )
    assert code > 0.8 * whole


def test_the_loop_test_is_shown(page: Page, demo_page: Path) -> None:
    """The demo's method has no loop test, so one is added to the method's data."""
    page.open(demo_page, FIGURE)
    assert page.texts("#loops td .test") == ["no loop test"]
    assert page.texts("#source .test") == []
    assert "decides whether an iteration begins" in page.one("#loops").text
    page.run(
        "return kpath.read('document').then(async (document) => {"
        " const [method] = kpath.methodsOf(document.methods).filter((one) => one.page >= 0);"
        " const details = structuredClone(await kpath.read(`method-${method.page}`));"
        " details.loops[0].test = { blocks: [1], conditions: ['a', 'b'], lines: '9-10' };"
        " const shown = { page: { document }, method, details, loop: null, watch: () => {} };"
        " window.document.querySelector('#view').replaceChildren("
        "  ...[...kpath.loopsTable(shown), ...kpath.sourceTable(shown)].filter(Boolean));"
        "});"
    )
    assert page.texts("#view .loop-line .test") == ["loop test: a, b (lines 9-10)"]
    assert page.texts("#view .branch .test") == [" (loop test)"]


def test_the_graph_is_moved_and_zoomed_by_keys(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE, width=400)

    def shown() -> tuple[float, float, float]:
        text = page.run("return document.querySelector('#flow svg > g').getAttribute('transform')")
        x, y, scale = re.fullmatch(r"translate\((.*),(.*)\) scale\((.*)\)", text).groups()
        return float(x), float(y), float(scale)

    page.run("document.querySelector('#flow').focus()")
    assert page.run("return document.activeElement.id") == "flow"
    x, y, scale = shown()
    page.press("ARROW_RIGHT", "ARROW_DOWN", "ARROW_DOWN")
    assert shown() == pytest.approx((x - 60, y - 120, scale))
    page.press("ARROW_LEFT", "ARROW_UP", "ARROW_UP")
    assert shown() == pytest.approx((x, y, scale))
    page.press("+")
    assert shown()[2] == pytest.approx(1.3 * scale)
    page.press("-")
    assert shown()[2] == pytest.approx(scale)
    assert page.problems() == []


def test_a_method_is_addressed_by_title_or_by_descriptor(page: Page, demo_page: Path) -> None:
    for name in ("demo.Figure3.run(int)", "demo.Figure3.run(I)V"):
        for part in (part_of(name), f"#method={name}"):
            page.open(demo_page, part)
            assert page.one(".method-head h1").text == "Figure3.run(int)"
    page.open(demo_page, "#method=demo.Figure3.run(J)V")
    assert "This page has no method demo.Figure3.run(J)V" in page.one("#view").text


def test_hot_paths_are_in_descending_order_of_their_shares(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE)
    assert page.texts("#paths-help")[0].startswith("Ordered by how often they were completed")
    shares = [float(text.split()[0].strip("<>")) for text in page.texts("#paths .share")]
    assert len(shares) > 2
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) == pytest.approx(100, abs=0.5)


def test_line_numbers_stay_on_one_line(page: Page, tmp_path: Path) -> None:
    page.open(page_of(demo_profile(tmp_path)), FIGURE, width=390)
    heights = page.run(
        "const cell = document.querySelector('.source .line'); const found = [];"
        "for (const text of ['9', '1695', '12345']) {"
        " cell.textContent = text; const range = document.createRange();"
        " range.selectNodeContents(cell); found.push(range.getClientRects().length); }"
        "const right = cell.nextSibling.getBoundingClientRect().left;"
        "const range = document.createRange(); range.selectNodeContents(cell);"
        "return [...found, range.getBoundingClientRect().right <= right]"
    )
    assert heights == [1, 1, 1, True]


def test_numbers_of_loops_stay_on_one_line(page: Page, tmp_path: Path) -> None:
    page.open(page_of(demo_profile(tmp_path)), FIGURE, width=1280)
    lines = page.run(
        "const cell = document.querySelector('#loops .loop-number'); cell.textContent = '⤷⤷12345';"
        "cell.closest('td').style.width = '1px';"
        "const range = document.createRange(); range.selectNodeContents(cell);"
        "return range.getClientRects().length"
    )
    assert lines == 1


def test_counts_of_completed_paths_alone_are_marked(page: Page, tmp_path: Path) -> None:
    builder = RecordingBuilder(k=4)
    builder.stream(builder.add(figure_3()), [6, 2, 2, 0, 3])
    path = tmp_path / "inline.kpath"
    write_profile(path, builder.build(tmp_path), demo_run(inline=INLINE))
    page.open(page_of(path), FIGURE)
    text = page.one("#loops").text
    assert "Entries and iterations are of completed paths alone" in text
    assert "\N{GREATER-THAN OR EQUAL TO} 1" not in text
    assert page.problems() == []


@pytest.mark.parametrize(
    ("unfinished", "struck", "where"), [(0, 1, ""), (2, 0, " on completed paths")]
)
def test_only_what_surely_never_ran_is_struck_out(
    page: Page, tmp_path: Path, unfinished: int, struck: int, where: str
) -> None:
    builder = RecordingBuilder()
    figure = builder.add(figure_3())
    builder.stream(figure, [6, 2, 2, 3])
    builder.auxiliary(figure, entries=1 + unfinished)
    write_profile(tmp_path / "it.kpath", builder.build(tmp_path), demo_run())
    page.open(page_of(tmp_path / "it.kpath"), FIGURE)
    assert len(page.texts("#source tr.never")) == struck
    text = page.one("#source").text
    assert f"the other way never taken{where}\n" in text
    assert ("A count of 0 means: never on completed paths." in text) == bool(unfinished)
    assert f"1 never ran{where};" in page.one("#graph").text


def test_a_table_without_room_for_its_columns_is_stacked(page: Page, demo_page: Path) -> None:
    def is_stacked() -> bool:
        return bool(page.texts("#loops table.stacked"))

    page.open(demo_page, FIGURE, width=1700)
    assert not is_stacked()
    page.run("document.querySelector('#loops td.number').textContent = '9'.repeat(300)")
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": 1690, "height": 1000, "deviceScaleFactor": 1, "mobile": False},
    )
    page.wait("return document.querySelector('#loops table.stacked') !== null")
    page.open(demo_page, FIGURE, width=1280)
    assert is_stacked()


def test_the_page_says_that_rules_need_sources_too(page: Page, tmp_path: Path) -> None:
    """The source asks i < n, and the class file asks i >= n."""
    path, said = demo_profile(tmp_path), "only with --sources, because the class file may ask"
    page.open(page_of(path), FIGURE)
    assert said not in page.one("#source").text
    file = tmp_path / "src" / "demo" / "Figure3.java"
    file.parent.mkdir(parents=True)
    source = ["class Figure3 {", "  void run(int n) {", *["use(n);"] * 6]
    source += ["do use(i % 2 == 0 ? 1 : 2); while (i < n);", *["use(n);"] * 8, "}", "", ""]
    source += ["int plain(boolean it) {", "if (it)", "return 1;", "else", "return 2;", "} }"]
    file.write_text("\n".join(source))
    page.open(page_of(path, "--sources", str(tmp_path / "src")), FIGURE)
    assert "i < n" in page.texts("#source .branch .question")
    assert said in page.one("#source").text
    assert page.problems() == []


def test_a_box_shows_a_line_that_is_more_than_a_brace(page: Page, tmp_path: Path) -> None:
    """Block 2 has lines 10 and 11, and line 11 is a brace."""
    file = tmp_path / "src" / "demo" / "Figure3.java"
    file.parent.mkdir(parents=True)
    lines = [f"int line{number};" for number in range(1, 26)]
    lines[10] = "}"
    file.write_text("\n".join(lines))
    page.open(page_of(demo_profile(tmp_path), "--sources", str(tmp_path / "src")), FIGURE)
    box = page.one('#flow g.node[data-block="2"]')
    assert "int line10;" in box.text
    assert page.texts('#flow g.node[data-block="2"] title')[0].endswith("int line10;\n}")


def test_a_graph_has_a_shadow_where_it_goes_on(page: Page, demo_page: Path) -> None:
    page.open(demo_page, FIGURE, width=400)
    page.run("document.querySelector('#flow').focus()")
    page.press("+", "+", "+", "+", "ARROW_RIGHT")
    assert page.run("return document.querySelector('#flow').className").split() == [
        "graph", "more-left", "more-right",
    ]  # fmt: skip
    page.press(*["ARROW_LEFT"] * 20)
    assert "more-left" not in page.run("return document.querySelector('#flow').className")
