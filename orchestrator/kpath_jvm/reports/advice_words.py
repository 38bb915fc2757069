"""Writes advice in sentences, from the evidence in the document of ``advise``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from kpath_jvm.analysis.advice import correlation, superblocks, unswitching
from kpath_jvm.analysis.advice.code_size import CodeSize
from kpath_jvm.analysis.advice.loop_advice import LoopAdvice
from kpath_jvm.analysis.advice.not_known import NotKnown
from kpath_jvm.analysis.look_back import larger_k_shows_more
from kpath_jvm.reports.completed_words import as_far_as_completed, matters
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.output import amount, counted, percent
from kpath_jvm.reports.repeated_words import perhaps_repeated

#: The label of the text that says for which kinds of advice it isn't known whether they pay, and
#: the heading of the reasons.
NOT_KNOWN = "not known"
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
#: What one would edit, for each kind of advice.
EDITS = {
    "write out": "replace the loop by so many copies of its body, and keep it for other numbers; a "
    "single iteration becomes a case of its own before the loop",
    "unroll": "repeat the body in the loop, and leave out the tests whose answers take turns",
    "peel": "run the first iteration by code of its own, before the loop",
    "unswitch": "ask the branch once before the loop, and have a loop for each answer",
    "history": "keep what the earlier iterations found out, and use it instead of asking again; or "
    "repeat the body for each answer",
    "follows": "let such an iteration do the next one's work, too, without asking the branch again",
    "branch-free": "compute what the branch chooses, without a jump",
    "superblock": "nothing in the source: it is for a compiler, which lays out the hottest way "
    "without jumps and duplicates the code behind its side exits",
}
#: If a loop made fewer later iterations per entry than this, only a few entries may have made them.
_MOST_OF_FEW = 0.5
#: The kinds of advice that rely on what earlier iterations, or the iteration's number, tell.
_FORETOLD = frozenset({"unroll", "peel", "unswitch", "history", "follows"})
#: At most this many side exits of a loop, or histories of a branch, are shown.
MOST_TOLD = 4
#: A longer history is shown only if its misses (wrong guesses) are at most this share of those of
#: the history shown last.
_WORTH_TELLING = 0.95
#: Why it isn't known what came before a branch, if a larger k wouldn't show it, either.
_NO_REACH = (
    "histories don't reach back across inner loops, cut edges and handlers, whatever the -k; "
    "branches compares single outcomes across inner loops and cut edges, too"
)


def advised(
    evidence: Mapping[str, Any],
    uncompleted: int | None,
    repetitions: int = 1,
    size: CodeSize | None = None,
) -> list[dict[str, Any]]:
    """Returns the advice that pays, each piece with the keys of documents/advise.py.

    ``block`` is the block of the branch that the advice is about, or None. ``uncompleted`` is the
    number of uncompleted paths that may have run in the loop and aren't counted, or None if this
    isn't known (analysis/uncompleted.py). A text mentions this number if it is more than a rounding
    error compared with the counts from which the text's shares are computed. ``repetitions`` says
    how often the method seems to have done the same work (analysis/repeated.py). If it did so more
    than once, the texts that say what earlier iterations tell end with a warning. ``size`` has the
    sizes of the code. If the advice is to copy the loop's body, and the method would become too
    large for HotSpot, the text says so.
    """
    repeated = perhaps_repeated(repetitions)
    pieces = []
    for sentences in (_unrolling, _peeling, _unswitching, _histories, _superblocks):
        for kind, block, text, of in sentences(evidence):
            others = _others(uncompleted, of)
            coincidence = repeated if kind in _FORETOLD else ""
            large, sizes = _too_large(size, _copied(kind, block, evidence))
            pieces.append(
                {
                    "kind": kind,
                    "block": block,
                    "text": f"{text}{large}{others}{coincidence}",
                    "of_completed": bool(others),
                    "may_be_coincidence": bool(coincidence),
                    "size": sizes,
                }
            )
    return pieces


def _copied(kind: str, block: int | None, evidence: Mapping[str, Any]) -> list[int]:
    """Returns how many copies of the loop's body a piece of advice adds to the method.

    The list is empty if it adds none, or if it isn't known how many. Unrolling has a number for
    each factor: the copies run in groups, and the loop itself stays for the iterations that are
    left.
    """
    if kind == "write out":
        return [evidence["unrolling"]["steady_iterations"]]
    if kind == "unroll":
        return list(evidence["unrolling"]["factors"])
    if kind == "peel":
        return [1]
    if kind == "unswitch":
        (one,) = (it for it in evidence["unswitching"] if it["block"] == block)
        return [len(one["answers"]) - 1]
    return []


def _too_large(size: CodeSize | None, copied: Sequence[int]) -> tuple[str, dict[str, Any] | None]:
    """Says that copies of a loop's body make a method too large; the text is "" if they don't.

    Also returns the method's size with the copies, as in documents/advise.py.
    """
    if size is None or not copied:
        return "", None
    too_large = size.first_too_large(copied)
    copies = max(copied) if too_large is None else too_large
    return "" if too_large is None else f"; {size.told(too_large)}", {
        "copies": copies,
        "bytes": size.with_copies(copies),
        "compiled": size.is_compiled(copies),
        "inlined": None if size.inlined is None else size.is_inlined(copies),
    }


def _others(uncompleted: int | None, of: int) -> str:
    return as_far_as_completed(uncompleted) if uncompleted and matters(uncompleted, of) else ""


def not_advised(advice: LoopAdvice, evidence: Mapping[str, Any], k: int) -> list[dict[str, Any]]:
    """Returns the kinds of advice that aren't given for the loop, each with the reason (``why``).

    The advice follows from sequences of at most ``k`` paths.

    ``known`` is true if the advice is known not to pay, or if a branch needs no history because
    something simpler decides it. Such a branch has an item of its own, with its ``block``. So has a
    branch for which it isn't known whether advice would pay, even if the same kind of advice is
    given for another branch. If ``known`` is false, ``reasons`` says why (NotKnown). ``too_large``
    is true if only the size of the code speaks against the advice.
    """
    of_all = advice.why_none()
    lacks_all = advice.lacks_iterations
    of_branches = [] if of_all else [*_not_known(evidence, k), *_by_number(evidence)]
    named = {(one["kind"], one["block"]) for one in of_branches}
    unswitched = [one for one in advice.unswitching if ("unswitch", one.block) not in named]
    told = [one for one in advice.correlation if ("history", one.block) not in named]
    kinds = (
        ("write out", advice.unrolling.is_written_out, advice.unrolling.why_not_written_out),
        ("unroll", advice.unrolling.is_unrolled, advice.unrolling.why_not),
        ("peel", advice.peeling.is_worth_it, advice.peeling.why_not),
        (
            "unswitch",
            any(one.is_worth_it for one in unswitched) or len(unswitched) < len(advice.unswitching),
            lambda: unswitching.why_not(unswitched),
        ),
        (
            "history",
            any(one.is_worth_it for one in told)
            or (len(told) < len(advice.correlation) and all(one.is_known for one in told)),
            lambda: correlation.why_not(told, k),
        ),
        ("superblock", advice.superblocks.is_worth_it, advice.superblocks.why_not),
    )
    # What isn't known doesn't matter for kinds of advice that are given anyway.
    unknown = {
        kind: why
        for kind, is_known, why in (
            ("write out", advice.unrolling.is_number_known, advice.unrolling.why_number_unknown),
            ("unroll", advice.unrolling.is_known, advice.unrolling.why_unknown),
            ("peel", advice.peeling.is_known, advice.peeling.why_unknown),
            (
                "history",
                all(one.is_known for one in told),
                lambda: correlation.why_unknown(told),
            ),
            ("superblock", advice.superblocks.is_known, lambda: advice.superblocks.divided_by),
        )
        if not is_known and of_all is None
    }
    too_large = {
        kind
        for kind, is_large in (
            ("write out", advice.unrolling.is_too_large_written_out),
            ("unroll", advice.unrolling.is_too_large_unrolled),
            ("peel", advice.peeling.is_too_large),
        )
        if is_large and of_all is None
    }

    def about(kind: str) -> list[str]:
        """Returns the branches because of which it isn't known whether a kind of advice pays."""
        if kind not in unknown or kind not in ("peel", "history"):
            return []
        peeling = advice.peeling
        blocks = {one.block for one in (peeling.decided or peeling.unjudged)[:1]}
        branches = evidence["peeling"]["branches"]
        if kind == "history":
            blocks = {one.block for one in told if not one.is_known}
            branches = evidence["histories"]
        return [asked(one) for one in branches if one["block"] in blocks]

    of_kinds = []
    for kind, is_worth_it, why in kinds:
        if is_worth_it:
            continue
        because = [unknown[kind]()] if kind in unknown else []
        if lacks_all:
            because = [advice.why_lacking()]
        if because:
            of_kinds.append(_unknown(kind, because, about(kind)))
        else:
            of_kinds.append(_known(kind, of_all or why(), too_large=kind in too_large))
    order = list(_NOUNS)
    return sorted([*of_kinds, *of_branches], key=lambda one: order.index(one["kind"]))


def _not_known(evidence: Mapping[str, Any], k: int) -> Iterator[dict[str, Any]]:
    """Yields the branches for which unswitching or histories can't be judged.

    The reason is that too few executions can be compared with the branch's previous execution, or
    that it isn't known what came before many of them. A branch whose history can't be judged may
    not need one, because it should be unswitched, or because an earlier branch of the same
    iteration decides it. Then the item is ``known`` and says so.
    """
    yield from _without_histories(evidence)
    unclear = {
        one["block"]: one
        for one in evidence["histories"]
        if one["may_follow_itself"] and one["decided_by"] is None
    }
    for one in evidence["unswitching"]:
        block = one["block"]
        reasons: list[NotKnown] = []
        if not one["known"]:
            reasons = [_too_few(one, k)]
            yield _of_branch("unswitch", one, reasons)
            if block in unclear and _is_told(unclear[block]):
                reasons = [
                    NotKnown(
                        "earlier iterations tell it, but it needs no history if it keeps its "
                        "answer throughout each entry",
                        missed(unclear[block]),
                    )
                ]
        elif block in unclear and one["advised"]:
            why = f"{asked(one)} keeps its answer throughout each entry, see unswitch"
            yield _known("history", why, one)
            continue
        elif block in unclear:
            reasons = [*_not_reached(unclear[block], k)]
        if block in unclear:
            yield _of_branch("history", one, reasons)


def _without_histories(evidence: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields the branches of which too few histories are known, or that need none of them."""
    for one in evidence["histories"]:
        if one["decided_by"] is not None:
            why = f"{one['decided_by']} decides it in the same iteration, in all executions"
            yield _known("history", f"{asked(one)}: {why}", one)
        elif one["lacks_history"]:
            yield _of_branch("history", one, [_without_history(one)])


def _of_branch(kind: str, one: Mapping[str, Any], reasons: Sequence[NotKnown]) -> dict[str, Any]:
    """Returns an item of ``not_advised`` about a branch for which it isn't known."""
    return _unknown(kind, reasons, [asked(one)], one)


def _unknown(
    kind: str,
    reasons: Sequence[NotKnown],
    branches: Sequence[str] = (),
    branch: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Returns an item of ``not_advised`` about a kind for which it isn't known whether it pays.

    ``branches`` are those that the reasons are about. If the item is about a single ``branch`` in
    place of the loop, ``branches`` has that one.
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

    If it is about a ``branch``, ``why`` names it.
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
    """Says how many executions of a branch can be compared with the previous one in their entry.

    An entry is one entry into the loop, with all its iterations.
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
    """Yields the branches about which the number of the iteration tells as much as any history."""
    peeled = {one["block"]: one for one in evidence["peeling"]["branches"]}
    for one in evidence["histories"]:
        if one["goes_by_first"]:
            shift = peeled[one["block"]]
            first, later = (
                f"{percent(shift[key][0] / sum(shift[key]))} of {key} iterations"
                for key in ("first", "later")
            )
            why = (
                f"that an iteration is the entry's first tells as much as the "
                f"iterations before it: {one['answers'][0]} in {first}, in {later}"
            )
            whole = why if one["goes_by_number"] else f"{asked(one)}: {why}"
            yield _known("history", whole, one)
        if one["goes_by_number"]:
            which = _numbers(one["by_number"], one["later"])
            yield _known("history", f"{asked(one)} goes by the iteration's number: {which}", one)


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
    """Says for which kinds of advice it isn't known whether they pay, and why, without figures.

    Returns None if it is known for all kinds. Reasons that ``are_below`` aren't said here. If all
    kinds have the same reason, the text is this reason, with its figures.
    """
    unknown = [one for one in not_advised if not one["known"]]
    if not unknown:
        return None
    if are_below:
        return f"{kinds_of(unknown)} (the reasons are below)"
    whys = {one["why"] for one in unknown}
    if len(whys) == 1 and len({one["kind"] for one in unknown}) == len(_NOUNS):
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

    ``loops`` are those of the document of ``advise``. The reason that comes first is about the
    costliest loop. Each of a loop's ``cases`` has the kinds of advice and the branches that have
    the same ``extent``.
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
    """Says of a loop what ``not_known`` says, with all branches and figures."""
    told = (
        f"{one['reason']} ({'; '.join(map(case_text, loop['cases']))})"
        for one in by_reason([loop])
        for loop in one["loops"]
    )
    return "; ".join(told) or None


def case_text(case: Mapping[str, Any]) -> str:
    """Says which kinds of advice, and which branches, a reason is about, and how far."""
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

    A reason that several kinds or several branches share is named once.
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


def edits(loops: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Returns the kinds of advice that are given for any loop, each with what one would edit."""
    given = {one["kind"] for loop in loops for one in loop["advice"]}
    return [(kind, text) for kind, text in EDITS.items() if kind in given]


def kinds_of(not_advised: Sequence[Mapping[str, Any]]) -> str:
    """Names the kinds of advice that aren't given."""
    return ", ".join(dict.fromkeys(_NOUNS[one["kind"]] for one in not_advised))


#: Pieces of advice: kind, block, text, and the smallest count from which a share in the text is
#: computed. This count is 0 if the text makes a claim about all executions, because a single
#: execution that isn't counted could contradict the claim.
_Sentences = Iterator[tuple[str, int | None, str, int]]


def _unrolling(evidence: Mapping[str, Any]) -> _Sentences:
    found = evidence["unrolling"]
    if not found["advised"]:
        return
    if found["written_out"]:
        made = found["steady_iterations"]
        share = found["entries_by_iterations"][made] / found["entries"]
        yield (
            "write out", None,
            f"{counted(made, 'iteration')} in {percent(share)} of {amount(found['entries'])} "
            f"entries{_at_most(found)}{_ended_at_top(found) or _left(found)}{_special_case(found)}",
            found["entries"],
        )  # fmt: skip
    if found["factors"]:
        repeat = found["repeats"][found["period"] - 1]
        period = found["period"]
        same = percent(repeat["same"] / repeat["count"])
        speaks_of_all = any(
            it["begun"] == it["entries"] and not _exceptions(it) for it in found["turns"]
        )
        yield (
            "unroll", None,
            f"by {_either(found['factors'])}: {same} of {amount(repeat['count'])} iterations "
            f"after an entry's first {period} that go round again go the same way as the one "
            f"{period} before{_compared(found)}; {_saved(found['turns'])}",
            0 if speaks_of_all else repeat["count"],
        )  # fmt: skip


def _at_most(found: Mapping[str, Any]) -> str:
    """Says that no entry made more iterations than nearly all did, which suggests a fixed bound."""
    made = found["steady_iterations"]
    is_same = found["entries_by_iterations"][made] == found["entries"]
    return ", and more in none" if found["most_iterations"] == made and not is_same else ""


def _left(found: Mapping[str, Any]) -> str:
    """Says where the entries with the number of iterations in question left the loop.

    The text is empty if that isn't known of any entry.
    """
    places = [
        (one["count"], f"in the last iteration at {exit_text(one)}") for one in found["last_exits"]
    ]
    if found["left_at_test"]:
        places.append((found["left_at_test"], "at the loop test"))
    if not places:
        return ""
    seen = sum(count for count, _ in places)
    made = found["entries_by_iterations"][found["steady_iterations"]]
    known = "with that number"
    if seen < made:
        known += f" whose exit the sequences show ({amount(seen)})"
    if len(places) == 1:
        return f"; all {known} left {places[0][1]}"
    shown = sorted(places, key=lambda it: -it[0])[:MOST_TOLD]
    parts = [f"{percent(count / seen)} left {where}" for count, where in shown]
    return f"; of those {known}, {', '.join(parts)}"


def exit_text(one: Mapping[str, Any]) -> str:
    """Names the place where iterations leave a way, or entries a loop, and the answer there."""
    return str(one["text"] or one["place"] or "an unknown line")


def _special_case(found: Mapping[str, Any]) -> str:
    """Says what a special case for a single iteration would save; "" if there are several."""
    if found["steady_iterations"] != 1:
        return ""
    executions = amount(found["left_at_test"] + found["unseen_exits"])
    most = "at most " if found["unseen_exits"] else ""
    return (
        "; a special case for them saves at most the loop test that came again, "
        f"{amount(found['test_bytecodes'])} bytecodes in {most}{executions} executions: "
        f"{percent(found['test_share'])} of the recorded bytecodes"
    )


def _ended_at_top(found: Mapping[str, Any]) -> str:
    """Says how often a loop's body ran in entries whose last iteration ended above the body.

    There can be such entries if the loop has no loop test, but conditions at its top that leave it.
    """
    if not found["steady_at_top"]:
        return ""
    often = found["steady_iterations"] - 1
    ran = f"ran only {counted(often, 'time')}" if often else "never ran"
    share = percent(found["steady_at_top"] / found["entries"])
    return (
        f"; in {share} of them, the last iteration ended at {found['top']}, so what follows that "
        f"{ran}"
    )


def _saved(turns: Sequence[Mapping[str, Any]]) -> str:
    """Says which tests can fall away in the copies of an unrolled loop body."""
    if not turns:
        return (
            "a test falls away in a copy only if it follows from the iteration's number, as the "
            "loop's own may"
        )
    return "; ".join(map(_taking_turns, turns))


def _exceptions(one: Mapping[str, Any]) -> int:
    """Returns how often a branch's answers contradict the pattern in which they alternate.

    If an entry's first iteration doesn't run through the branch, that isn't a contradiction.
    """
    return int(one["broken"] - one["unasked_first"])


def _taking_turns(one: Mapping[str, Any]) -> str:
    """Says when the test of a branch can be left out of the copies of an unrolled loop body.

    The branch's answers alternate in a pattern. A profile doesn't tell what decides the branch, so
    even a perfect pattern may be a coincidence.
    """
    pattern = ", ".join(answer or "not asked" for answer in one["pattern"])
    if one["unasked_first"]:
        entries = counted(one["unasked_first"], "entry", "entries")
        pattern += f"; not asked in the first iteration of {entries}"
    told = f"{asked(one)} takes turns ({pattern})"
    if exceptions := _exceptions(one):
        return (
            f"{told}, but in {amount(exceptions)} of {amount(one['pairs'])} iterations it isn't "
            "its turn, so the copies still have to test it"
        )
    if not one["entries"]:
        return f"{told}; how entries begin isn't known"
    if one["begun"] < one["entries"]:
        return (
            f"{told}, but only {percent(one['begun'] / one['entries'])} of "
            f"{amount(one['entries'])} entries begin with the first of these turns, so a test "
            "before the copies is needed"
        )
    return f"{told} in all entries, and falls away if it follows from the iteration's number"


def _compared(found: Mapping[str, Any]) -> str:
    """Says which share of the iterations can be compared; returns "" if all can."""
    if found["whole_share"] == 1:
        return ""
    return (
        f", of the {percent(found['whole_share'])} of iterations that are one path each and so can "
        "be compared"
    )


def _peeling(evidence: Mapping[str, Any]) -> _Sentences:
    found = evidence["peeling"]
    for one in found["branches"]:
        if one["advised"]:
            parts = [
                f"{mostly(one['answers'], one[kind])} of {amount(sum(one[kind]))} {kind} iterations"
                for kind in ("first", "later")
            ]
            of = min(sum(one["first"]), sum(one["later"]))
            text = f"{asked(one)}: {', '.join(parts)}{_guessed(one)}{_of_few_entries(found)}"
            yield "peel", one["block"], text, of


def _guessed(one: Mapping[str, Any]) -> str:
    """Says how often guesses miss if it is known whether an iteration is its entry's first one."""
    total = sum(one["first"]) + sum(one["later"])
    together, apart = (percent(one[key] / total) for key in ("missed_together", "missed_apart"))
    return f"; the best guess misses {apart} if these are told apart, and {together} otherwise"


def _of_few_entries(found: Mapping[str, Any]) -> str:
    """Says that a few entries may have made all later iterations; "" if these aren't rare."""
    if found["later"] >= _MOST_OF_FEW * found["first"]:
        return ""
    return (
        f"; the loop made only {amount(found['later'])} later iterations after "
        f"{amount(found['first'])} first ones, so it may be a few entries that differ, and the "
        "branch may be settled before the loop"
    )


def _unswitching(evidence: Mapping[str, Any]) -> _Sentences:
    for one in evidence["unswitching"]:
        if one["advised"]:
            kept = [
                f"{answer} {amount(one['pairs'][place][place])} {TIMES}"
                for place, answer in enumerate(one["answers"])
            ]
            yield (
                "unswitch", one["block"],
                f"{asked(one)}: never another answer than the time before in the same entry "
                f"({', '.join(kept)}); only if the loop assigns nothing that the condition reads",
                0,
            )  # fmt: skip


def _histories(evidence: Mapping[str, Any]) -> _Sentences:
    steady = {one["block"] for one in evidence["unswitching"] if one["advised"]}
    unrolling = evidence["unrolling"]
    is_written_out = unrolling["written_out"] or unrolling["too_large_written_out"]
    for one in evidence["histories"]:
        # A history predicts two kinds of branches trivially: those that never change within an
        # entry, and exits of a loop that nearly always makes the same number of iterations.
        if not one["advised"] or one["block"] in steady or (one["leaves"] and is_written_out):
            continue
        total = sum(one["executions"])
        if one["deciding"] is not None:
            told = "; ".join(_behind(one, context) for context in one["contexts"][:MOST_TOLD])
            yield (
                "history", one["block"],
                f"{asked(one)}: of {_executions(one)} {missed(one)}; {told}"
                f"{_left_out(one, total)}",
                min(sum(it["counts"]) for it in one["contexts"][:MOST_TOLD]),
            )  # fmt: skip
        elif one["sure"]:
            shares = (
                f"{_behind(one, it)}, which are {percent(sum(it['counts']) / total)} of "
                f"{_executions(one)} ({overall(one, it)} of all){_nothing_before(one, it)}"
                for it in one["sure"]
            )
            of = min(sum(it["counts"]) for it in one["sure"])
            yield "follows", one["block"], f"{asked(one)}: {'; '.join(shares)}", of
        elif one["random"]:
            yield (
                "branch-free", one["block"],
                f"{asked(one)}: of {_executions(one)} {missed(one)}; only if "
                "neither way calls or allocates anything",
                total,
            )  # fmt: skip


def _executions(one: Mapping[str, Any]) -> str:
    """Returns the number of a branch's executions, and how many are left out."""
    text = f"{amount(sum(one['executions']))} executions"
    if not one["unknown"]:
        return text
    unknown = amount(one["unknown"])
    return f"{text} (without {unknown} whose path ends there and doesn't show the answer)"


def _left_out(one: Mapping[str, Any], total: int) -> str:
    """Says how many histories there are if not all are shown, and what the shown ones cover."""
    shown = one["contexts"][:MOST_TOLD]
    if len(shown) == one["all_contexts"]:
        return ""
    share = percent(sum(sum(it["counts"]) for it in shown) / total)
    return (
        f"; these are the {len(shown)} most frequent of {one['all_contexts']:,} histories, before "
        f"{share} of the executions"
    )


def _superblocks(evidence: Mapping[str, Any]) -> _Sentences:
    found = evidence["superblocks"]
    if found["advised"]:
        hottest = found["hottest"][0]["name"]
        exits = [
            f"{percent(one['count'] / found['begun'])} leave it at {exit_text(one)}"
            for one in found["side_exits"][:MOST_TOLD]
        ]
        yield (
            "superblock", None,
            f"{covered(found)}; of {amount(found['begun'])} iterations "
            f"{percent(found['finished'] / found['begun'])} follow {hottest} to its end, "
            f"{', '.join(exits)}",
            found["begun"],
        )  # fmt: skip


def asked(branch: Mapping[str, Any]) -> str:
    """Returns a branch's question and its place."""
    if branch["place"] is None:
        return str(branch["question"])
    return f"{branch['question']} ({branch['place']})"


def missed(found: Mapping[str, Any]) -> str:
    """Says what share of executions is guessed wrong without a history, and with longer histories.

    A length of history is left out if it hardly helps, or if it may help only by chance. If all
    lengths are left out, the text says why the longest one is left out. Soon after an entry, fewer
    iterations are known; if only guesses there were wrong, the text says so.
    """
    parts = [f"the best guess misses {percent(found['histories'][0]['share'])} without history"]
    last = found["histories"][0]
    for one in found["histories"][1:]:
        is_less = last["missed"] and one["missed"] <= _WORTH_TELLING * last["missed"]
        if one["tells"] and is_less:
            never = ""
            if (
                one["missed"]
                and not one["missed_whole"]
                and one["whole"] >= correlation.LEAST_COUNT
            ):
                never = f" (never where all are known, as for {amount(one['whole'])})"
            with_them = counted(one["iterations"], "iteration")
            parts.append(f"{percent(one['share'])} with {with_them}{never}")
            last = one
    longest = found["histories"][-1]["iterations"]
    if len(parts) == 1 and longest > 0:
        hardly = "hardly fewer"
        if found["histories"][-1]["missed"] <= _WORTH_TELLING * found["histories"][0]["missed"]:
            hardly = "no fewer than chance explains"
        parts.append(f"{hardly} with {counted(longest, 'iteration')}")
    return ", ".join(parts)


def covered(found: Mapping[str, Any]) -> str:
    """Says what share of a loop's bytecodes is in the hottest way, in the two hottest and so on."""
    parts = [
        f"{'with ' if place else ''}{one['name']} {percent(one['covered'])}"
        for place, one in enumerate(found["hottest"])
    ]
    return f"{', '.join(parts)} of the loop's bytecodes"


def is_divided(loop: Mapping[str, Any]) -> bool:
    """Returns whether the ways through a loop are mostly pieces of iterations.

    Inner loops, cut edges or handlers then divide iterations into several paths, and each of these
    has a way of its own.
    """
    found = loop["superblocks"]
    return bool(found["divided_cost"] >= superblocks.COVERED * found["cost"])


def ways(loop: Mapping[str, Any]) -> str:
    """Returns what ``covered`` says about a loop, and how many paths may be missing there."""
    found = loop["superblocks"]
    of = "the costliest first: "
    if is_divided(loop):
        of = "one iteration runs several of these one after the other; the costliest first: "
    return f"{of}{covered(found)}{_others(loop['uncompleted'], found['begun'])}"


def windows(found: Mapping[str, Any]) -> list[str]:
    """Says for each unrolling factor which sequence of that many iterations was most frequent.

    If it is known what share of the iterations is in whole groups of that size, the text has this
    share, too. Only iterations that are a single path are compared. If there are other iterations,
    the first text begins with the share of iterations that are a single path.
    """
    which = ""
    if found["whole_share"] < 1:
        which = f"of the {percent(found['whole_share'])} of iterations that are one path each: "
    is_all = found["whole_share"] >= 1
    texts = [_window(one, is_all=is_all) for one in found["windows"]]
    return [f"{which}{texts[0]}", *texts[1:]] if texts else []


def _window(one: Mapping[str, Any], *, is_all: bool) -> str:
    # Only entries of at least ``factor`` iterations have stretches of that length, so the text says
    # which entries its share is about.
    text = (
        f"{one['factor']} in a row that all go round again, in entries with {one['factor']} or "
        f"more: {one['text']} in "
        f"{percent(one['share'])} of "
        f"{counted(one['count'], 'stretch', 'stretches')}{_in_step(one)}"
    )
    if one["for_90"] > 1:
        text = f"{text}, {one['for_90']:,} sequences make up 90 % of them"
    part = one["part_of_it"]
    low, high = percent(part["low"]), percent(part["high"])
    text = (
        f"{text}; of {counted(one['begun'], 'iteration')} on {one['first']}, "
        f"{percent(one['completed_once_begun'])} begin {one['text']} and complete it; "
        f"{low if low == high else f'{low} to {high}'} of all "
        f"{counted(one['iterations'], 'iteration')} are part of it"
    )
    share = None if one["in_groups"] is None else _within(one["in_groups"])
    if share is None:
        return text
    others = "" if is_all else ", those that aren't one path each included,"
    groups = f"are in whole groups of {one['factor']}"
    return f"{text}; whatever their ways, {share} of all iterations of the loop{others} {groups}"


#: An upper bound of this share or more is left out, because it says hardly more than 100 %.
NEARLY_ALL = 0.9995


def _within(bounds: Mapping[str, float]) -> str | None:
    """Returns a share, or its bounds if they differ; a bound that says nothing is left out.

    Returns None if neither bound says anything.
    """
    low, high = percent(bounds["low"]), percent(bounds["high"])
    if low == high or low.startswith(">"):
        return low
    is_low_known = bounds["low"] > 0 and not low.startswith("<")
    if bounds["high"] >= NEARLY_ALL:
        return f"at least {low}" if is_low_known else None
    return f"{low} to {high}" if is_low_known else f"at most {high}"


def _in_step(one: Mapping[str, Any]) -> str:
    if one["aligned_share"] == one["share"]:
        return ""
    return f" ({percent(one['aligned_share'])} with its rotations)"


def _behind(branch: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    after = f"after {context['text']}" if context["text"] else ""
    if context["is_all"]:
        # Iterations before an inner loop, a cut edge or a handler aren't known.
        after = _at_first(context["text"], is_cut_off=bool(branch["cut_off"]))
    often = mostly(branch["answers"], context["counts"])
    return f"{after} {often} of {amount(sum(context['counts']))}"


def mostly(answers: Sequence[str], counts: Sequence[int]) -> str:
    """Returns the most frequent answer and its share."""
    return _with_share(answers, counts, counts.index(max(counts)))


def overall(branch: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    """Says how often the most frequent answer after a history came in all executions."""
    place = context["counts"].index(max(context["counts"]))
    return _with_share(branch["answers"], branch["executions"], place)


def _with_share(answers: Sequence[str], counts: Sequence[int], place: int) -> str:
    return f"{answers[place]} in {percent(counts[place] / sum(counts))}"


def _nothing_before(branch: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    """Says that executions in the first iterations of entries follow no iteration.

    Returns "" for executions in other iterations.
    """
    if not context["is_all"] or context["text"] or branch["cut_off"]:
        return ""
    return ", and follow no iteration: that they are the entry's first ones tells the answer"


def _at_first(ways: str, *, is_cut_off: bool) -> str:
    """Returns words for a history that reaches as far back as is known; ``ways`` may be "".

    If ``is_cut_off``, the history may end at an inner loop, a cut edge or a handler, because the
    iterations before these aren't known. If not, it reaches back to the loop's entry.
    """
    if is_cut_off:
        known = f"only {ways} is known" if ways else "no iteration before is known"
        return f"if {known} (the loop's entry, an inner loop, a cut edge or a handler came before),"
    return f"after {ways} since the entry" if ways else "in the first iteration"


def _either(numbers: list[int]) -> str:
    *rest, last = map(str, numbers)
    return f"{', '.join(rest)} or {last}" if rest else last
