"""Says why kinds of advice aren't given, from the document of ``advise``.

A kind of advice isn't given if it is known not to pay, or if it isn't known whether it pays.
"""

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from kpath_jvm.analysis.advice import correlation, unswitching
from kpath_jvm.analysis.advice.correlation import Prediction
from kpath_jvm.analysis.advice.loop_advice import LoopAdvice
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.advice.peeling import BranchShift
from kpath_jvm.analysis.look_back import larger_k_shows_more
from kpath_jvm.reports.advice_words import asked, missed
from kpath_jvm.reports.branch_words import by_number, outcome_told
from kpath_jvm.reports.output import amount, percent

#: The label of the kinds of advice for which it isn't known whether they pay.
NOT_KNOWN = "not known"
#: The heading of the list of what ``by_reason`` returns.
REASONS = "What isn't known, by reason"
#: The label of the text about advice that isn't given only because the code would be too large.
TOO_LARGE = "too large"
#: The words for the kinds of advice in a sentence that says why a kind doesn't pay.
_NOUNS = {
    "write out": "writing the loop out", "unroll": "unrolling", "peel": "peeling",
    "unswitch": "unswitching",
    "history": "telling a branch by earlier iterations",
    "superblock": "a superblock of one iteration",
}  # fmt: skip
#: The kinds of advice on branches that count as telling a branch by earlier iterations.
_OF_BRANCHES = dict.fromkeys(("follows", "first", "branch-free"), "history")
#: Why it isn't known what came before a branch, if a larger k wouldn't show it, either.
_NO_REACH = (
    "histories don't reach back across inner loops, cut edges and handlers, whatever the -k; "
    "the verb branches compares single outcomes across inner loops and cut edges, too"
)

#: Why a branch that never changed within an entry can't simply be asked before the loop.
_ASSIGNED = (
    "the answer never changed within an entry, but the loop assigns a variable that the condition "
    "reads"
)


def not_advised(advice: LoopAdvice, evidence: Mapping[str, Any], k: int) -> list[dict[str, Any]]:
    """Returns the kinds of advice that aren't given for the loop, each with the reason (``why``).

    The advice follows from sequences of at most ``k`` paths.

    ``known`` is true if the advice is known not to pay, or if a branch needs no history because
    something simpler decides it. A branch that needs no history has an item of its own, with its
    ``block``. A branch for which it isn't known whether advice would pay has an item of its own,
    too, even if the same kind of advice is given for another branch. If ``known`` is false,
    ``reasons`` says why (NotKnown). ``too_large`` is true if only the size of the code speaks
    against the advice.
    """
    of_all = advice.why_none()
    of_branches = [] if of_all else [*_of_branches(advice, evidence, k)]
    named = {(one["kind"], one["block"]) for one in of_branches}
    of_kinds = []
    for one in _kinds(advice, evidence, k, named):
        if one.is_given:
            continue
        if advice.lacks_iterations:
            of_kinds.append(_unknown(one.kind, [advice.why_lacking()]))
        elif of_all is not None:
            of_kinds.append(_known(one.kind, of_all))
        elif one.why_unknown is not None:
            of_kinds.append(_unknown(one.kind, [one.why_unknown()], one.branches))
        else:
            of_kinds.append(_known(one.kind, one.why_not(), too_large=one.is_too_large))
    order = list(_NOUNS)
    return sorted([*of_kinds, *of_branches], key=lambda one: order.index(one["kind"]))


def kinds_for_none(loops: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the kinds of advice that are given for none of some loops of ``advise``.

    ``loops`` in the result is for how many of them a kind is known not to be advised, and
    ``not_known`` is for how many others that isn't known. A kind is left out if it isn't known for
    any loop. The kind ``history`` stands for all kinds that tell a branch by earlier iterations.
    """
    given = {_OF_BRANCHES.get(one["kind"], one["kind"]) for loop in loops for one in loop["advice"]}
    found = []
    for kind in _NOUNS:
        about = [[one for one in loop["not_advised"] if one["kind"] == kind] for loop in loops]
        unclear = sum(any(not one["known"] for one in some) for some in about)
        known = sum(bool(some) for some in about) - unclear
        if known and kind not in given:
            found.append({"kind": kind, "loops": known, "not_known": unclear})
    return found


def told_for_none(found: Sequence[Mapping[str, Any]], loops: str) -> str:
    """Says which kinds of advice are given for none of ``loops``; "" if there are none.

    ``found`` is a result of ``kinds_for_none``.
    """
    return f"advised for none of the {loops}: {kinds_of(found)}" if found else ""


class _Kind(NamedTuple):
    """Whether a kind of advice is given for a loop.

    If the advice is known not to pay, ``why_not`` returns the reason. If it isn't known whether the
    advice would pay, ``why_unknown`` returns the reason, and ``branches`` are the branches that
    this reason is about. If the reason is about the whole loop, ``branches`` is empty.
    """

    kind: str
    is_given: bool
    why_not: Callable[[], str]
    why_unknown: Callable[[], NotKnown] | None = None
    branches: Sequence[str] = ()
    is_too_large: bool = False


def _kinds(
    advice: LoopAdvice, evidence: Mapping[str, Any], k: int, named: Container[tuple[str, int]]
) -> Iterator[_Kind]:
    """Yields the kinds of advice.

    ``named`` has the kind and the block of each branch that has an item of its own.
    """
    unrolling, peeling, superblocks = advice.unrolling, advice.peeling, advice.superblocks
    yield _Kind(
        "write out", unrolling.is_written_out, unrolling.why_not_written_out,
        None if unrolling.is_number_known else unrolling.why_number_unknown,
        is_too_large=unrolling.is_too_large_written_out,
    )  # fmt: skip
    yield _Kind(
        "unroll", unrolling.is_unrolled, unrolling.why_not,
        None if unrolling.is_known else unrolling.why_unknown,
        is_too_large=unrolling.is_too_large_unrolled,
    )  # fmt: skip
    yield _Kind(
        "peel", peeling.is_worth_it or bool(peeling.left_open), peeling.why_not,
        None if peeling.is_known else peeling.why_unknown,
        _asked(evidence["peeling"]["branches"], peeling.decided[:1]),
        peeling.is_too_large,
    )  # fmt: skip
    unswitched = [one for one in advice.unswitching if ("unswitch", one.block) not in named]
    yield _Kind(
        "unswitch",
        any(one.is_worth_it for one in unswitched) or len(unswitched) < len(advice.unswitching),
        lambda: unswitching.why_not(unswitched),
    )
    told = [one for one in advice.correlation if ("history", one.block) not in named]
    unclear = [one for one in told if not one.is_known]
    yield _Kind(
        "history",
        any(one.is_worth_it for one in told)
        or (len(told) < len(advice.correlation) and not unclear),
        lambda: correlation.why_not(told, k),
        (lambda: correlation.why_unknown(told)) if unclear else None,
        _asked(evidence["histories"], unclear),
    )
    yield _Kind(
        "superblock", superblocks.is_worth_it, superblocks.why_not,
        None if superblocks.is_known else lambda: superblocks.divided_by,
    )  # fmt: skip


def _asked(
    branches: Iterable[Mapping[str, Any]], chosen: Iterable[BranchShift | Prediction]
) -> list[str]:
    """Returns the questions of the chosen branches, in the order of the document's ``branches``."""
    blocks = {one.block for one in chosen}
    return [asked(one) for one in branches if one["block"] in blocks]


def _of_branches(
    advice: LoopAdvice, evidence: Mapping[str, Any], k: int
) -> Iterator[dict[str, Any]]:
    """Yields the items that are about a single branch."""
    open_ones = {one.block: one for one in advice.peeling.left_open}
    for one in evidence["peeling"]["branches"]:
        if one["block"] in open_ones:
            yield _of_branch("peel", one, [advice.peeling.why_left_open(open_ones[one["block"]])])
    yield from _not_known(evidence, k)
    yield from _by_number(evidence)


def _not_known(evidence: Mapping[str, Any], k: int) -> Iterator[dict[str, Any]]:
    """Yields the branches for which unswitching or histories can't be judged.

    Either too few executions can be compared with the branch's previous execution, or it isn't
    known what came before many executions. If a branch needs no history, because it should be
    unswitched or because an earlier branch of the same iteration decides it, its item is ``known``.
    """
    yield from _without_histories(evidence)
    undecided = {one["block"]: one for one in evidence["histories"] if one["decided_by"] is None}
    unclear = {at: one for at, one in undecided.items() if one["may_follow_itself"]}
    for one in evidence["unswitching"]:
        block = one["block"]
        reasons: list[NotKnown] = []
        if not one["known"]:
            reasons = [_too_few(one, k)]
            yield _of_branch("unswitch", one, reasons)
            if block in unclear and _is_told(unclear[block]):
                reasons = [
                    NotKnown(
                        "earlier iterations tell the answer, but no history is needed if the "
                        "answer never changes within an entry",
                        missed(unclear[block]),
                    )
                ]
        elif one["steady"]:
            if one["assigned"]:
                why = f"{asked(one)}: {_ASSIGNED}"
                yield _known("unswitch", why, one)
                if block in undecided:
                    yield _known("history", why, one)
            elif block in unclear:
                why = f"{asked(one)} keeps its answer throughout each entry, see unswitch"
                yield _known("history", why, one)
            continue
        elif block in unclear:
            reasons = [*_not_reached(unclear[block], k)]
        if block in unclear:
            yield _of_branch("history", one, reasons)


def _without_histories(evidence: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the branches of which too few histories are known, or that need no history."""
    for one in evidence["histories"]:
        if one["decided_by"] is not None:
            why = f"{one['decided_by']} decides it in the same iteration, in all executions"
            yield _known("history", f"{asked(one)}: {why}", one)
        elif one["lacks_history"]:
            yield _of_branch("history", one, [_without_history(one)])


def _of_branch(kind: str, one: Mapping[str, Any], reasons: Sequence[NotKnown]) -> dict[str, Any]:
    """Returns an item of ``not_advised`` about a branch for which advice can't be judged."""
    return _unknown(kind, reasons, [asked(one)], one)


def _unknown(
    kind: str,
    reasons: Sequence[NotKnown],
    branches: Sequence[str] = (),
    branch: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns an item of ``not_advised`` about a kind for which it isn't known whether it pays.

    ``branches`` are those that the reasons are about. If the item is about a single ``branch`` in
    place of the loop, ``branches`` has only this branch.
    """
    about = f"{', '.join(branches)}: " if branches else ""
    return {
        "kind": kind,
        "block": None if branch is None else branch["block"],
        "branch": None if branch is None else asked(branch),
        "why": about + "; and ".join(one.why for one in reasons),
        "known": False,
        "too_large": False,
        "branches": list(branches),
        "reasons": [{"reason": one.reason, "extent": one.extent} for one in reasons],
    }


def _known(
    kind: str, why: str, branch: Mapping[str, Any] | None = None, *, too_large: bool = False
) -> dict[str, Any]:
    """Returns an item of ``not_advised`` about a kind that is known not to pay.

    If the item is about a ``branch``, ``why`` names the branch.
    """
    return {
        "kind": kind,
        "block": None if branch is None else branch["block"],
        "branch": None if branch is None else asked(branch),
        "why": why,
        "known": True,
        "too_large": too_large,
        "branches": [],
        "reasons": [],
    }


def _is_told(one: Mapping[str, Any]) -> bool:
    """Returns whether histories of some length decide a branch, whatever else might decide it."""
    first, *others = one["histories"]
    return any(
        it["tells"] and it["missed"] <= correlation.DECIDES * first["missed"] for it in others
    )


def _without_history(one: Mapping[str, Any]) -> NotKnown:
    """Says for how many of a branch's executions it isn't known what came before."""
    executions = f"{amount(one['cut_off'])} of {amount(sum(one['executions']))} executions"
    return NotKnown(_NO_REACH, f"they don't show what came before {executions}")


def _not_reached(one: Mapping[str, Any], k: int) -> Iterator[NotKnown]:
    """Says why histories don't show a branch's last answer, and before how many executions."""
    executions = amount(sum(one["executions"]))
    if one["hidden"]:
        hidden = f"{amount(one['hidden'])} of {executions} executions"
        yield NotKnown(_NO_REACH, f"they don't show the last answer before {hidden}")
    if one["too_far"]:
        yield NotKnown(
            f"the last answer lies k = {k} paths back or more, or there is none; "
            f"{larger_k_shows_more(k)}",
            f"before {amount(one['too_far'])} of {executions} executions",
        )


def _too_few(one: Mapping[str, Any], k: int) -> NotKnown:
    """Says how many of a branch's executions can be compared with the previous one.

    Executions are compared only within one entry: in the iterations until the loop is left.
    """
    pairs = sum(map(sum, one["pairs"]))
    never = ", and these never had another answer" if pairs and not one["changed"] else ""
    return NotKnown(
        "it isn't known whether the answer changes within an entry, because the one before lies "
        f"k = {k} paths back or more ({larger_k_shows_more(k)}), or before a handler",
        f"of {amount(one['executions'])} executions {amount(pairs) if pairs else 'none'} can be "
        f"compared with the one before in the same entry{never}, and for {amount(one['unknown'])} "
        "it isn't known what came before",
    )


def _by_number(evidence: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the branches that the iteration's number predicts as well as any history does."""
    peeled = {one["block"]: one for one in evidence["peeling"]["branches"]}
    for one in evidence["histories"]:
        if one["goes_by_first"]:
            shift = peeled[one["block"]]
            first, later = (
                f"{percent(shift[key][0] / sum(shift[key]))} of {key} iterations"
                for key in ("first", "later")
            )
            why = (
                f"{asked(one)}: earlier iterations predict no more than whether an iteration is "
                f"the entry's first: {one['answers'][0]} in {first}, in {later}"
            )
            yield _known("history", why, one)
        elif one["goes_by_number"]:
            which = _numbers(one["by_number"], one["later"])
            yield _known("history", f"{asked(one)} goes by the iteration's number: {which}", one)
        elif one["number_tells_all"]:
            yield _known("history", f"{asked(one)}: {_mostly_by_number(one)}", one)


def _mostly_by_number(one: Mapping[str, Any]) -> str:
    """Says what the iteration's number tells about a branch that it doesn't decide completely."""
    total = sum(one["executions"])
    table, beyond = one["by_iteration"], one["beyond"]
    told = outcome_told(one["answers"], [*table, beyond])
    known, without = (
        percent(missed / total)
        for missed in (one["missed_by_number"], one["histories"][0]["missed"])
    )
    return (
        f"the iteration's number tells as much as the iterations before it: the best guess misses "
        f"{known} if only the number is known, and {without} otherwise; {one['answers'][told]} "
        f"{by_number(table, beyond, told).plain}"
    )


def _numbers(answers: Sequence[str | None], later: str | None) -> str:
    """Says which answer a branch has in which iterations.

    ``answers`` begins with iteration 1, and ``later`` is the answer in all iterations after those
    of ``answers``, or None if the branch isn't executed there.
    """
    parts = []
    first = 1
    for answer, group in groupby(answers):
        last = first + len(list(group)) - 1
        which = f"iteration {first}" if first == last else f"iterations {first} to {last}"
        if later is not None and last == len(answers) and answer == later:
            which, later = f"iteration {first} and all later ones", None
        if answer is not None:
            parts.append(f"{answer} in {which}")
        first = last + 1
    if later is not None:
        parts.append(f"{later} in all iterations after {len(answers)}")
    return ", ".join(parts)


def not_known(not_advised: Sequence[Mapping[str, Any]], *, are_below: bool = False) -> str | None:
    """Says for which kinds of advice it isn't known whether they pay, and why.

    Returns None if there are no such kinds. If ``are_below`` is set, the text only refers to the
    reasons that are below the text. The text has figures only if all kinds have one same reason.
    """
    unknown = [one for one in not_advised if not one["known"]]
    if not unknown:
        return None
    if are_below:
        return f"{kinds_of(unknown)} (the reasons are below)"
    whys = {one["why"] for one in unknown}
    if len(whys) == 1 and _are_all_kinds(unknown):
        return next(iter(whys))
    told: dict[str, dict[str, dict[str, None]]] = {}
    for one in unknown:
        for it in one["reasons"]:
            branches = told.setdefault(it["reason"], {}).setdefault(_NOUNS[one["kind"]], {})
            branches |= dict.fromkeys(one["branches"])
    return "; ".join(
        f"{why} ({', '.join(_with_branches(noun, [*it]) for noun, it in nouns.items())})"
        for why, nouns in told.items()
    )


def _with_branches(noun: str, branches: Sequence[str]) -> str:
    if not branches:
        return noun
    which = branches[0] if len(branches) == 1 else f"{len(branches):,} branches"
    return f"{noun}: {which}"


def by_reason(loops: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns the reasons why it isn't known whether advice pays, each with its loops.

    ``loops`` are those of the document of ``advise``, the costliest loop first. Reasons are in the
    order of the first loop that has them. Each of a loop's ``cases`` has one ``extent``, and the
    kinds of advice and the branches with this extent.
    """
    found: dict[str, list[dict[str, Any]]] = {}
    for loop in loops:
        reasons = [it["reason"] for one in loop["not_advised"] for it in one["reasons"]]
        for reason in dict.fromkeys(reasons):
            found.setdefault(reason, []).append(
                {
                    "title": loop["title"],
                    "number": loop["number"],
                    "place": loop["loop"]["header_place"],
                    "cases": _cases(reason, loop["not_advised"]),
                }
            )
    return [{"reason": reason, "loops": of_loops} for reason, of_loops in found.items()]


def _cases(reason: str, not_advised: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns what a reason is about in one loop: kinds of advice, branches and extents."""
    kinds: dict[tuple[str, tuple[str, ...]], dict[str, None]] = {}
    for one in not_advised:
        for it in one["reasons"]:
            if it["reason"] == reason:
                key = (it["extent"], tuple(one["branches"]))
                kinds.setdefault(key, {})[one["kind"]] = None
    cases: dict[tuple[str, tuple[str, ...]], dict[str, None]] = {}
    for (extent, branches), of_key in kinds.items():
        cases.setdefault((extent, tuple(of_key)), {}).update(dict.fromkeys(branches))
    return [
        {"kinds": [*of_case], "branches": [*branches], "extent": extent}
        for (extent, of_case), branches in cases.items()
    ]


def not_known_in_full(loop: Mapping[str, Any]) -> str | None:
    """Says for one loop what ``not_known`` says, with all branches and figures."""
    told = (
        f"{one['reason']} ({'; '.join(map(case_text, loop['cases']))})"
        for one in by_reason([loop])
        for loop in one["loops"]
    )
    return "; ".join(told) or None


def case_text(case: Mapping[str, Any]) -> str:
    """Says which kinds of advice and which branches a reason is about, and adds its extent."""
    kinds = ", ".join(_NOUNS[kind] for kind in case["kinds"])
    about = f"{kinds}: {', '.join(case['branches'])}" if case["branches"] else kinds
    joint = "; " if case["branches"] else ": "
    return f"{about}{joint}{case['extent']}" if case["extent"] else about


def place_of_loop(loop: Mapping[str, Any]) -> str:
    """Returns a loop's method and place, for a list of loops."""
    place = loop["place"]
    return f"{loop['title']}, {'loop' if place is None else f'loop at {place}'}"


def reasons(not_advised: Sequence[Mapping[str, Any]]) -> str:
    """Says why kinds of advice that are known not to pay aren't given.

    A reason that several kinds or several branches share is given once.
    """
    told: dict[str, tuple[dict[str, None], dict[str, None]]] = {}
    for one in not_advised:
        branch = one["branch"]
        why = one["why"] if branch is None else one["why"].removeprefix(f"{branch}: ")
        branches, nouns = told.setdefault(why, ({}, {}))
        nouns[_NOUNS[one["kind"]]] = None
        if branch is not None and why != one["why"]:
            branches[branch] = None
    if len(told) == 1 and len(not_advised) == len(_NOUNS):
        return next(iter(told))
    return "; ".join(
        f"{', '.join(branches)}{': ' if branches else ''}{why} ({', '.join(nouns)})"
        for why, (branches, nouns) in told.items()
    )


def _are_all_kinds(not_advised: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether the kinds of advice that aren't given are all that there are."""
    return {one["kind"] for one in not_advised} == {*_NOUNS}


def kinds_of(not_advised: Sequence[Mapping[str, Any]]) -> str:
    """Names the kinds of advice that aren't given."""
    return ", ".join(dict.fromkeys(_NOUNS[one["kind"]] for one in not_advised))
