"""Tests the page of a difference: its escaped names, its verdict and its bars."""

import io
import re
from html import escape
from pathlib import Path
from typing import Any

from builders.versions import LEFT, RIGHT, Version, versions_profile
from kpath_jvm.analysis.gates.conditions import judge, parsed
from kpath_jvm.reports.diff.gates import of_conditions
from kpath_jvm.reports.diff.page import page
from kpath_jvm.reports.diff.summary import DiffOptions, compare, summarise_diff
from kpath_jvm.reports.diff.text import renderables
from kpath_jvm.reports.gates import failed
from kpath_jvm.reports.markdown.diff import diff_markdown
from kpath_jvm.reports.output import write

_EVIL = "<img src=x onerror=alert(1)>"


def test_names_are_escaped(tmp_path: Path) -> None:
    runs = [
        Version(name=_EVIL, operands={2: f"{_EVIL}&"}).walked(LEFT, LEFT, RIGHT),
        Version(name=_EVIL, operands={2: "'\"\x01"}, digest="x").walked(LEFT, RIGHT, RIGHT),
    ]
    paths = [
        versions_profile(tmp_path, name, run).path for name, run in zip("ab", runs, strict=True)
    ]
    options = DiffOptions()
    document = summarise_diff(compare(paths[:1], paths[1:], options), options)
    text = "".join(page(document))
    assert "<img" not in text
    assert "&lt;img" in text
    assert "\x01" not in text
    assert "\x02" not in text
    assert text.count("<code>") == text.count("</code>") > 0
    assert "default-src 'none'" in text
    assert text.endswith("</html>\n")


def compared(base: Path, new: Path, *conditions: str) -> dict[str, Any]:
    """Returns the document of a difference with gates, as ``diff --fail-if`` makes it."""
    options = DiffOptions()
    found = compare([base], [new], options)
    gates = of_conditions(judge(found.difference, [parsed(text) for text in conditions]))
    return summarise_diff(found, options) | {"gates": gates, "failed": failed(gates)}


def test_the_verdict_is_in_all_formats(tmp_path: Path) -> None:
    paths = [
        versions_profile(tmp_path, name, Version().walked(*[LEFT] * rounds, RIGHT)).path
        for name, rounds in (("a", 1), ("b", 9))
    ]
    document = compared(
        *paths, "bytecodes(Work.run) < -99%", "entries(Nix.run) > 1%", "total > +10%"
    )
    verdict = "3 gates, 1 failed ('total > +10%'), 1 can't be judged ('entries(Nix.run) > 1%')"
    shown = f'<h1>Difference</h1>\n<p class="verdict broken">{escape(verdict)}</p>'
    assert shown in "".join(page(document))
    # Failed gates come first, then gates that can't be judged.
    statuses = re.findall('<tr class="(passed|failed|error)">', "".join(page(document)))
    assert statuses == ["failed", "error", "passed"]
    table = [line.split("|")[1].strip() for line in diff_markdown(document) if line[:2] == "| "]
    assert table[:5] == ["result", "---", "**failed**", "**error**", "passed"]
    # The page may break a line within a name, but not within a word.
    assert "<td>bytecodes(<wbr>Work.<wbr>run) &lt; -99%</td>" in "".join(page(document))
    heading = next(diff_markdown(document)).replace("\\", "")
    assert heading == f"## Difference of two profiles: {verdict}"
    stream = io.StringIO()
    write(stream, 200, *renderables(document))
    assert stream.getvalue().splitlines()[-1] == verdict
    kept = "".join(page(compared(*paths, "total < -10%")))
    assert '<p class="verdict kept">1 gate, none failed</p>' in kept
    without = compared(*paths)
    assert next(diff_markdown(without)) == "## Difference of two profiles"
    assert '<p class="verdict' not in "".join(page(without))


def test_bars_show_rises_and_falls(tmp_path: Path) -> None:
    paths = [
        versions_profile(tmp_path, name, Version().walked(*[LEFT] * rounds, RIGHT)).path
        for name, rounds in (("a", 1), ("b", 9))
    ]
    for base, new, kind, start in ((*paths, "more", "50.0"), (*reversed(paths), "less", "0.0")):
        style = f"margin-left:{start}%;width:50.0%"
        bar = f'<span class="bar signed"><span class="{kind}" style="{style}">'
        assert bar in "".join(page(compared(base, new)))
