"""Makes sentences about branches and what decides them, from the document (branches_summary.py)."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rich.text import Text

from kpath_jvm.analysis.look_back import larger_k_shows_more
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.reports.completed_words import (
    as_far_as_completed,
    in_no_count,
    of_which,
    range_text,
)
from kpath_jvm.reports.counted.edges import NO_PATHS
from kpath_jvm.reports.lines import TIMES
from kpath_jvm.reports.output import amount, counted, percent
from kpath_jvm.reports.repeated_words import same_work
from kpath_jvm.reports.shares import OF_RECORDED

#: A branch has this many outcomes; a switch can have more.
_TWO = 2
#: At most this many branches and dependences of a method are shown. The second number applies if
#: the method is shown alone. --json has all.
_MOST_BRANCHES, _MOST_BRANCHES_ALONE = 20, 60
_MOST_DEPENDENCES, _MOST_DEPENDENCES_ALONE = 8, 20
#: At most this many answers of a switch are shown, unless the method is shown alone.
_MOST_OUTCOMES = 8
#: At most this many pairs of a switch's answers are shown. The second number applies if the method
#: is shown alone.
MOST_PAIRS, _MOST_PAIRS_ALONE = 8, 20
#: If one branch decides another, at most this many answers of the deciding branch are shown.
_MOST_GIVEN = 4
#: At most this many groups of iterations are shown. The second number applies if their best guesses
#: differ.
_MOST_NUMBERS, _MOST_NUMBERS_THAT_DIFFER = 4, 8
#: An iteration joins the group before it if the outcome's shares in the two differ by less than
#: this.
_ALIKE = 0.01
#: The heading of ``successions``.
SUCCESSIONS = "what follows what, one iteration after the other"
#: A note on switches, printed once below all methods.
ABOUT_LABELS = (
    "labels joined by commas lead to the same code, so which of them it was isn't recorded"
)
#: A note on pairs of a switch's answers, printed once below all methods.
ABOUT_PAIRS = (
    "longer sequences than pairs: `report --method CLASS.METHOD -k 3` lists the most frequent "
    "sequences of paths, and `tree` what follows what"
)

#: Answers that are this program's own words, not pieces of code.
_OWN_ANSWERS = frozenset({"yes", "no", "default"})

#: A note about chance, printed once below all methods.
ABOUT_CHANCE = (
    "dependences are ordered by the uncertainty that they remove, times executions. They were seen "
    "in this run, and another run may differ. Chance is excluded only as far as executions are "
    "independent: a run that does the same work several times repeats its coincidences, too"
)

#: A note about rules, printed once below all methods.
ABOUT_SOURCES = (
    "conditions are those of the source; a rule of `check` may name a branch by one of them only "
    "with --sources, because the class file may ask the opposite"
)

#: A note on the numbers of iterations, printed once below all methods.
ABOUT_NUMBERS = (
    "the 1st iteration begins where the loop is entered, and each back edge begins the next one; "
    "if a loop test ends the loop, the last number is that of this test alone, which `report` "
    "doesn't count as an iteration: a `for` loop of 3 iterations asks its test in the 1st to 4th"
)

#: A note on methods in which handlers were entered.
_HANDLER = (
    "a handler starts a new history: what comes after it isn't compared with outcomes before it"
)

#: A function that marks a text as a piece of code.
Quote = Callable[[str], str]


def asks(summary: dict[str, Any]) -> str:
    """Says how many paths before a branch are looked at and what an iteration is.

    If only edges were counted, says why nothing before a branch is known.
    """
    if summary["edges_only"]:
        return f"dependences between branches aren't known: {NO_PATHS}"
    k = summary["k"]
    reach = (
        f"up to {counted(k - 1, 'path')} before the branch {'is' if k == 2 else 'are'} looked at "
        f"(k = {k})"
        if k > 1
        else "with k = 1 nothing before the branch is known"
    )
    own = "iterations are those of the innermost loop around the branch, unless a loop is named"
    return f"{own}; {reach}"


def about_sources(summary: dict[str, Any]) -> str | None:
    """Returns a note on rules of ``check`` that name branches by the source's conditions.

    Returns None if each condition is the same in the class file as in the source. If a condition
    differs, a rule might mean the wrong branch: a branch may ask in the class file what another
    branch asks in the source.
    """
    branches = (one for method in summary["methods"] for one in method["branches"])
    is_other = any(one["question"] != one["in_class_file"] for one in branches if one["matched"])
    return ABOUT_SOURCES if is_other else None


def left_out(summary: dict[str, Any]) -> str | None:
    """Says how many methods aren't shown; returns None if all are shown."""
    if not summary["methods_left_out"]:
        return None
    more = counted(summary["methods_left_out"], "more method")
    return f"{more} with branches and less work (--top, --method)"


def decided_in_all(summary: dict[str, Any]) -> str | None:
    """Says for what shares of executions the outcome was certain, and why; None if unknown."""
    found = summary["decided"]
    if found is None:
        return None
    total = found["executions"]
    methods = "this method" if found["of_methods"] == 1 else f"these {found['methods']:,} methods"
    if found["methods"] < found["of_methods"]:
        methods = f"{found['methods']:,} of these {found['of_methods']:,} methods"
    parts = [
        f"{whose} decided at least {percent(found[key] / total)} with certainty"
        for key, whose in (
            ("same_iteration", "an earlier branch of the same iteration"),
            ("earlier_iteration", "a single outcome in an earlier iteration"),
        )
        if found[key]
    ]
    known = f"{', and '.join(parts)}; how well the others can be guessed is told below"
    if not parts:
        known = "none of the other executions is known to have been decided by an earlier outcome"
    return (
        f"of {amount(total)} executions of branches in {methods}, "
        f"{percent(found['one_way'] / total)} were of branches that always went one way; {known}"
    )


def work(method: dict[str, Any]) -> str:
    """Says which share of the bytecodes a method has, and how many paths it completed.

    If the method completed none, the text has the number of its entries instead. The text ends with
    the number of paths that were begun and not completed, if that is more than a rounding error.
    """
    completed = counted(method["completed"], "path completion")
    if not method["completed"]:
        entries = method["entries"]
        completed = "entries not known" if entries is None else counted(entries, "entry", "entries")
    others = in_no_count(method["uncompleted"], method["completed"])
    return f"{percent(method['share_of_all'])} {OF_RECORDED}, {completed}{others}"


def not_matched(names: list[str], why: list[str]) -> str:
    """Says that the conditions of lines couldn't be matched with the source, and why.

    ``names`` are the names of the lines, and ``why`` has the reason for each.
    """
    by_reason: dict[str, list[str]] = {}
    for name, reason in zip(names, why, strict=True):
        by_reason.setdefault(reason, []).append(name)
    told = "; ".join(
        reason if len(by_reason) == 1 else f"{lines_phrase(', '.join(of))}: {reason}"
        for reason, of in by_reason.items()
    )
    every = lines_phrase(", ".join(names))
    return f"{every}: shown as in the bytecode, not matched with the source ({told})"


def unmatched(method: dict[str, Any], shown: list[dict[str, Any]]) -> str | None:
    """Names the lines whose conditions couldn't be matched with the source.

    Only lines of the branches ``shown`` are named. Returns None if there are no such lines.
    """
    why = dict(zip(method["unmatched_lines"], method["unmatched_why"], strict=True))
    found = {
        one["place"].removeprefix("line "): why[one["line"]]
        for one in shown
        if one["line"] in why and not (one["matched"] or one["kind"] == "handler")
    }
    return not_matched(list(found), list(found.values())) if found else None


def most_executed(
    method: dict[str, Any], *, is_alone: bool, is_exact: bool = True
) -> tuple[list[dict[str, Any]], str]:
    """Returns the branches to show, in the order of lines, and a text about the other branches."""
    executed = [one for one in method["branches"] if one["count"]]
    limit = _MOST_BRANCHES_ALONE if is_alone else _MOST_BRANCHES
    most = sorted(executed, key=lambda one: -one["count"])[:limit]
    where = of_which(method["uncompleted"], is_exact=is_exact)
    rest = [
        (len(executed) - len(most), "executed less often"),
        (len(method["branches"]) - len(executed), f"never executed{where}"),
    ]
    return sorted(most, key=_place), ", ".join(f"{n:,} more {what}" for n, what in rest if n)


def _place(branch: dict[str, Any]) -> tuple[int, int, int]:
    """Returns a key that sorts branches by line.

    Branches aren't shown in the order of the bytecode, because compilers often put a loop's test
    behind the loop's body.
    """
    return branch["line"] or 0, branch["kind"] == "handler", branch["ordinal"]


def outcomes(
    branch: dict[str, Any],
    quote: Quote = str,
    *,
    uncompleted: int | None = 0,
    is_exact: bool = True,
    is_alone: bool = False,
) -> Text:
    """Returns a branch's answers with shares and counts; a switch's most frequent ones come first.

    If the branch's method is shown alone, all answers of a switch are returned. If the branch
    always went one way, the text says only this, and for which executions it holds (``of_which`` in
    completed_words.py).
    """
    if branch["kind"] == "handler":
        return Text("a handler has no outcomes", style="dim")
    count = branch["count"]
    if branch["kind"] == "switch":
        executed = [one for one in branch["outcomes"] if one["most"]]
        shown = sorted(executed, key=lambda one: -one["count"])
    else:
        shown = sorted(branch["outcomes"], key=lambda one: one["answer"] != "yes")
    only = next((one for one in shown if one["count"] == count), None)
    if only is not None:
        where = of_which(uncompleted, is_exact=is_exact)
        return Text(f"always {quoted_answer(only['answer'], quote)}{where}")
    parts = [
        Text.assemble(
            f"{quoted_answer(one['answer'], quote)} ",
            (_often_between(one["count"], one["most"], count), "bold"),
            f" ({range_text(one['count'], one['most'])})",
        )
        for one in (shown if is_alone else shown[:_MOST_OUTCOMES])
    ]
    rest = [] if is_alone else shown[_MOST_OUTCOMES:]
    if rest:
        least = sum(one["count"] for one in rest)
        most = min(sum(one["most"] for one in rest), least + branch["unknown"])
        share = _often_between(least, most, count)
        parts.append(Text(f"{counted(len(rest), 'other')} {share}"))
    if branch["unknown"]:
        share = _often(branch["unknown"], count)
        parts.append(Text(f"not known {share} ({amount(branch['unknown'])})", style="yellow"))
    return Text(", ").join(parts)


def about_labels(summary: Mapping[str, Any]) -> str | None:
    """Returns the note on labels of one outcome, or None if no switch has such labels."""
    switches = (
        one
        for method in summary["methods"]
        for one in method["branches"]
        if one["kind"] == "switch"
    )
    return ABOUT_LABELS if any(shares_labels(one["outcomes"]) for one in switches) else None


def shares_labels(outcomes: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether an executed outcome of a switch has several labels."""
    return any(", " in one["answer"] and one["count"] for one in outcomes)


def successions(
    method: dict[str, Any], *, is_alone: bool, quote: Quote = str
) -> list[tuple[Text, list[str]]]:
    """Returns, for each switch in a loop, how often an outcome came right after another one.

    The first text names the switch, and each of the other texts is about a pair of outcomes. Only
    switches with more than two outcomes are told. The most executed switch comes first.
    """
    branches = {one["block"]: one for one in method["branches"] if one["kind"] == "switch"}
    most = _MOST_PAIRS_ALONE if is_alone else MOST_PAIRS
    found = []
    for one in sorted(method["dependences"], key=lambda one: -one["count"]):
        branch = branches.get(one["block"])
        if branch is not None and is_succession(one):
            texts = pair_texts(
                one["table"],
                [it["answer"] for it in branch["outcomes"]],
                most,
                quote,
                are_all_known=not method["uncompleted"],
            )
            pairs = f" in {amount(one['count'])} pairs of executions"
            found.append((Text.assemble((placed(branch, quote), "bold"), pairs), texts))
    return found


def is_succession(one: Mapping[str, Any]) -> bool:
    """Returns whether a dependence is that of a switch on itself, one iteration before."""
    is_own = one["block"] == one["given"] and one["iterations"] == 1 and not one["across"]
    return is_own and one.get("last") is None and len(_came(one)) > _TWO


def pair_texts(
    table: Sequence[Sequence[int]],
    answers: Sequence[str],
    most: int,
    quote: Quote = str,
    *,
    are_all_known: bool,
) -> list[str]:
    """Returns texts about pairs of successive outcomes, the most frequent pair first.

    ``table`` has a row for each outcome and a column for each outcome one iteration later. Without
    ``are_all_known``, an uncompleted path may have had another pair, so nothing is said to be
    always so.
    """
    names = [quoted_answer(answer, quote) for answer in answers]
    of = [sum(row) for row in table]
    total = sum(of)
    pairs = [
        (count, first, then)
        for first, row in enumerate(table)
        for then, count in enumerate(row)
        if count
    ]
    pairs.sort(key=lambda pair: (-pair[0], *pair[1:]))
    texts = []
    for count, first, then in pairs[:most]:
        comes = f"then {names[then]} in {percent(count / of[first])}"
        if count == of[first] and are_all_known:
            comes = f"then always {names[then]}"
        texts.append(f"{percent(count / total)} ({amount(count)}) {names[first]}, {comes}")
    if len(pairs) > most:
        rest = sum(count for count, _, _ in pairs[most:])
        texts.append(f"{percent(rest / total)} in {counted(len(pairs) - most, 'rarer pair')}")
    return texts


def about_pairs(summary: Mapping[str, Any]) -> str | None:
    """Returns the note on pairs of a switch's outcomes.

    Returns None if no pairs are shown, or if no longer sequences are.
    """
    if summary["k"] == _TWO:
        return None
    is_shown = any(successions(method, is_alone=False) for method in summary["methods"])
    return ABOUT_PAIRS if is_shown else None


def about_numbers(summary: Mapping[str, Any]) -> str | None:
    """Returns the note on how iterations are numbered, or None if no number is shown."""
    if not any(method["by_iteration"] for method in summary["methods"]):
        return None
    return ABOUT_NUMBERS


def about_chance(summary: Mapping[str, Any]) -> str | None:
    """Returns the note about chance, or None if no dependence was found."""
    if not any(method["dependences"] or method["by_iteration"] for method in summary["methods"]):
        return None
    return ABOUT_CHANCE


def decided(
    method: dict[str, Any], *, is_alone: bool, quote: Quote = str
) -> tuple[list[tuple[Text, Text, Text]], list[str]]:
    """Returns the dependences of a method's branches, the strongest one first, and notes.

    A dependence has three texts. The first says how often an outcome of the branch came. The second
    says how often it came after a given outcome or in a given iteration, and the third how much
    better it can then be guessed.
    """
    if not method["completed"]:
        # Each of the method's edges was counted by itself, so it isn't known which outcomes came
        # together.
        return [], []
    items = [method["dependences"][at] for at in method["strongest"]]
    items = [*items, *method["by_iteration"]]
    items, followers = _without_followers(items, method)
    branches = {one["block"]: one for one in method["branches"] if one["kind"] != "handler"}
    items.sort(key=lambda one: -one["bits"] * one["count"])
    items = [as_last(one) for one in items]
    most = _MOST_DEPENDENCES_ALONE if is_alone else _MOST_DEPENDENCES
    found = []
    for one in items[:most]:
        branch = branches[one["block"]]
        told = outcome_told([it["answer"] for it in branch["outcomes"]], _rows(one))
        if "given" in one:
            text = conditional(one, branch, branches[one["given"]], told, quote)
        else:
            text = by_number(one["table"], one["otherwise"], told)
            if of := followers.get(one["block"]):
                named = ", ".join(placed(branches[block], quote) for block in of)
                text.append(f"; so the number also tells about what this branch decides: {named}")
        text.append(of_completed(one, told, method["uncompleted"]))
        given = branches[one["given"]] if "given" in one else None
        first = Text.assemble(
            (placed(branch, quote), "bold"),
            f" {unconditional(one, branch, given, told, quote)}",
        )
        found.append((first, text, Text(_measure(one, branch, quote))))
    notes = []
    if not items:
        notes.append(_none(method))
    notes += [
        f"{placed(branches[one['block']], quote)}: {by_several(one)}"
        for one in method["by_several"]
    ]
    if any(one["kind"] == "handler" and one["count"] for one in method["branches"]):
        notes.append(_HANDLER)
    if len(items) > most:
        notes.append(f"and {len(items) - most:,} more, none of which tells more: --json lists them")
    if (items or method["by_several"]) and method["repetitions"] > 1:
        notes.append(
            f"{same_work(method['repetitions'])}: what looks like a dependence may be a "
            "coincidence that was repeated"
        )
    if any(not one["exact"] for one in items):
        notes.append("counts are lower bounds: the engine's memory was full (--engine-memory)")
    return found, notes


def _without_followers(
    items: list[dict[str, Any]], method: dict[str, Any]
) -> tuple[list[dict[str, Any]], dict[int, list[int]]]:
    """Leaves out the dependence of a decided branch on the iteration's number.

    If ``items`` also has the dependence of the deciding branch on the number, that dependence
    suffices; if not, the dependence of the decided branch stays. Also returns the blocks of the
    decided branches, by the block of the branch that decides them.
    """
    counts = {one["block"]: one["count"] for one in method["branches"]}
    numbered = {one["block"] for one in items if "given" not in one}
    deciding = {
        one["block"]: one["given"]
        for one in items
        if "given" in one
        and one["iterations"] == 0
        and one["misses_given"] == 0
        and one["count"] == counts[one["block"]]
    }
    followers: dict[int, list[int]] = {}
    for block in sorted(numbered & deciding.keys()):
        first = deciding[block]
        # The deciding branch may itself be decided by another one.
        while first in deciding and first in numbered and first != block:
            first = deciding[first]
        if first in numbered and first != block:
            followers.setdefault(first, []).append(block)
    left_out = {block for blocks in followers.values() for block in blocks}
    kept = [one for one in items if "given" in one or one["block"] not in left_out]
    return kept, followers


def as_last(one: dict[str, Any]) -> dict[str, Any]:
    """Returns a dependence with the counts from which its texts are made.

    The counts usually compare each execution with what came ``iterations`` iterations before. But a
    branch may always have had the outcome of its previous execution in the same entry into the
    loop, as far as is known. Then the counts compare with that execution, however many iterations
    lie between. If ``iterations`` is less than 2, the counts stay as they are.
    """
    if one.get("last") is None or one["iterations"] < 2:
        return one | {"is_last": False}
    table = one["last"]["table"]
    counts = [sum(column) for column in zip(*table, strict=True)]
    return one | {
        "is_last": True, "table": table, "count": sum(counts), "unseen": one["last"]["unseen"],
        "misses": sum(counts) - max(counts), "misses_given": 0,
    }  # fmt: skip


def _none(method: dict[str, Any]) -> str:
    why_not = method["why_not_compared"]
    if method["dependences"]:
        return (
            "no branch depends so much on a single outcome before it that the best guess or a "
            "rounded share changes; --json lists what little there is"
        )
    if why_not is None:
        return (
            "no branch depends on a single outcome before it, another branch's or its own, or on "
            "the number of the iteration, as far back as the profile's k shows them"
        )
    if not method["compared_by_iteration"]:
        return f"no branch could be compared with a single outcome before it: {why_not}"
    return (
        "no branch depends on the number of the iteration, as far as the profile's k shows it; "
        f"none could be compared with a single outcome before it: {why_not}"
    )


def why_cut_off(one: Mapping[str, Any], executions: int, k: int) -> Iterator[str]:
    """Yields the reasons why histories don't show a branch's previous outcome in the same entry.

    ``one`` has the numbers of executions ``hidden`` and ``too_far``. A larger k shows more only for
    the executions in ``too_far``.
    """
    if one["hidden"]:
        yield (
            "histories don't reach back across inner loops, cut edges and handlers, whatever the "
            f"-k, and so don't show its last answer before {amount(one['hidden'])} of "
            f"{amount(executions)} executions"
        )
    if one["too_far"]:
        yield (
            f"its last answer before {amount(one['too_far'])} of {amount(executions)} executions "
            f"lies k = {k} paths back or more, or there is none ({larger_k_shows_more(k)})"
        )


def by_several(one: dict[str, Any]) -> str:
    """Says what several outcomes together tell about a branch, or why that isn't known.

    ``one`` is an item of ``by_several`` (documents/branches.py). The text doesn't name the branch.
    """
    count = one["count"]
    if one["iterations"] is None:
        # If a reason names the profile's k, histories reach k - 1 iterations back.
        k = one["seen"] + 1
        reasons = [*why_cut_off(one, count, k)] if one["may_follow_itself"] else []
        if one["cut_short"]:
            before = counted(one["seen"], "iteration")
            reasons.append(f"k = {k} shows only {before} before it: {larger_k_shows_more(k)}")
        return (
            "no single earlier outcome decides it; whether several together do isn't known, "
            f"because {'; and '.join(reasons)}"
        )
    # Imported here, because the texts that `run` prints don't need this module.
    from kpath_jvm.analysis.advice.correlation import LEAST_COUNT

    is_sure = one["misses_whole"] == 0 and one["whole"] >= LEAST_COUNT
    wrong = f"{percent(one['misses_given'] / count)} of {amount(count)} executions"
    made = one["iterations"]
    if is_sure:
        before = "iteration before is" if made == 1 else f"{made} iterations before are"
        wrong = (
            f"where the {before} known, the best guess is never wrong ({amount(one['whole'])} "
            f"executions); in all, it is wrong in {wrong}"
        )
        if one["whole"] == count:
            wrong = f"if the {before} known, the best guess is never wrong in {amount(count)} "
            wrong += "executions"
    else:
        before = "the iteration before is" if made == 1 else f"up to {made} iterations before are"
        wrong = f"if {before} known, the best guess is wrong in {wrong}"
    otherwise = percent(one["misses"] / count)
    if one["misses_single"] is not None:
        single = percent(one["misses_single"] / count)
        return (
            "several earlier outcomes together tell more than any single one, see advise: "
            f"{wrong}; if only the most telling single outcome is known, in {single}; otherwise in "
            f"{otherwise}"
        )
    do = "do" if is_sure else "tell much about it"
    return (
        f"no single earlier outcome decides it; several together {do}, see advise: {wrong}, "
        f"otherwise in {otherwise}"
    )


def _rows(one: Mapping[str, Any]) -> list[list[int]]:
    """Returns the rows of a dependence's table: one for each given outcome, or for each iteration.

    In a dependence on the iteration's number, the row ``otherwise`` comes last.
    """
    return [*one["table"], one["otherwise"]] if "otherwise" in one else one["table"]


def unconditional(
    one: dict[str, Any],
    branch: dict[str, Any],
    given: dict[str, Any] | None,
    told: int,
    quote: Quote = str,
) -> str:
    """Says how often a branch has the outcome ``told``, and which executions this is about.

    ``given`` is the branch on which ``branch`` depends, or None if ``branch`` depends on the number
    of the iteration. The text doesn't name ``branch`` itself.
    """
    count = one["count"]
    share = _often(sum(row[told] for row in _rows(one)), count)
    answer = quoted_answer(branch["outcomes"][told]["answer"], quote)
    which = ""
    if (several := len(_came(one))) > _TWO:
        which = f" (of its {several:,} outcomes, this tells most about it)"
    text = f"is {answer}{which} in {share} of {amount(count)}"
    if count < branch["count"]:
        text += f" executions that can be compared ({amount(branch['count'])} in all"
        if given is not None:
            text += "".join(f"; {why}" for why in _not_compared(one, branch, given, quote))
        text += ")"
    return text


def _not_compared(
    one: dict[str, Any], branch: dict[str, Any], given: dict[str, Any], quote: Quote
) -> Iterator[str]:
    if one["absent"]:
        asked = "it" if given is branch else placed(given, quote)
        when = _when(one, quote)
        text = f"in {counted(one['absent'], 'other')}, {asked} wasn't executed {when}"
        yield f"{text}, or the loop wasn't entered until later" if one["iterations"] else text
    if one["unseen"]:
        yield (
            f"the paths before {amount(one['unseen'])} other executions aren't all known, so these "
            "may go another way"
        )


def conditional(
    one: dict[str, Any],
    branch: dict[str, Any],
    given: dict[str, Any],
    told: int,
    quote: Quote = str,
) -> Text:
    """Says how often the outcome ``told`` came after each of the given branch's outcomes.

    The given branch's most frequent outcomes come first, and only the first few are named. ``one``
    is a result of ``as_last``. If ``one`` compares with the branch's previous executions, the text
    says that the outcome was always the same as before.
    """
    rows = [row for row in range(len(one["table"])) if sum(one["table"][row])]
    rows.sort(key=lambda row: -sum(one["table"][row]))
    if one["is_last"]:
        counts = ", ".join(
            f"{quoted_answer(given['outcomes'][row]['answer'], quote)} "
            f"{amount(one['table'][row][row])} {TIMES}"
            for row in rows
        )
        return Text.assemble(
            ("always", "bold"),
            " the same as at its previous execution in the entry into the loop, wherever that is "
            f"known ({counts})",
        )
    text = Text("given it was " if given is branch else f"given {placed(given, quote)} was ")
    for at, row in enumerate(rows[:_MOST_GIVEN]):
        of = sum(one["table"][row])
        answer = quoted_answer(given["outcomes"][row]["answer"], quote)
        text.append(f"; given {answer}: " if at else f"{answer} {_when(one, quote)}: ")
        _append_often(text, one["table"][row][told], of)
    if rest := rows[_MOST_GIVEN:]:
        others = sum(sum(one["table"][row]) for row in rest)
        text.append(f"; and {counted(len(rest), 'rarer answer')}, {amount(others)} times in all")
    return text


def by_number(table: list[list[int]], otherwise: list[int], told: int) -> Text:
    """Says how often the outcome ``told`` came in the first iteration, in the second, and so on.

    Consecutive iterations with similar shares are grouped.
    """
    groups: list[tuple[int, int, list[int]]] = []
    for number, row in enumerate(table, start=1):
        if not sum(row):
            continue
        if groups and _are_alike(groups[-1][2], row, told):
            first, _, before = groups.pop()
            groups.append((first, number, _added([before, row])))
        else:
            groups.append((number, number, row))
    shown = _shown_groups([counts for _, _, counts in groups], otherwise)
    rest = _added([otherwise, *(counts for _, _, counts in groups[shown:])])
    text = Text()
    for first, last, counts in groups[:shown]:
        text.append("; in the " if text else "in the ")
        text.append(_ordinal(first))
        if first < last:
            text.append(f"{' and' if first + 1 == last else ' to'} {_ordinal(last)}")
        text.append(" iteration: " if first == groups[0][0] else ": ")
        _append_often(text, counts[told], sum(counts))
    if sum(rest):
        text.append("; otherwise: " if text else "otherwise: ")
        _append_often(text, rest[told], sum(rest))
        if _best(otherwise, *(counts for _, _, counts in groups[shown:])) is None:
            text.append(", differing by iteration")
    return text


def _shown_groups(groups: Sequence[Sequence[int]], otherwise: Sequence[int]) -> int:
    """Returns how many of the first groups of iterations to show separately.

    The others are added to ``otherwise``. Few groups with different best guesses aren't added up,
    so that the reader can work out how often the best guess is wrong.
    """
    shown = min(len(groups), _MOST_NUMBERS)
    most = min(len(groups), _MOST_NUMBERS_THAT_DIFFER)
    while shown < most and _best(otherwise, *groups[shown:]) is None:
        shown += 1
    return shown


def _best(*groups: Sequence[int]) -> int | None:
    """Returns the outcome that is the best guess in each of the groups; None if there is none."""
    asked = [counts for counts in groups if sum(counts)]
    for outcome in range(len(groups[0])):
        if all(counts[outcome] == max(counts) for counts in asked):
            return outcome
    return None


def _added(rows: Sequence[Sequence[int]]) -> list[int]:
    return [sum(column) for column in zip(*rows, strict=True)]


def of_completed(one: Mapping[str, Any], told: int, uncompleted: int | None) -> str:
    """Says that a dependence is about completed paths, if its text has "always" or "never".

    A single path that wasn't completed may contradict these words, but would hardly change a share
    in per cent. The text is empty if there are no such words, or if ``uncompleted`` is 0 or None.
    None means unknown, and a text about the whole profile says so.
    """
    rows = [(row[told], sum(row)) for row in _rows(one) if sum(row)]
    is_absolute = one.get("is_last") or any(count in (0, of) for count, of in rows)
    return as_far_as_completed(uncompleted) if uncompleted and is_absolute else ""


def _append_often(text: Text, count: int, of: int) -> None:
    text.append(_often(count, of), style="bold")
    text.append(f" ({amount(of)})" if count in (0, of) else f" of {amount(of)}")


def _are_alike(one: Sequence[int], other: Sequence[int], told: int) -> bool:
    """Returns whether two groups of iterations can be shown as one.

    Their best guesses must be the same, and the shares of the outcome ``told`` must both be 1, both
    be 0, or be nearly equal and neither 0 nor 1.
    """
    shares = (one[told], sum(one)), (other[told], sum(other))
    words = {_often(*share) for share in shares}
    if words & {"always", "never"}:
        return len(words) == 1
    (first, of_first), (second, of_second) = shares
    is_near = abs(first / of_first - second / of_second) < _ALIKE
    return is_near and _best(one, other) is not None


def _ordinal(number: int) -> str:
    is_teen = number % 100 in (11, 12, 13)
    ending = "th" if is_teen else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def outcome_told(answers: Sequence[str], table: Sequence[Sequence[int]]) -> int:
    """Returns the position of the outcome that the text is about.

    ``answers`` are those of the outcomes. For a branch, the outcome is "yes". For a switch, it is
    the one whose share differs most between the rows of the table.
    """
    if "yes" in answers:
        return answers.index("yes")
    sums = [sum(column) for column in zip(*table, strict=True)]
    count = sum(sums)
    change = [
        sum(abs(row[at] * count - sum(row) * sums[at]) for row in table)
        for at in range(len(answers))
    ]
    return change.index(max(change))


def _came(one: Mapping[str, Any]) -> dict[int, int]:
    sums = [sum(column) for column in zip(*_rows(one), strict=True)]
    return {place: count for place, count in enumerate(sums) if count}


def _measure(one: dict[str, Any], branch: dict[str, Any], quote: Quote = str) -> str:
    """Says how much better the outcome can be guessed if what it depends on is known.

    If there are more than two outcomes, the text says that it is about all of them, because the
    texts before it are about one outcome. It then also names the most frequent outcome, which is
    the best guess without the dependence.
    """
    count, misses, given = one["count"], one["misses"], one["misses_given"]
    if given == 0:
        # Nothing is known about the executions that aren't in the table, so the text says what
        # share of all executions is decided.
        share = percent(count / branch["count"])
        decides = "decides it" if count == branch["count"] else f"decides {share} of its executions"
        return f"{decides}; without it the best guess is wrong in {percent(misses / count)} of them"
    text = f"removes {percent(one['explained'])} of the uncertainty"
    before, after = percent(misses / count), percent(given / count)
    if len(came := _came(one)) > _TWO:
        most = branch["outcomes"][max(came, key=lambda place: came[place])]["answer"]
        guess = f"if {quoted_answer(most, quote)} is always guessed, that is wrong in {before}"
        told = f"{text} about all {len(came):,} outcomes; {guess} of them"
        if before == after:
            return f"{told}, and so is the best guess with it"
        return f"{told}, and the best guess with it in {after}"
    if before == after:
        return f"{text}; the best guess stays wrong in {before} of them"
    return f"{text}; the best guess is wrong in {before} of them, with it in {after}"


def placed(branch: Mapping[str, Any], quote: Quote = str) -> str:
    """Returns a branch's place, if it is known, and its question."""
    where = "" if branch["place"] is None else f"{quoted_place(branch['place'], quote)} "
    return f"{where}{quote(branch['label'])}"


def quoted_place(place: str, quote: Quote) -> str:
    """Returns a place, quoted if it names a file, because a file's name can be any text."""
    return quote(place) if ":" in place else place


def quoted_answer(answer: str, quote: Quote) -> str:
    """Returns an answer, quoted if it is a piece of code."""
    return answer if answer in _OWN_ANSWERS else quote(answer)


def _when(dependence: dict[str, Any], quote: Quote) -> str:
    count = dependence["iterations"]
    if count == 0 and dependence["loop_block"] is None:
        return "earlier in the same call"
    place = dependence["loop_place"]
    if not dependence["across"] or place is None:
        one = "one iteration before" if count == 1 else f"{count} iterations before"
        return one if count else "in the same iteration"
    loop = f"the loop at {quoted_place(place, quote)}"
    if count < 2:
        return f"in the {'previous' if count else 'same'} iteration of {loop}"
    return f"{count} iterations of {loop} before"


def _often_between(least: int, most: int, of: int) -> str:
    if least == most:
        return _often(least, of)
    return f"{percent(least / of)} to {percent(most / of)}"


def _often(count: int, of: int) -> str:
    """Returns a share in per cent, or "always" or "never" if it is exactly 1 or 0."""
    if count in (0, of):
        return "always" if count else "never"
    return percent(count / of)
