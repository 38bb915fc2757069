"""Writes advice in sentences, from the evidence in the document of ``advise``."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from kpath_jvm.analysis.advice import correlation, superblocks
from kpath_jvm.analysis.advice.code_size import CodeSize
from kpath_jvm.analysis.advice.correlation import WORTH_TELLING
from kpath_jvm.reports.completed_words import as_far_as_completed, matters
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.output import NEARLY_ALL, amount, counted, percent
from kpath_jvm.reports.repeated_words import mark

#: What one would edit, for each kind of advice.
EDITS = {
    "write out": "write the body as often as the loop usually runs, and keep the loop for entries "
    "with other numbers of iterations; if it usually runs once, handle this case before the loop",
    "unroll": "repeat the body in the loop, and leave out the tests whose answers take turns",
    "peel": "run the first iteration by code of its own, before the loop",
    "unswitch": "ask the branch once before the loop, and have a loop for each answer",
    "history": "if guesses never miss, keep what the earlier iterations found out, and use it "
    "instead of asking again; otherwise the test stays, but a copy of it at the end of each way "
    "through the body may be easier to predict",
    "follows": "let an iteration that decides the branch do the next one's work, too, without "
    "asking again",
    "first": "run the first iteration by code of its own, before the loop, without this test",
    "branch-free": "compute what the branch chooses, without a jump",
    "superblock": "nothing in the source: it is for a compiler, which lays out the hottest way "
    "without jumps and duplicates the code behind its side exits",
}
#: What must be true if a test is moved out of its loop.
UNCHANGED = "only if the loop and what it calls change nothing that the condition reads"
#: If a loop has fewer later iterations per first iteration than this, only a few entries may have
#: made the later ones.
_MOST_OF_FEW = 0.5
#: The kinds of advice in which earlier iterations, or an iteration's number, predict an answer.
_FORETOLD = frozenset({"unroll", "peel", "unswitch", "history", "follows", "first"})
#: At most this many side exits of a loop, or histories of a branch, are shown.
MOST_TOLD = 4


def advised(
    evidence: Mapping[str, Any],
    uncompleted: int | None,
    repetitions: int = 1,
    size: CodeSize | None = None,
) -> list[dict[str, Any]]:
    """Returns the advice that pays, each piece with the keys of documents/advise.py.

    ``uncompleted`` is the number of uncompleted paths that may have run in the loop and aren't
    counted, or None if this number isn't known (analysis/uncompleted.py). A text mentions this
    number if it is more than a rounding error compared with the text's counts. ``repetitions`` says
    how often the method seems to have done the same work (analysis/repeated.py). If
    ``repetitions`` is more than 1, the texts that predict answers end with a mark
    (repeated_words.py). If advice to copy the loop's body would make the method too large for
    HotSpot (``size``), the text says so.
    """
    repeated = mark(repetitions)
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
    """Returns the possible numbers of copies of the loop's body that a piece of advice adds.

    The list is empty if the advice adds no copies, or an unknown number. Unrolling adds as many
    copies as its factor, because the loop itself stays for the iterations that are left over.
    """
    if kind == "write out":
        return [evidence["unrolling"]["steady_iterations"]]
    if kind == "unroll":
        return list(evidence["unrolling"]["factors"])
    if kind in ("peel", "first"):
        return [1]
    if kind == "unswitch":
        (one,) = (it for it in evidence["unswitching"] if it["block"] == block)
        return [len(one["answers"]) - 1]
    return []


def _too_large(size: CodeSize | None, copied: Sequence[int]) -> tuple[str, dict[str, Any] | None]:
    """Says that copies of a loop's body make a method too large; the text is "" if they don't.

    Also returns the keys and values of AdviceSizeKeys, or None if there are no copies.
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


def edits(loops: Sequence[Mapping[str, Any]]) -> list[tuple[str, str]]:
    """Returns the kinds of advice given for at least one loop, each with what one would edit."""
    given = {one["kind"] for loop in loops for one in loop["advice"]}
    return [(kind, text) for kind, text in EDITS.items() if kind in given]


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
            f"entries{_at_most(found)}{_left(found)}{_ended_at_top(found)}{_special_case(found)}",
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
            f"by {either(found['factors'])}: {same} of {amount(repeat['count'])} iterations "
            f"after an entry's first {period} that go round again go the same way as the one "
            f"{period} before{_compared(found)}; {_saved(found['turns'])}",
            0 if speaks_of_all else repeat["count"],
        )  # fmt: skip


def _at_most(found: Mapping[str, Any]) -> str:
    """Says that no entry exceeded the usual number of iterations, which suggests a fixed bound.

    Returns "" if some entry did, or if all entries made that number.
    """
    made = found["steady_iterations"]
    is_same = found["entries_by_iterations"][made] == found["entries"]
    return ", and more in none" if found["most_iterations"] == made and not is_same else ""


def _left(found: Mapping[str, Any]) -> str:
    """Says where the entries with the usual number of iterations left the loop.

    Returns "" if this isn't known for any of these entries.
    """
    places = [
        (one["count"], f"in the last iteration at {exit_text(one)}") for one in found["last_exits"]
    ]
    if found["left_at_test"]:
        places.append((found["left_at_test"], "at the loop test"))
    if not places:
        return ""
    made = found["entries_by_iterations"][found["steady_iterations"]]
    if len(places) == 1 and places[0][0] == made:
        return f"; all with that number left {places[0][1]}"
    shown = sorted(places, key=lambda it: -it[0])[:MOST_TOLD]
    parts = [f"{percent(count / made)} left {where}" for count, where in shown]
    if found["unseen_exits"]:
        parts.append(f"of {amount(found['unseen_exits'])} it isn't known where")
    return f"; of those with that number, {', '.join(parts)}"


def exit_text(one: Mapping[str, Any]) -> str:
    """Returns the text of an exit (SideExitKeys), or its place if it has no text."""
    return str(one["text"] or one["place"] or "an unknown line")


def _special_case(found: Mapping[str, Any]) -> str:
    if found["steady_iterations"] != 1:
        return ""
    executions = amount(found["left_at_test"] + found["unseen_exits"])
    most = "at most " if found["unseen_exits"] else ""
    return (
        "; a special case for them saves at most their second loop test, "
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
    return f"; in entries that left at {found['top']}, what follows that {ran}"


def _saved(turns: Sequence[Mapping[str, Any]]) -> str:
    if not turns:
        return (
            "a test falls away in a copy only if it follows from the iteration's number, as the "
            "loop's own test may"
        )
    return "; ".join(map(_taking_turns, turns))


def _exceptions(one: Mapping[str, Any]) -> int:
    """Returns how often a branch's answers contradict the pattern in which they alternate.

    If an entry's first iteration doesn't run through the branch, that isn't a contradiction.
    """
    return int(one["broken"] - one["unasked_first"])


def _taking_turns(one: Mapping[str, Any]) -> str:
    """Says when the test of a branch can be left out of the copies of an unrolled loop body.

    The branch's answers alternate in a pattern. A profile doesn't show what decides the branch, so
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
    total = sum(one["first"]) + sum(one["later"])
    together, apart = (percent(one[key] / total) for key in ("missed_together", "missed_apart"))
    return f"; the best guess misses {apart} if these are told apart, and {together} otherwise"


def _of_few_entries(found: Mapping[str, Any]) -> str:
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
                f"({', '.join(kept)}); {UNCHANGED}",
                0,
            )  # fmt: skip


def _histories(evidence: Mapping[str, Any]) -> _Sentences:
    steady = {one["block"] for one in evidence["unswitching"] if one["steady"]}
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
                f"{asked(one)}: of {_executions(one)} {missed(one)}{if_it_stays(one)}; {told}"
                f"{_left_out(one, total)}",
                min(sum(it["counts"]) for it in one["contexts"][:MOST_TOLD]),
            )  # fmt: skip
        elif one["sure"]:
            for kind, some in by_kind(one["sure"]):
                shares = (
                    f"{_behind(one, it)}, which are {percent(sum(it['counts']) / total)} of "
                    f"{_executions(one)} ({overall(one, it)} of all)"
                    for it in some
                )
                of = min(sum(it["counts"]) for it in some)
                yield kind, one["block"], f"{asked(one)}: {'; '.join(shares)}", of
        elif one["random"]:
            yield (
                "branch-free", one["block"],
                f"{asked(one)}: of {_executions(one)} {missed(one)}; only if "
                "neither way calls or allocates anything",
                total,
            )  # fmt: skip


def by_kind(
    sure: Sequence[Mapping[str, Any]],
) -> Iterator[tuple[str, list[Mapping[str, Any]]]]:
    """Yields the kinds of advice that a branch's sure answers support, each with its histories.

    In a first iteration, which follows no iteration, an answer calls for another edit than after
    an iteration that decides it.
    """
    for kind, is_first in (("follows", False), ("first", True)):
        if some := [one for one in sure if one["is_all"] == is_first]:
            yield kind, some


def _executions(one: Mapping[str, Any]) -> str:
    text = f"{amount(sum(one['executions']))} executions"
    if not one["unknown"]:
        return text
    unknown = amount(one["unknown"])
    return f"{text} (without {unknown} whose path ends there and doesn't show the answer)"


def _left_out(one: Mapping[str, Any], total: int) -> str:
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
    """Says what share of executions is guessed wrong without a history and with ever longer ones.

    A length of history is left out if it hardly helps, or if it may help only by chance. If all
    lengths are left out, the text says why the longest one is left out. If guesses are wrong only
    soon after an entry, where fewer iterations are known, the text says so.
    """
    parts = [f"the best guess misses {percent(found['histories'][0]['share'])} without history"]
    last = found["histories"][0]
    for one in found["histories"][1:]:
        is_less = last["missed"] and one["missed"] <= WORTH_TELLING * last["missed"]
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
        if found["histories"][-1]["missed"] <= WORTH_TELLING * found["histories"][0]["missed"]:
            hardly = "no fewer than by chance"
        parts.append(f"{hardly} with {counted(longest, 'iteration')}")
    return ", ".join(parts)


def if_it_stays(branch: Mapping[str, Any]) -> str:
    """Says that a branch's test can't be left out, because no known history decides it completely.

    Returns "" if guesses never miss with histories of some length, or only soon after an entry,
    where fewer iterations are known.
    """
    is_certain = any(
        it["tells"]
        and (
            not it["missed"] or (not it["missed_whole"] and it["whole"] >= correlation.LEAST_COUNT)
        )
        for it in branch["histories"][1:]
    )
    return "" if is_certain else "; this only predicts the answer, so the test stays"


def tests(loop: Mapping[str, Any]) -> list[str]:
    """Says how well each branch of the loop's test is predicted, if that is hard without history.

    Branches before which inner loops, cut edges or handlers often hide the history are left out.
    """
    return [
        f"{asked(one)}: of {_executions(one)} {missed(one)}"
        + ("; the iteration's number alone tells as much" if one["number_tells_all"] else "")
        for one in loop["tests"]
        if (total := sum(one["executions"])) >= correlation.LEAST_COUNT
        and one["histories"][0]["missed"] >= correlation.HARD * total
        and one["cut_off"] <= correlation.MOST_CUT_OFF * total
    ]


def covered(found: Mapping[str, Any]) -> str:
    """Says what share of a loop's bytecodes is in the hottest way, in the two hottest and so on."""
    parts = [
        f"{'with ' if place else ''}{one['name']} {percent(one['covered'])}"
        for place, one in enumerate(found["hottest"])
    ]
    return f"{', '.join(parts)} of the loop's bytecodes"


def is_divided(loop: Mapping[str, Any]) -> bool:
    """Returns whether the ways through a loop are mostly pieces of iterations.

    Inner loops, cut edges or handlers then divide iterations into several paths, and each path is
    a way of its own.
    """
    found = loop["superblocks"]
    return bool(found["divided_cost"] >= superblocks.COVERED * found["cost"])


def ways(loop: Mapping[str, Any]) -> str:
    """Returns what ``covered`` says, with a remark on uncompleted paths if there may be many."""
    found = loop["superblocks"]
    of = "the costliest first: "
    if is_divided(loop):
        of = "one iteration runs several of these one after the other; the costliest first: "
    inner = within_inner(loop["ways_within_inner"])
    return f"{of}{covered(found)}{inner}{_others(loop['uncompleted'], found['begun'])}"


def within_inner(ways: Sequence[str]) -> str:
    """Says which ways run in inner loops alone; "" if none does.

    Such ways have none of the loop's own bytecodes, so no list of the costliest ways has them.
    """
    if not ways:
        return ""
    named, more = ways[:MOST_TOLD], len(ways) - MOST_TOLD
    told = f"{', '.join(named)}{f' and {more:,} more' if more > 0 else ''}"
    return f"; {told} {'runs' if len(ways) == 1 else 'run'} in inner loops alone"


def windows(found: Mapping[str, Any]) -> list[str]:
    """Says for each unrolling factor which sequence of that many iterations was most frequent.

    Only iterations that are a single path are compared. If there are other iterations, the first
    text begins with the share of the compared ones.
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


def _within(bounds: Mapping[str, float]) -> str | None:
    """Returns a share, or its bounds if they differ; a bound of nearly 0 or 1 is left out.

    Returns None if both bounds are left out.
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
    """Returns a history's most frequent answer and that answer's share of all executions."""
    place = context["counts"].index(max(context["counts"]))
    return _with_share(branch["answers"], branch["executions"], place)


def _with_share(answers: Sequence[str], counts: Sequence[int], place: int) -> str:
    return f"{answers[place]} in {percent(counts[place] / sum(counts))}"


def _at_first(ways: str, *, is_cut_off: bool) -> str:
    """Returns words for a history that reaches as far back as is known; ``ways`` may be "".

    If ``is_cut_off``, the history may begin after an inner loop, a cut edge or a handler, because
    earlier iterations aren't known. Any other history begins at the loop's entry.
    """
    if is_cut_off:
        known = f"only {ways} is known" if ways else "no iteration before is known"
        return f"if {known} (the loop's entry, an inner loop, a cut edge or a handler came before),"
    return f"after {ways} since the entry" if ways else "in the first iteration"


def either(items: Iterable[object]) -> str:
    """Returns one item or more as in "A, B or C"."""
    *rest, last = map(str, items)
    return f"{', '.join(rest)} or {last}" if rest else last
