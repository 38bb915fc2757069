"""Lists the branches that always went one way, for ``branches --always``."""

from collections.abc import Iterator, Sequence
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.analysis.selection import Selected, select
from kpath_jvm.analysis.settled.found import all_one_way
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.analysis.uncompleted import held_back
from kpath_jvm.facts.settled import always_facts
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports import always_words as words
from kpath_jvm.reports.branch_words import placed
from kpath_jvm.reports.branches_summary import DOCUMENT
from kpath_jvm.reports.cells import wrapped
from kpath_jvm.reports.headings import heading, with_completeness
from kpath_jvm.reports.reading import ReadOptions, about
from kpath_jvm.reports.unnamed import unnamed_variables
from kpath_jvm.source.annotation import SourceTexts


def summarise_always(
    profile: Profile, options: ReadOptions, *, whole: bool, sources: SourceTexts | None = None
) -> dict[str, Any]:
    """Returns the document of ``branches --always``, as plain values.

    If ``whole``, the list has all branches that always went one way, and otherwise only the first
    ``options.top`` of them.
    """
    selected = select(profile.merged() if options.merge else profile, options.selection)
    rows = always_rows(selected, sources, None if whole else options.top)
    shown = rows if whole else rows[: options.top]
    content = {
        **about(profile, profile.k, selected),
        "methods": [],
        "methods_left_out": 0,
        "decided": None,
        "always": shown,
        "always_left_out": len(rows) - len(shown),
        "edges_only": known(selected.whole).edges_only,
        "unnamed_variables": unnamed_variables(selected.whole, shown),
    }
    return DOCUMENT.of(content)


def always_rows(
    selected: Selected, sources: SourceTexts | None = None, most_shown: int | None = None
) -> list[dict[str, Any]]:
    """Returns the selected branches that always went one way, the costliest tests first.

    Parts of other branches, for example of a switch over strings, are left out (``always_facts``).
    Only the first ``most_shown`` rows are shown (None for all), so the sources' notes are about the
    code of these rows.
    """
    whole, costs = selected.whole, Costs(selected.whole)
    is_exact = whole.completeness.is_exact
    told: dict[int, ToldMethod] = {}
    found: list[dict[str, Any]] = []
    for method, one in all_one_way(selected, costs):
        code = whole.code(method)
        if len(found) == most_shown and sources is not None:
            sources, most_shown = sources.apart(), None
        if method not in told:
            told[method] = ToldMethod(code, whole.method_rows.row(method), sources)
        facts = always_facts(one, code, told[method], costs, held_back(whole, method))
        if facts is not None:
            text = words.sentence(facts, is_exact=is_exact)
            found.append({**whole.method_rows.identity(method), **facts, "text": text})
    return found


def renderables(summary: dict[str, Any]) -> Iterator[RenderableType]:
    """Yields rich's renderables of a document of ``branches --always``: heading, rows, notes."""
    yield with_completeness(heading(words.HEADING, " in ", summary), summary)
    yield Text("")
    yield from _rows(summary["always"], is_exact=summary["completeness"]["exact"])
    yield Text("")
    for note in words.notes(summary):
        yield Text(note, style="dim")


def _rows(rows: Sequence[dict[str, Any]], *, is_exact: bool) -> Iterator[RenderableType]:
    for one in rows:
        title = Text(one["title"], style="cyan")
        title.append(f"  {placed(one)}", style="bold default")
        yield wrapped(title)
        yield Padding(wrapped(Text(words.claim(one, is_exact=is_exact))), (0, 0, 0, 2))
        cost = words.cost(one, is_exact=is_exact)
        yield Padding(wrapped(Text(cost, style="dim")), (0, 0, 0, 2))
