"""Makes sentences about branches that always went one way, from their facts (facts/settled.py)."""

from collections.abc import Iterator, Mapping
from typing import Any

from kpath_jvm.facts.settled import ONE_WAY
from kpath_jvm.reports import settled_words
from kpath_jvm.reports.branch_words import Quote, quoted_answer
from kpath_jvm.reports.completed_words import as_far_as_completed, of_which, range_text
from kpath_jvm.reports.output import amount, counted
from kpath_jvm.reports.unnamed import about_unnamed

HEADING = "Branches that always went one way"
#: A note on the whole list.
ABOUT = (
    "the list has every branch and switch whose known executions all went one way, even if rarely "
    "executed; branches that told nothing new by stricter rules are under "
    f'"{settled_words.NAME.lower()}" of `branches` without --always'
)
NOTHING = "no executed branch or switch always went one way"


def claim(one: Mapping[str, Any], quote: Quote = str, *, is_exact: bool) -> str:
    """Says how a branch went, how often, and how often it may have gone another way."""
    answer = quoted_answer(one["answer"], quote)
    if one["may_differ"]:
        text = (
            f"{answer} in all {counted(one['count'], 'execution')} whose outcome is known; up to "
            f"{amount(one['may_differ'])} more may have gone another way"
        )
    elif one["most"] == 1:
        text = f"{answer} in its only execution"
    else:
        text = f"{answer} in all {range_text(one['count'], one['most'])} executions"
    text += _as_far_as(one, is_exact=is_exact)
    if one["ends_loop"]:
        text += "; this test also decides whether its loop ends"
    if one["other_copy"]:
        text += "; a copy of it on the same line went another way, or may have"
    return text


def _as_far_as(one: Mapping[str, Any], *, is_exact: bool) -> str:
    """Says which executions aren't counted, if there may be any."""
    cut_off = one["uncompleted"]
    text = as_far_as_completed(cut_off) if cut_off else of_which(cut_off, is_exact=True)
    if one["held_back"]:
        # Paths that were held back were complete, so a profile that may lack them isn't exact. The
        # text says how many may be missing, and not only that some may be.
        paths = counted(one["held_back"], "completed path")
        return f"{text}; up to {paths} may be missing"
    return text if is_exact else f"{text}{of_which(cut_off, is_exact=False)}"


def cost(one: Mapping[str, Any], *, is_exact: bool) -> str:
    """Says how many bytecodes the tests took, and what ran only because of their outcome."""
    return settled_words.cost({**one, "kind": ONE_WAY}, is_exact=is_exact)


def sentence(one: Mapping[str, Any], *, is_exact: bool) -> str:
    """Returns a branch's claim and cost in one sentence, without its question."""
    return f"{claim(one, is_exact=is_exact)}; {cost(one, is_exact=is_exact)}"


def notes(summary: Mapping[str, Any]) -> Iterator[str]:
    """Yields the notes below the list, without full stops."""
    if not summary["always"]:
        yield NOTHING
        return
    if summary["always_left_out"]:
        more = summary["always_left_out"]
        yield f"and {more:,} more, none of which costs more: a larger --top lists them"
    if unnamed := about_unnamed(summary):
        yield unnamed
    yield ABOUT
    yield settled_words.about([{**one, "kind": ONE_WAY} for one in summary["always"]])
