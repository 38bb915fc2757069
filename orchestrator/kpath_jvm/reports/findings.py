"""Collects what stands out in a profile, for the top of reports and of advice.

The findings are the advice on the hottest loops, and the costliest tests that gave no new
information. Each finding is one line (finding_words.py).
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from kpath_jvm.analysis.costs import Costs
from kpath_jvm.analysis.loops import LoopRow
from kpath_jvm.analysis.of_edges.known import known
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.analysis.settled.found import SettledMethods
from kpath_jvm.analysis.time_shares import FEW_SAMPLES, TimeShares
from kpath_jvm.facts.settled import REDUNDANT
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.advised_loop import AdvisedLoop
from kpath_jvm.reports.cells import table, titled, wrapped
from kpath_jvm.reports.finding_words import advice_in_short, settled_in_short
from kpath_jvm.reports.not_advised_words import kinds_for_none, told_for_none
from kpath_jvm.reports.output import counted, percent
from kpath_jvm.reports.repeated_words import about_marks
from kpath_jvm.reports.settled import heavy_rows
from kpath_jvm.reports.times import time_in_short, time_of_loop
from kpath_jvm.shown import REPORTED_SETTLED, REPORTED_SHARE, ROWS
from kpath_jvm.source.annotation import SourceTexts

HEADING = "What stands out"
OF_ADVISE = "The verb advise has the counts and reasons"
BELOW = "The counts and reasons are below"
#: The most loops and tests that texts list, and the most lines about each of them.
_MOST, _MOST_OF_ONE = 8, 3
#: A caution that is needed if the profile may lack executions of any kind.
_UNCERTAIN = "executions may be missing, so what is said to have never happened may have happened"
#: A caution that is needed if the profile lacks only paths that weren't completed, and it isn't
#: known how many such paths may have run in one of the loops.
_OF_COMPLETED = (
    "what is said to have never happened didn't happen on any completed path; it isn't known "
    "whether it happened on paths that exceptions or the end of the recording cut off"
)


def advised_loops(
    profile: Profile,
    rows: Sequence[LoopRow],
    k: int,
    costs: Costs,
    sources: SourceTexts | None,
    settled: SettledMethods,
    times: TimeShares | None,
    *,
    with_tests: bool = False,
) -> list[dict[str, Any]]:
    """Returns the advice on loops, as in the document of ``advise``.

    The list is empty if the profile has no paths, or only single paths (k = 1), because single
    paths say nothing about iterations in a row. ``costs``, ``settled`` and ``times`` are those of
    the whole profile. Without ``times``, no loop has a share of time. The list of each loop's
    ``tests`` is empty unless ``with_tests`` is set, because no advice depends on it.
    """
    if k < 2 or known(profile).edges_only:
        return []
    return [
        {
            **AdvisedLoop(profile, row, k, sources, costs, settled).document(
                costs.total, with_tests=with_tests
            ),
            "time": time_of_loop(profile, times, row.method, row.loop),
        }
        for row in rows
    ]


def find(
    selected: Selected,
    rows: Sequence[LoopRow],
    k: int,
    costs: Costs,
    sources: SourceTexts | None,
    times: TimeShares | None = None,
) -> dict[str, Any]:
    """Returns what stands out (documents/findings.py) in the selected part of a profile.

    ``rows`` are the costliest of the selected loops. ``costs`` and ``times`` are those of the whole
    profile; without ``times``, no loop has a share of time.
    """
    settled = SettledMethods(selected.whole, k)
    loops = advised_loops(selected.whole, rows, k, costs, sources, settled, times)
    heavy = heavy_rows(selected, costs, REPORTED_SHARE, k, sources, settled)
    is_exact = selected.whole.completeness.is_exact
    return findings_document(loops, heavy, is_exact=is_exact, times=times)


def findings_document(
    loops: Sequence[Mapping[str, Any]],
    settled: Sequence[Mapping[str, Any]],
    *,
    is_exact: bool,
    times: TimeShares | None = None,
) -> dict[str, Any]:
    """Returns what stands out (documents/findings.py).

    ``loops`` are loops with their advice, ``settled`` are settled branches (``heavy_rows``),
    ``is_exact`` says whether the profile has all counts, and ``times`` are the samples from which
    the loops' shares of time come. Only the first ten loops are used. A loop or a test is left out
    if it took less than ``REPORTED_SHARE`` of the bytecodes, and a loop only if it also took less
    than that of the time, unless there are too few samples to tell. A test is left out, too, if the
    program couldn't do without it, if its loop assigns what it reads, or if the advice on a loop is
    about the same branch. Of the remaining tests, only the first five are used.
    """
    shown = loops[:ROWS]
    samples = None if times is None else times.counted
    is_small = partial(_is_small, of_time=_is_enough(samples))
    unclear = sum(not loop["advice"] and _is_unclear(loop) for loop in shown)
    found = [_of_loop(loop, one) for loop in shown for one in loop["advice"] if not is_small(loop)]
    named = {(one["title"], one["block"]) for one in found}
    costly = [
        one
        for one in settled
        if one["share"] >= REPORTED_SHARE
        and not (one["kind"] == REDUNDANT and one["ends_loop"])
        and not one["assigned"]
        and (one["title"], one["block"]) not in named
    ]
    listed = {(one["title"], one["number"]) for one in found}
    found += [
        _of_test(one, is_within=(one["title"], one["loop_number"]) in listed)
        for one in costly[:REPORTED_SETTLED]
    ]
    return {
        "loops": len(shown),
        "without": sum(not loop["advice"] for loop in shown) - unclear,
        "not_known": unclear,
        "small": sum(bool(loop["advice"]) and is_small(loop) for loop in shown),
        "samples": samples,
        "not_advised": kinds_for_none(shown),
        "caution": _caution(shown, is_exact=is_exact),
        "found": _in_order(found),
    }


def _is_enough(samples: int | None) -> bool:
    """Returns whether there are enough samples to say which loops took much of the time."""
    return samples is not None and samples >= FEW_SAMPLES


def _is_small(loop: Mapping[str, Any], *, of_time: bool) -> bool:
    """Returns whether a loop took little of the bytecodes and, with ``of_time``, of the time."""
    time = (loop["time"] or {}).get("share_of_time") or 0.0
    return bool(max(loop["share_of_all"], time if of_time else 0.0) < REPORTED_SHARE)


def _in_order(found: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Returns findings by their share; last come the loops where there is nothing to edit."""
    editable = _editable(found)
    return sorted(found, key=lambda one: (_place(one) not in editable, -one["share"]))


def _editable(found: Sequence[Mapping[str, Any]]) -> set[tuple[Any, ...]]:
    """Returns the places where something could be edited: superblocks are for compilers."""
    return {_place(one) for one in found if one["kind"] != "superblock"}


def _place(one: Mapping[str, Any]) -> tuple[Any, ...]:
    """Returns what findings about a loop and about the tests in it have in common.

    Tests that are in no listed loop have the line in common.
    """
    number = one["within"] if one["number"] is None else one["number"]
    return one["title"], number, one["place"] if number is None else None


def _is_unclear(loop: Mapping[str, Any]) -> bool:
    """Returns whether it isn't known of some kind of advice whether it pays."""
    return not all(one["known"] for one in loop["not_advised"])


def _caution(loops: Sequence[Mapping[str, Any]], *, is_exact: bool) -> str | None:
    """Returns a caution about claims that something never happened, or None if none is needed.

    If the number of a loop's uncompleted paths is known, the texts about the loop mention this
    number where it matters, so the loop needs no caution.
    """
    if not is_exact:
        return _UNCERTAIN
    return _OF_COMPLETED if any(one["uncompleted"] is None for one in loops) else None


def _of_loop(loop: Mapping[str, Any], one: Mapping[str, Any]) -> dict[str, Any]:
    where = loop["loop"]
    return {
        **_identity(loop),
        "number": loop["number"],
        "within": None,
        "block": one["block"],
        "place": where["header_place"],
        "share": loop["share_of_all"],
        "time": loop["time"],
        "kind": one["kind"],
        "repetitions": loop["repetitions"] if one["may_be_coincidence"] else 1,
        "text": advice_in_short(one, loop),
    }


def _of_test(one: Mapping[str, Any], *, is_within: bool) -> dict[str, Any]:
    return {
        **_identity(one),
        "number": None,
        "within": one["loop_number"] if is_within else None,
        "block": one["block"],
        "place": one["place"],
        "share": one["share"],
        "time": None,
        "kind": one["kind"],
        "repetitions": one["repetitions"],
        "text": settled_in_short(one),
    }


def _identity(row: Mapping[str, Any]) -> dict[str, Any]:
    return {key: row[key] for key in ("class", "method", "descriptor", "loader", "title")}


def renderables(
    findings: Mapping[str, Any],
    about: str = "",
    which: str = "recorded",
    source: str = OF_ADVISE,
) -> Iterator[RenderableType]:
    """Yields rich's renderables of what stands out: a heading, rows, a note and the caution.

    Nothing is yielded if there was nothing to look at. ``about`` ends the heading. ``which`` is a
    word for the bytecodes that shares refer to (``which_bytecodes`` in shares.py), and ``source``
    says where the counts are.
    """
    if not (findings["loops"] or findings["found"]):
        return
    yield Text(f"\n{HEADING}{about}", style="bold")
    if findings["found"]:
        yield table((f">of {which}\nbytecodes", "<loop or test"), _rows(findings))
    notes = [(note(findings, source), "dim")]
    if warning := caution(findings, source):
        notes.append((warning, "yellow"))
    for text, style in notes:
        yield Padding(wrapped(Text(text, style=style), hanging=0), (0, 0, 0, 2))


def _rows(findings: Mapping[str, Any]) -> Iterator[tuple[str, Text]]:
    for first, texts in places(findings):
        where = place_of(first, findings["samples"])
        cell = titled(first["title"], first["class"], place=f", {where}")
        for kind, text in texts:
            cell.append(f"\n  {text}", "default")
            cell.append(f" [{kind}]" if kind else "", "green")
        yield percent(first["share"]), cell


def places(
    findings: Mapping[str, Any],
) -> Iterator[tuple[Mapping[str, Any], list[tuple[str, str]]]]:
    """Yields for each place the first finding there, and the kinds and texts of all findings there.

    The place of a test is its loop, if the loop is among the findings; the loop's share includes
    the test's. At most eight places are yielded, and at most three texts for each place. A fourth
    text, without a kind, says how many more there are.
    """
    # Two tests on one line may have different shares, so other findings may lie between them.
    by_place: dict[tuple[Any, ...], list[Mapping[str, Any]]] = {}
    for one in findings["found"]:
        by_place.setdefault(_place(one), []).append(one)
    for first, *others in [*by_place.values()][:_MOST]:
        texts = [(one["kind"], one["text"] + _included(one)) for one in (first, *others)]
        more = len(texts) - _MOST_OF_ONE
        yield first, [*texts[:_MOST_OF_ONE], *([("", f"and {more:,} more")] if more > 0 else [])]


def _included(one: Mapping[str, Any]) -> str:
    """Says which part of its loop's share a test has; "" if the finding is about a place itself."""
    if one["within"] is None:
        return ""
    return f"; the loop's bytecodes include this test's, {percent(one['share'])}"


def place_of(one: Mapping[str, Any], samples: int | None) -> str:
    """Returns a text such as ``loop at line 12``, with the share of time if there is one.

    ``samples`` is the number of samples in the document of findings.
    """
    what = "test" if one["number"] is None else "loop"
    where = what if one["place"] is None else f"{what} at {one['place']}"
    return where + time_in_short(one["time"], samples or 0)


def note(findings: Mapping[str, Any], source: str = OF_ADVISE) -> str:
    """Says what the shares and kinds are, what isn't shown, and where to read more."""
    loops = counted(findings["loops"], "loop")
    if not findings["found"]:
        but = f", except in {_small(findings)}" if findings["small"] else ""
        told = [f"nothing in the {loops} that cost most{but}", *_unknown(findings)]
        return f"{'; '.join(told)}. {source}"
    rest = [_left_out(more)] if (more := _hidden(findings)) else []
    if findings["without"]:
        rest.append(f"nothing stands out in {findings['without']:,} of the {loops} that cost most")
    rest += _unknown(findings)
    if findings["small"]:
        rest.append(f"something also stands out in {_small(findings)}")
    if none := told_for_none(findings["not_advised"], loops):
        rest.append(none)
    # Below advice, the same marks are explained at the top.
    marked = [one["repetitions"] for one in findings["found"]] if source != BELOW else []
    if about := about_marks(marked):
        rest.append(about)
    of_time = ""
    if any((one["time"] or {}).get("share_of_time") is not None for one in findings["found"]):
        of_time = "; the rows are in the order of their bytecodes, with the samples' share of time"
        if not _is_enough(findings["samples"]):
            samples = counted(findings["samples"], "sample")
            of_time = f"; the rows are in the order of their bytecodes ({samples} of time: too few "
            of_time += "to rank by)"
    if _place(findings["found"][-1]) not in _editable(findings["found"]):
        of_time += "; loops with nothing to edit in the source come last"
    return (
        f"shares are without inner loops and calls{of_time}; docs/verbs/advise.md explains the "
        "words in brackets"
        + "".join(f"; {one}" for one in rest)
        + f". {source}. Measure each change: most make no difference (docs/evidence/advice.md)"
    )


def _left_out(count: int) -> str:
    if count == 1:
        return "1 more loop or test stands out, but isn't shown here"
    return f"{count:,} more loops and tests stand out, but aren't shown here"


def _unknown(findings: Mapping[str, Any]) -> list[str]:
    """Says for how many loops it isn't known whether anything stands out, if there are any."""
    unknown = findings["not_known"]
    if not unknown:
        return []
    if findings["found"] and findings["without"]:
        # The text just before names the loops, and says the same of the others.
        return [f"for {unknown:,} it isn't known"]
    return [f"for {counted(unknown, 'loop')} it isn't known whether anything stands out"]


def _small(findings: Mapping[str, Any]) -> str:
    """Names the loops that are left out because they took too little."""
    of_time = " and of the time" if _is_enough(findings["samples"]) else ""
    are = "isn't" if findings["small"] == 1 else "aren't"
    return (
        f"{counted(findings['small'], 'loop')} with less than {percent(REPORTED_SHARE)} of the "
        f"bytecodes{of_time}, which {are} listed here"
    )


def _hidden(findings: Mapping[str, Any]) -> int:
    """Returns how many loops and tests stand out beyond those that texts show."""
    found = {_place(one) for one in findings["found"]}
    return max(len(found) - _MOST, 0)


def caution(findings: Mapping[str, Any], source: str = OF_ADVISE) -> str | None:
    """Returns the caution, or None if no text claims that something never happened.

    If nothing stands out, only the rows of ``advise`` make such claims.
    """
    return findings["caution"] if findings["found"] or source == BELOW else None
