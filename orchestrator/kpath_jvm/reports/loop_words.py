"""Returns the texts about loops that all outputs share."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from kpath_jvm.analysis.uncertainty import VISIBLE
from kpath_jvm.profile.names import without_package
from kpath_jvm.reports.completed_words import matters, range_text
from kpath_jvm.reports.iteration_words import k_of_mean
from kpath_jvm.reports.output import (
    NEARLY_ALL,
    amount,
    counted,
    percent,
    percent_at_least,
    percent_at_most,
)
from kpath_jvm.reports.repeated_words import about_marks, mark
from kpath_jvm.reports.shares import of_bytecodes

#: At most this many figures of the next way's uncertainty are shown.
_MOST_KNOWN = 4
_ONE = "1"
#: At most this many back edges of a loop are named.
_MOST_BACK_EDGES = 4
#: At most this many loops of one kind are named.
_MOST_NAMED = 3


def next_iteration(
    found: Mapping[str, Any] | None, warning: Callable[[int], str] = mark
) -> list[str]:
    """Says how predictable the next iteration's way is, and how often the loop is left.

    ``found`` is the value of a loop's key ``next_iteration`` (docs/formats/json.md). If no path
    followed a back edge, ``found`` is None and the list is empty. ``warning`` returns what is added
    if the loop's method seems to have repeated its work: a mark, if a list explains its marks.
    """
    if found is None:
        return []
    if found["rare"]:
        return [f"went round only {counted(found['followed'] + found['not_followed'], 'time')}"]
    stayed = found["followed"] - found["left"]
    texts = []
    if stayed:
        subject = f"{_subject(found, stayed)}{_if_completed(found)}"
        # Exits aren't among the ways, so "always" doesn't mean that an exit is predictable.
        where = " if the loop isn't left" if found["left"] or found["unclear"] else ""
        ways = _ways(found["ways"], where, found["sure_from"])
        texts = [f"{subject}: {ways}{_end_of_ways(found)}{_parts(found, stayed)}"]
    left = "; ".join(filter(None, (_left(found), _not_followed(found))))
    repeated = warning(found["repetitions"])
    if repeated and _are_foretold([one["bits"] for one in found["ways"]]):
        texts[-1] += repeated
    elif repeated and _are_foretold(found["exit_bits"]):
        left += repeated
    return [*texts, *([left] if left else [])]


def several_paths(found: Mapping[str, Any] | None) -> str:
    """Says how many iterations are several paths; returns "" if each iteration is one path.

    An entry's first iteration isn't counted, because its path may begin before the loop.
    """
    if found is None or not found["pieces"]:
        return ""
    stayed = found["followed"] - found["left"]
    which = "iterations after an entry's first"
    if found["pieces"] == stayed:
        return f"; all {which} are several paths each"
    return f"; {percent(found['pieces'] / stayed)} of {which} are several paths each"


def _subject(found: Mapping[str, Any], stayed: int) -> str:
    """Says what is predicted: the next iteration, or its first part.

    The first part is predicted if inner loops, cut edges or throws divide every next iteration.
    """
    if found["pieces"] == stayed:
        return f"first part of the next iteration, {_upto(found)}"
    return "next iteration"


def _parts(found: Mapping[str, Any], stayed: int) -> str:
    """Says for what share of the next iterations only the first part is predicted.

    The text is empty if the share is 0, or if it is 1, which ``_subject`` says.
    """
    pieces = found["pieces"]
    if pieces in (0, stayed):
        return ""
    share = percent(pieces / stayed)
    return f"; in {share} of iterations that come next, only the first part counts, {_upto(found)}"


def _upto(found: Mapping[str, Any]) -> str:
    """Says where the first parts of iterations end."""
    if found["thrown"] == found["pieces"]:
        return "up to a throw that the loop may catch"
    if found["thrown"]:
        return "up to an inner loop's back edge, a cut edge or a throw that the loop may catch"
    return "up to an inner loop's back edge or a cut edge"


def _left(found: Mapping[str, Any]) -> str:
    """Says after what share of its back edges the loop was left.

    If inner loops, cut edges or throws divide iterations, exits from later parts of iterations
    count, too, as far as they are known. Then the text is empty if no exits are known.
    """
    left, unclear, followed = found["left"], found["unclear"], found["followed"]
    edges = counted(followed, "back edge")
    if found["pieces"] and not found["left_exact"]:
        return _left_in_all(found, edges)
    if left + unclear == 0:
        return f"not left after any of {edges}"
    if left == followed:
        return f"left after {'each of ' if left > 1 else ''}{edges}{_inside(found)}"
    share = percent(left / followed)
    if unclear:
        share = f"{percent_at_least(left / followed)} to "
        share += percent_at_most((left + unclear) / followed)
    return f"left after {share} of {edges}{_foretold(found)}{_inside(found)}"


def _left_in_all(found: Mapping[str, Any], edges: str) -> str:
    """Says after what share of the back edges the loop was left, in any part of an iteration."""
    left, followed = found["left_in_all"], found["followed"]
    if not left:
        return ""
    share = percent(left / followed)
    if not found["left_in_all_exact"]:
        least = percent_at_least(left / followed)
        # "At least < 0.1 %" would say nothing.
        share = f"at least {amount(left) if least.startswith('<') else least}"
    elif left == followed:
        share = "each"
    return f"left in the iteration after {share} of {edges}"


def _inside(found: Mapping[str, Any]) -> str:
    """Says how often the loop was left within the next iteration, and not at the loop test.

    The text is empty if that never happened, or if the loop has no test.
    """
    inside, left = found["left_inside"], found["left"]
    if not inside:
        return ""
    if inside == left:
        return ", in the next iteration and not at the loop test"
    of = found["followed"]
    at_test = f"at the loop test after {percent((left - inside) / of)}"
    return f": {at_test}, in the next iteration after {percent(inside / of)}"


def _foretold(found: Mapping[str, Any]) -> str:
    """Says how uncertain an exit from the loop is, without and with known previous paths.

    The text is empty if the uncertainty isn't known.
    """
    bits = found["exit_bits"]
    if not bits:
        return ""
    first, *others = figures_to_show(bits, 2)
    told = [f"{bits[first]:.2f} bits of uncertainty"]
    if _are_foretold(bits):
        told += [f"{bits[known]:.2f} when {_previous(known)} known" for known in others]
        by_number = found["exit_bits_by_number"]
        if by_number and by_number[-1] - bits[-1] < VISIBLE:
            told.append("the iteration's number alone tells as much")
    elif bits[0] >= VISIBLE and len(bits) > 1:
        told.append(f"previous paths tell less than {VISIBLE} bits")
    return f" ({'; '.join(told)})"


def _are_foretold(bits: Sequence[float]) -> bool:
    """Returns whether previous paths predict something.

    ``bits`` has the uncertainty with 0, 1, 2 ... known previous paths.
    """
    return bool(bits) and bits[0] - bits[-1] >= VISIBLE


def figures_to_show(bits: Sequence[float], most: int = _MOST_KNOWN) -> list[int]:
    """Returns the numbers of known paths whose figures a text shows.

    ``bits`` has the uncertainty with 0, 1, 2 ... known previous paths. It never grows. The number 0
    is always shown, and at most ``most`` numbers are shown in all.

    A rest is a fall of the uncertainty that isn't shown: from a shown number to the number just
    before the next shown number, or from the last shown number to the end. The function returns the
    fewest numbers that leave only rests below ``VISIBLE``. Of several such choices, it returns the
    one whose largest rest is smallest. If even ``most`` numbers leave a larger rest, at least the
    last rest is below ``VISIBLE``.
    """
    # For each last number, the best choice that ends with it: its largest rest, and its numbers.
    found: dict[int, tuple[float, list[int]]] = {0: (0.0, [0])}
    for shown in range(1, most + 1):
        rests = [
            (max(rest, bits[last] - bits[-1]), numbers)
            for last, (rest, numbers) in found.items()
            if bits[last] - bits[-1] < VISIBLE
        ]
        if rests and (min(rests)[0] < VISIBLE or shown == most):
            return min(rests)[1]
        found = {
            known: min(
                (max(rest, bits[last] - bits[known - 1]), [*numbers, known])
                for last, (rest, numbers) in found.items()
                if last < known
            )
            for known in range(shown, len(bits))
        }
    raise AssertionError("the last number leaves no rest, so some choice was found")


def _others(found: Mapping[str, Any]) -> int:
    """Returns after how many back edges no path was completed, or 0 if that needn't be said.

    A few such back edges change no figure. But even one may contradict a text that says "always",
    or that the loop was left after each back edge or after none.
    """
    others, followed = found["not_followed"] or 0, found["followed"]
    is_certain = found["sure_from"] is not None or any(one["bits"] == 0 for one in found["ways"])
    is_always = not found["pieces"] and not found["unclear"] and found["left"] in (0, followed)
    return others if matters(others, followed) or is_certain or is_always else 0


def _if_completed(found: Mapping[str, Any]) -> str:
    """Says after what share of the back edges a path was completed.

    The text is empty if ``_others`` returns 0.
    """
    others, followed = _others(found), found["followed"]
    if not others:
        return ""
    share = percent(followed / (followed + others))
    return f" if its path is completed, as after {share} of the back edges"


def _not_followed(found: Mapping[str, Any]) -> str:
    others, followed = _others(found), found["followed"]
    if not others:
        return ""
    share = percent(others / (followed + others))
    text = f"after {amount(others)} more ({share} of all) no path was completed"
    if not _left(found):
        edges = counted(followed + others, "back edge")
        text = f"after {amount(others)} of {edges} ({share}) no path was completed"
    if not found["caught"]:
        return text
    return f"{text}; {counted(found['caught'], 'path')} began at a handler in the loop"


def loops_ran(loops: int, known: Mapping[str, Any]) -> str:
    """Says how many loops ran, as far as that is known.

    ``known`` is the value of the key ``known`` (documents/report.py).
    """
    if not known["is_windowed"]:
        return f"{counted(loops, 'loop')} ran"
    return (
        f"{counted(loops, 'loop')} {'was' if loops == 1 else 'were'} seen to run (others may have "
        "run, as path windows counted only first paths)"
    )


def no_loops(summary: Mapping[str, Any]) -> str:
    """Says that no loop ran, as far as that is known.

    ``summary`` is a report's document (documents/report.py).
    """
    if summary["known"]["is_windowed"]:
        return "no loop was seen to run"
    if summary["cut_off"] and summary["cut_off"]["loops"]:
        return "no completed path ran through a loop, but paths that were cut off may have"
    return "no loop was run through"


def shared_header(row: Mapping[str, Any]) -> str | None:
    """Says where a loop's back edges begin, if the loop may be several loops of the source.

    Returns None for other loops. ``row`` has the facts of ``back_edges_document``.
    """
    if not row["may_be_several"]:
        return None
    taken = sorted((one for one in row["back_edges"] if one["most"]), key=lambda one: -one["most"])
    told = [
        f"{'an unknown line' if one['place'] is None else one['place']} "
        f"({range_text(one['count'], one['most'])} {'time' if one['most'] == 1 else 'times'})"
        for one in taken[:_MOST_BACK_EDGES]
    ]
    if len(taken) > len(told):
        told.append(f"{len(taken) - len(told):,} more places")
    places = f"{', '.join(told[:-1])} and {told[-1]}"
    return (
        f"{len(taken):,} of {len(row['back_edges']):,} back edges to its header were taken, from "
        f"{places}: "
        "if several loops of the source begin here, they are counted as this one loop"
    )


def share_of_loops(work: Mapping[str, Any], known: Mapping[str, Any]) -> str:
    """Says how many loops ran, and what share of all counted bytecodes they executed.

    ``work`` and ``known`` are the values of a report's keys of these names (documents/report.py).
    """
    total, inside = work["bytecodes"], work["bytecodes_in_loops"]
    share = percent(inside / total) if total else "-"
    return f"{loops_ran(work['loops'], known)}, with {share} {of_bytecodes(known)}"


def loop_name(row: Mapping[str, Any]) -> str:
    """Returns the name of a loop in a text: its method and its line."""
    return f"{row['title']}, {_place(row)}"


def short_loop_name(row: Mapping[str, Any]) -> str:
    """Returns the name of a loop in a text, without the package."""
    return f"{without_package(row['title'], row['class'])}, {_place(row)}"


def _place(row: Mapping[str, Any]) -> str:
    return row["loop"]["header_place"] or f"loop {row['number'] + 1}"


def ways_of_loops(loops: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Returns how uncertain the next way is, as a weighted average over several loops.

    Only loops whose figures are about whole iterations count. There is an item for each number of
    known previous paths. The items end where the profile may lack longer sequences of one of the
    loops. A loop's weight is the number of back edges after which the loop wasn't left.

    If a loop has no figure for a number of known paths, its last figure is used. The last figure is
    exact if the loop has no longer history. It is an upper bound if too few executions have a
    longer history.
    """
    told = [row["next_iteration"] for row in loops if _is_of_whole(row)]
    weights = [one["followed"] - one["left"] for one in told]
    shown = max((len(one["ways"]) for one in told), default=0)
    for one in told:
        if one["lacks_longer"]:
            shown = min(shown, len(one["ways"]))
    found = []
    for known in range(shown):
        bits = sum(
            weight * one["ways"][min(known, len(one["ways"]) - 1)]["bits"]
            for weight, one in zip(weights, told, strict=True)
        ) / sum(weights)
        found.append({"known": known, "bits": bits, "equal_ways": 2**bits})
    return found


def loops_with_ways(loops: Sequence[Mapping[str, Any]]) -> int:
    """Returns over how many of the loops ``ways_of_loops`` is an average."""
    return sum(map(_is_of_whole, loops))


def _has_ways(row: Mapping[str, Any]) -> bool:
    """Returns whether a loop has figures on the way of its next iteration."""
    return bool(row["next_iteration"] and row["next_iteration"]["ways"])


def _is_of_whole(row: Mapping[str, Any]) -> bool:
    """Returns whether a loop's figures on the next way are about whole iterations.

    If iterations are divided, the figures are about first parts of iterations. An average over
    first parts and whole iterations would mean nothing, unless the parts are so few that they don't
    change a rounded figure.
    """
    found = row["next_iteration"]
    return _has_ways(row) and not matters(found["pieces"], found["followed"])


class _Loops(Struct, frozen=True):
    """The words for all loops that a text is about: their number, and a plural noun."""

    count: int
    noun: str

    def some(self, count: int) -> str:
        """Returns words for so many of the loops, as in "2 of the 10 loops listed"."""
        every = f"the {self.count:,} {self.noun}"
        return every if count == self.count else f"{count:,} of {every}"


class _Needed(Struct, frozen=True):
    """How long sequences must be to tell nearly everything about one loop.

    ``k`` is the length beyond which the figures fall by less than ``VISIBLE``. ``is_too_short`` is
    set if the figures may fall further with a larger k than the profile's, because they still fall
    at the longest sequences. ``is_open`` is set if the longest sequences leave something uncertain,
    and only the profile's k limits their length. ``of_exit`` is set if the figures are about
    whether the loop is left, and not about its ways. ``length`` says with which k an entry of the
    mean length would be seen to its end; it is "" if that is so with the profile's k.
    """

    name: str
    k: int
    is_too_short: bool
    is_open: bool
    of_exit: bool
    length: str


def _needed(row: Mapping[str, Any], name: str, k: int) -> _Needed | None:
    """Returns what a loop's ways need or what its exit needs, whichever is longer.

    Returns None if the loop has no figures.
    """
    found, length = row["next_iteration"], _length_of_entries(row, k)
    ways = [one["bits"] for one in found["ways"]]
    needed = []
    for bits, of_exit in ((ways, False), (found["exit_bits"], True)):
        if not bits:
            continue
        known = next(at for at, one in enumerate(bits) if one - bits[-1] < VISIBLE)
        # Longer sequences may reduce the figures only if these end because sequences are too short.
        is_open = bits[-1] >= VISIBLE and (len(bits) >= k or found["lacks_longer"])
        falls = 0 < known == len(bits) - 1
        needed.append(_Needed(name, known + 1, is_open and falls, is_open, of_exit, length))
    return max(needed, key=lambda one: (one.is_too_short, one.is_open, one.k), default=None)


def _length_of_entries(row: Mapping[str, Any], k: int) -> str:
    """Says with which k an entry of the loop's mean length would be seen to its end.

    The text is "" if ``k`` is enough, or if the length isn't known.
    """
    found = row["iterations_per_entry"]
    needed = None if found is None else k_of_mean(found, k)
    if needed is None:
        return ""
    if needed <= found["largest_k"]:
        return f"-k {needed} shows an average entry to its end"
    return f"an average entry is longer than the largest -k, {found['largest_k']}"


def _how_long(found: Sequence[_Needed], k: int, loops: _Loops, as_far: str) -> list[str]:
    """Says for how many loops sequences of ``k`` paths are long enough, and for which they aren't.

    ``as_far`` says what else than k limits the number of known paths for which there are figures.
    """
    short = [one for one in found if one.is_too_short]
    opened = [one for one in found if one.is_open and not one.is_too_short]
    enough = [one for one in found if not one.is_open]
    texts = []
    if enough:
        most = max(one.k for one in enough)
        less = f"sequences of more than {most} paths tell less than {VISIBLE} bits more"
        if most == 1:
            less = f"the paths before an iteration tell less than {VISIBLE} bits about it"
        texts.append(f"k = {k} is large enough for {loops.some(len(enough))}: {less}{as_far}")
    if short:
        subject = "it" if enough else f"k = {k}"
        figures = "their figures still fall" if len(short) > 1 else "its figures still fall"
        texts.append(
            f"{subject} is too small for {loops.some(len(short))}: {figures} at the longest "
            f"sequences, so a larger -k may tell more: {_names(short)}"
        )
    if opened:
        texts.append(
            f"it isn't known whether a larger -k tells more about {loops.some(len(opened))}: "
            f"{_names(opened)}"
        )
    return texts


def _names(some: Sequence[_Needed]) -> str:
    return _first_names([f"{one.name}{_in_brackets(one)}" for one in some])


def _in_brackets(one: _Needed) -> str:
    told = ["to tell whether it is left"] if one.of_exit else []
    told += [one.length] if one.length and one.is_open else []
    return f" ({'; '.join(told)})" if told else ""


def _first_names(names: Sequence[str]) -> str:
    """Returns the first names of a list, and how many more there are."""
    more = [f"{len(names) - _MOST_NAMED:,} more"] if len(names) > _MOST_NAMED else []
    return "; ".join([*names[:_MOST_NAMED], *more])


def about_repeated(told: Iterable[Mapping[str, Any]]) -> str:
    """Explains the marks of loops about which earlier paths may tell something by a coincidence.

    Their methods seem to have repeated their work. The text is "" if there are no such loops.
    ``told`` are facts about loops' next iterations.
    """
    return about_marks([one["repetitions"] for one in told if _may_be_coincidence(one)])


def _may_be_coincidence(found: Mapping[str, Any]) -> bool:
    bits = ([one["bits"] for one in found["ways"]], found["exit_bits"])
    repeated = not found["rare"] and found["repetitions"] > 1
    return repeated and any(map(_are_foretold, bits))


def over_all_loops(summary: Mapping[str, Any]) -> str:
    """Returns ``all_next_iterations`` of the loops of a report's document."""
    loops = summary["loops"]
    return all_next_iterations(loops, [*map(short_loop_name, loops)], summary["k"])


def all_next_iterations(
    loops: Sequence[Mapping[str, Any]], names: Sequence[str], k: int, which: str = "loops listed"
) -> str:
    """Says whether ``k`` is large enough to tell nearly everything about the next iterations.

    Adds the average uncertainty of the next iteration's way, and explains the marks in the loops'
    rows. ``names`` has the name of each loop, ``k`` is the length of the profile's longest
    sequences, and ``which`` is a plural noun for all of ``loops``. If nothing is uncertain, or if
    fewer than two loops have figures, the text only explains the marks: a single loop's figures are
    in its own row.
    """
    # Loops that rarely went round have no figures in their own rows, either.
    pairs = [
        (row, name)
        for row, name in zip(loops, names, strict=True)
        if row["next_iteration"] and not row["next_iteration"]["rare"]
    ]
    found = [one for row, name in pairs if (one := _needed(row, name, k))]
    told = [row["next_iteration"] for row, _ in pairs]
    if len(found) < 2 or not _is_uncertain(told):
        return about_repeated(told)
    every = _Loops(len(loops), which)
    is_few = any(one["too_few"] for one in told)
    as_far = ", as far as there are enough executions to tell" if is_few else ""
    texts = [] if k < 2 else _how_long(found, k, every, as_far)
    texts += filter(None, (_mean(loops, every), about_repeated(told)))
    first, *others = texts or [""]
    return ". ".join([first, *(f"{text[:1].upper()}{text[1:]}" for text in others)])


def _is_uncertain(told: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether the uncertainty of any loop's next way or exit reaches ``VISIBLE``.

    ``told`` are facts about loops' next iterations.
    """
    firsts = [bits for one in told for bits in one["exit_bits"][:1]]
    firsts += [one["ways"][0]["bits"] for one in told if one["ways"]]
    return any(bits >= VISIBLE for bits in firsts)


def _mean(loops: Sequence[Mapping[str, Any]], every: _Loops) -> str:
    """Says how uncertain the next way is, as the average of ``ways_of_loops``.

    The text is empty if fewer than two loops have such figures, or if the loops without them have
    most of the back edges: an average would say little about what ran then. An average of 0 is
    shown, too: it says that nothing can be gained by foretelling the ways of these loops.
    """
    ways, told = ways_of_loops(loops), loops_with_ways(loops)
    if told < 2 or not ways or not _is_most_counted(loops):
        return ""
    first, *others = figures_to_show([one["bits"] for one in ways], 2)
    figures = [f"{ways[first]['bits']:.2f} bits"]
    figures += [f"{ways[known]['bits']:.2f} when {_previous(known)} known" for known in others]
    divided = sum(_has_ways(row) and not _is_of_whole(row) for row in loops)
    without = len(loops) - told - divided
    out = []
    if divided:
        out.append(f"{divided:,} with iterations that inner loops, cut edges or throws divide")
    if without:
        out.append(f"{without:,} in which no iteration was seen to follow a back edge")
    text = (
        f"the mean uncertainty of the next iteration's way, over {every.some(told)}, weighted by "
        f"how often they went round again: {'; '.join(figures)}"
    )
    return f"{text}. Left out: {', and '.join(out)}" if out else text


def _is_most_counted(loops: Sequence[Mapping[str, Any]]) -> bool:
    """Returns whether at least half of the loops' back edges are of those in ``ways_of_loops``."""
    every = own = 0
    for row in loops:
        if row["next_iteration"] is not None:
            every += row["next_iteration"]["followed"]
            own += row["next_iteration"]["followed"] if _is_of_whole(row) else 0
    return 2 * own >= every


def _end_of_ways(found: Mapping[str, Any]) -> str:
    """Says why a loop has no figures for more known paths, though the profile's k allows them."""
    too_few = found["too_few"]
    if too_few is None:
        known = len(found["ways"])
        # Without this, the last figure would seem to hold for longer sequences, too.
        if found["lacks_longer"]:
            return f"; the profile may lack sequences of more than {counted(known, 'path')} here"
        return ""
    known, histories = too_few["known"], counted(too_few["histories"], "history", "histories")
    return (
        f"; too few executions to say more if {known} or more previous paths are known "
        f"({amount(too_few['executions'])} after {histories})"
    )


def _ways(ways: Sequence[Mapping[str, Any]], where: str, sure_from: int | None) -> str:
    """Says how uncertain the next way is: first without known previous paths, then with them.

    If the next way is certain, or nearly so, the text says "the same way", followed by ``where``.
    ``sure_from`` is the least number of known paths that makes the next way certain. Soon after an
    entry, fewer paths are known. If the uncertainty exceeds 0 for this reason, the text says so.
    """
    every = [one["bits"] for one in ways]
    (_, first), *others = ((known, every[known]) for known in figures_to_show(every))
    if _choices(first) == _ONE:
        how_often = "nearly always" if first else "always"
        text = f"{how_often} the same way{where} ({first:.2f} bits)"
    else:
        text = f"about {_choices(first)} equally likely ways ({first:.2f} bits)"
    # Each figure stands with its number of known paths, because some numbers are left out.
    more = [
        f"{'just over ' if _choices(bits) == _ONE and bits else ''}{_choices(bits)} ({bits:.2f} "
        f"bits) when {_previous(known)} known"
        for known, bits in others
    ]
    known, bits = others[-1] if others else (0, first)
    if sure_from is not None and bits and known >= sure_from:
        all_of = "it is" if known == 1 else f"all {known} are"
        more[-1] += f" or as many as there are since the entry; always 1 where {all_of}"
    return "; ".join([text, *more])


def repetition(row: Mapping[str, Any], following: Mapping[str, Any] | None) -> str:
    """Says after how many iterations a loop repeats, and how reliably.

    ``row`` has the facts of ``period_document``, and ``following`` those of
    ``next_iteration_document``. The text is empty if all iterations go one way and the text on the
    next iteration (``next_iteration``) says so already. If no period was seen, but there may be one
    that is too long to be seen, the text says so, and ``period_above`` is the longest period that
    could be seen. Otherwise, ``period_above`` is None, and the text is empty if no period was seen.


    ``period_share`` is about iterations that are one completed path each, from the loop's header to
    a back edge. Such an iteration counts only if the ``period`` iterations before it are such
    paths, too. `advise` doesn't have this restriction: it also uses the first iteration of an
    entry, although the path of this iteration began before the loop.

    ``period_of_iterations`` is the share of the loop's iterations to which ``period_share`` refers,
    or a lower bound of that share, or None if the share isn't known. The text has the share unless
    the share is nearly 100 %. Without the share, the text would seem to be about all iterations.
    """
    period, above = row["period"], row["period_above"]
    of_iterations = row["period_of_iterations"]
    if period is None:
        if above is None:
            return ""
        return (
            f"no period of up to {counted(above, 'iteration')}; with k = {above + 1} a longer one "
            "can't be seen, and there may be one"
        )
    which = "the one before" if period == 1 else f"the one {period} before (period {period})"
    paths = "completed paths from the loop's header to a back edge"
    text = f"{percent(row['period_share'])} of {paths} are the same as {which}"
    if row["period_paths"] == 1:
        if following and not following["pieces"] and _never_varies(following):
            return ""
        text = f"all {paths} are one and the same path"
    if of_iterations is None:
        return f"{text} (it isn't known how many of the iterations are such paths)"
    if of_iterations >= NEARLY_ALL:
        return text
    return f"{text} ({percent(of_iterations)} of the iterations are such paths)"


def _never_varies(following: Mapping[str, Any]) -> bool:
    """Returns whether the next iteration always goes the same way, if the loop isn't left."""
    return bool(following["ways"]) and following["ways"][0]["bits"] == 0


def _choices(bits: float) -> str:
    """Returns the number of equally likely ways whose uncertainty is ``bits``, as a text."""
    return f"{2**bits:.1f}".removesuffix(".0")


def _previous(known: int) -> str:
    return "the previous path is" if known == 1 else f"the previous {known} paths are"
