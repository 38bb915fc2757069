"""Makes sentences about settled branches, from their facts (facts/settled.py)."""

from collections.abc import Mapping, Sequence
from typing import Any

from kpath_jvm.analysis.settled.basis import LEAST_COUNT, MOST_UNCOMPLETED
from kpath_jvm.facts.settled import HOIST, ONE_WAY, REDUNDANT
from kpath_jvm.reports.branch_words import Quote, placed, quoted_answer, quoted_place
from kpath_jvm.reports.completed_words import as_far_as_completed, of_which
from kpath_jvm.reports.output import amount, counted, percent
from kpath_jvm.reports.repeated_words import perhaps_repeated
from kpath_jvm.reports.shares import OF_RECORDED

NAME = "What told nothing new"
HEADING = f"{NAME} (other input may need these tests)"
_ORDER = "rows are ordered by the test's own bytecodes: those that compute its condition and jump"
_REDUNDANT_LAST = (
    "Tests that an earlier branch decided, but that also decide whether their loop ends, come last"
)
_WITHOUT_CALLS = (
    '"Without what it calls" means that the cost of the calls isn\'t known; run --callers '
    "estimates the cost of calls to recorded methods, and names the other called methods"
)
_UNRECORDED = "With run --include, more methods are recorded, but none of java.lang"
_ABOUT_CALLS = (
    '"About" means that each call is assumed to cost as much as an average entry of the called '
    "method"
)
_OF_CALLS = (
    "Removing the test doesn't always save the cost of its calls: a called method may compute a "
    "value that is used again later, or change something, and several tests may call the same code"
)
_BEHIND = '"Behind it" are bytecodes that ran only because the test went that way'
_REST = (
    "If code computes a value only for the test, it isn't needed without the test either, but it "
    "isn't counted here. All this was seen in this run; another run may differ"
)
_MOST_ANSWERS = 4
#: The largest number of settled branches that are shown for a method: if several methods are shown,
#: and if the method is shown alone.
_MOST, _MOST_ALONE = 6, 20


def about(rows: Sequence[Mapping[str, Any]]) -> str:
    """Explains the order, the figures and the claims of the listed branches.

    Only words that the rows have are explained. The text stands once, below the list.
    """
    is_last = any(one["ends_loop"] and one["kind"] == REDUNDANT for one in rows)
    calls = [one for one in rows if one["may_call"]]
    parts = {
        _ORDER: True,
        _REDUNDANT_LAST: is_last,
        _WITHOUT_CALLS: any(one["called"] is None for one in calls),
        _UNRECORDED: any(one["called"] is None or one["called_unrecorded"] for one in calls),
        _ABOUT_CALLS: any(one["called"] for one in calls),
        _OF_CALLS: bool(calls),
        _BEHIND: any(one["kind"] == ONE_WAY and one["behind"] for one in rows),
        _REST: True,
    }
    return ". ".join(text for text, is_needed in parts.items() if is_needed)


def about_methods(methods: Sequence[Mapping[str, Any]], k: int) -> str | None:
    """Returns ``about`` for the branches that the lists of some methods show, or None if none."""
    is_alone = len(methods) == 1
    rows = [one for method in methods for one in shown(method, k, is_alone=is_alone)[0]]
    return about(rows) if rows else None


def heading(method: str | None) -> str:
    """Returns the heading, with the method's name if the report is about only one method."""
    return f"{NAME} in {method} (other input may need these tests)" if method else HEADING


def claim(one: Mapping[str, Any], quote: Quote = str) -> str:
    """Says how the branch went, and in how many executions."""
    if one["kind"] == ONE_WAY:
        (only,) = one["answers"]
        text = f"{quoted_answer(only['answer'], quote)} in all {amount(only['count'])} executions"
    elif one["kind"] == HOIST:
        text = (
            f"the same answer throughout each of {counted(one['entries'], 'entry', 'entries')} "
            f"into the {_loop(one, quote)}: after an entry's first test, "
            f"{_kept(one['answers'], quote)}"
        )
    else:
        text = _decided(one, quote)
    if one["ends_loop"]:
        text += "; this test also decides whether its loop ends"
        if one["kind"] == REDUNDANT:
            text += ", so the loop can't do without it"
    if one["uncompleted"]:
        text += as_far_as_completed(one["uncompleted"])
    return f"{text}{perhaps_repeated(one['repetitions'])}"


def cost(one: Mapping[str, Any], *, is_exact: bool = True) -> str:
    """Says what the needless tests took, and what ran only because a branch went one way.

    ``is_exact`` says whether the profile has all counts. Only the list of ``branches --always``
    (always_words.py) is also made from profiles that lack some counts.

    The text gives no upper bound of what removing the test would save: counts don't show which
    values are computed only for the test, and the costs of calls into unrecorded code aren't known.
    """
    each = f"{one['each']:,} each"
    if one["of_block"]:
        each = f"{one['each']:,} each, with its whole block, as the test's own aren't known"
    bound = " at most" if one["of_block"] else ""
    if one["kind"] == REDUNDANT and one["unseen"]:
        bound = "" if one["of_block"] else " or more"
    text = f"{percent(one['share'])} {OF_RECORDED}{bound} ({amount(one['bytecodes'])}: {each})"
    text += _of_calls(one)
    if one["kind"] == HOIST and one["assigned"]:
        return (
            "but the loop assigns a variable that the condition reads; the later tests' own "
            f"bytecodes were {text}"
        )
    if one["kind"] == HOIST:
        return (
            "if the loop and what it calls change nothing that the condition reads, testing once "
            f"for each entry would save bytecodes of the test itself, {text}"
        )
    if one["kind"] != ONE_WAY:
        return f"these tests' own bytecodes were {text}"
    text = f"the test's own bytecodes were {text}"
    if one["behind"]:
        text += f"; behind it ran {percent(one['behind_share'])} of them ({amount(one['behind'])})"
    if one["never_run"]:
        where = of_which(one["uncompleted"], is_exact=is_exact)
        text += f"; {counted(one['never_run'], 'bytecode')} of code never ran{where}"
    return text


def _of_calls(one: Mapping[str, Any]) -> str:
    if not one["may_call"]:
        return ""
    if one["called"] is None:
        return ", without what it calls"
    names = ", ".join(one["called_unrecorded"])
    if not one["called"]:
        return f", without what it calls that isn't recorded ({names})" if names else ""
    without = f", without what isn't recorded ({names})" if names else ""
    return (
        f"; what it calls took about {percent(one['called_share'])} "
        f"({amount(one['called'])}: {one['called_each']:,.1f} each){without}, which may be needed "
        "without the test, too"
    )


def more(left: int) -> str | None:
    """Returns a text that says how many branches aren't listed; None if all are listed."""
    if left <= 0:
        return None
    return f"and {left:,} more, none of which cost more: a larger --top, or --json, lists them"


def sentence(one: Mapping[str, Any]) -> str:
    """Returns a branch's claim and cost in one sentence, without the branch's question."""
    return f"{claim(one)}; {cost(one)}"


def shown(
    method: Mapping[str, Any], k: int, *, is_alone: bool
) -> tuple[list[dict[str, Any]], list[str]]:
    """Returns the branches that a method's list shows, and notes on the list."""
    most = _MOST_ALONE if is_alone else _MOST
    rows = method["settled"]
    notes = []
    if len(rows) > most:
        notes.append(f"and {len(rows) - most:,} more, none of which costs more: --json lists them")
    if method["settled_why_not"] is not None:
        why = method["settled_why_not"]
        notes.append(
            "no branch is said to be settled, because that is a statement about all executions: "
            f"{why}"
        )
    elif method["settled_why_no_sequences"] is not None and k > 1:
        why = method["settled_why_no_sequences"]
        notes.append(f"no branch is said to be settled by what came before it: {why}")
    withheld = _withheld(method)
    if withheld:
        notes.append(
            f"{withheld} on all completed paths only: {amount(method['uncompleted'])} of the "
            "method's paths weren't completed, too many to say more"
        )
    return rows[:most], notes


def _withheld(method: Mapping[str, Any]) -> str:
    """Names the first branch that went one way on all completed paths, and counts the others.

    None of these branches can be called settled: too many paths weren't completed, and these paths
    may have gone another way.
    """
    if method["settled_why_not"] is not None:
        return ""
    found = [
        placed(one)
        for one in method["branches"]
        if one["kind"] != "handler"
        and one["count"] >= LEAST_COUNT
        and method["uncompleted"] > MOST_UNCOMPLETED * one["count"]
        and any(it["count"] == one["count"] for it in one["outcomes"])
    ]
    if not found:
        return ""
    more = f" and {len(found) - 1:,} more" if len(found) > 1 else ""
    return f"{found[0]}{more} went one way"


def _decided(one: Mapping[str, Any], quote: Quote) -> str:
    given = one["given"]
    is_itself = given["block"] == one["block"]
    parts = []
    # The most frequent answers come first (facts/settled.py).
    for at, it in enumerate(one["answers"][:_MOST_ANSWERS]):
        after = f"after {quoted_answer(it['given'], quote)}"
        if at == 0:
            name = "it was " if is_itself else f"{placed(given, quote)} was "
            after = f"after {name}{quoted_answer(it['given'], quote)} {_when(one, quote)}"
        often = f"{'at least' if one['unseen'] else 'all'} {amount(it['count'])} times"
        parts.append(f"{quoted_answer(it['answer'], quote)} {after}, {often}")
    if rest := one["answers"][_MOST_ANSWERS:]:
        parts.append(f"and after {_rarer(rest)}")
    text = "; ".join(parts)
    if one["unseen"]:
        text += f" and never otherwise ({amount(one['unseen'])} more may have been)"
    if one["same_condition"]:
        text += "; the same condition is tested again"
    return text


def _when(one: Mapping[str, Any], quote: Quote) -> str:
    if one["loop_block"] is None:
        return "earlier in the same call"
    if not one["across"]:
        return "one iteration before" if one["iterations"] else "in the same iteration"
    which = "previous" if one["iterations"] else "same"
    return f"in the {which} iteration of the {_loop(one, quote)}"


def _loop(one: Mapping[str, Any], quote: Quote) -> str:
    place = one["loop_place"]
    return "loop" if place is None else f"loop at {quoted_place(place, quote)}"


def _kept(answers: Sequence[Mapping[str, Any]], quote: Quote) -> str:
    shown, rest = answers[:_MOST_ANSWERS], answers[_MOST_ANSWERS:]
    parts = [f"{quoted_answer(it['answer'], quote)} {amount(it['count'])} times" for it in shown]
    return ", ".join([*parts, *([_rarer(rest)] if rest else [])])


def _rarer(rest: Sequence[Mapping[str, Any]]) -> str:
    times = sum(it["count"] for it in rest)
    return f"{counted(len(rest), 'rarer answer')}, {amount(times)} times in all"
