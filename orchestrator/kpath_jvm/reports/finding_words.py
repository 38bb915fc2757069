"""Says in one line what stands out about a loop or a test.

The rows of ``advise`` say the same with all counts.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from kpath_jvm.reports.advice_words import UNCHANGED, asked, by_kind, either, if_it_stays, mostly
from kpath_jvm.reports.output import amount, counted, percent
from kpath_jvm.reports.repeated_words import mark
from kpath_jvm.reports.settled_words import claim

#: At most this many paths of a way are named, and at most this many of its decisions.
_MOST_PATHS, _MOST_DECISIONS = 4, 3
_AS_FAR = ", as far as paths were completed"
_NOT_COMPILED = "; the method may then be too large for HotSpot to compile it"
_NOT_INLINED = "; the method may then be too large for HotSpot to inline it"


def advice_in_short(one: Mapping[str, Any], loop: Mapping[str, Any]) -> str:
    """Says in one line why a piece of advice is given.

    ``one`` is in the list ``advice`` of ``loop``, which is a loop in the document of ``advise``.
    """
    text = _OF_KINDS[one["kind"]](loop, one["block"])
    as_far = _AS_FAR if one["of_completed"] else ""
    repeated = loop["repetitions"] if one["may_be_coincidence"] else 1
    return f"{text}{_too_large(one['size'])}{as_far}{mark(repeated)}"


def _too_large(size: Mapping[str, Any] | None) -> str:
    if size is None:
        return ""
    if not size["compiled"]:
        return _NOT_COMPILED
    return _NOT_INLINED if size["inlined"] is False else ""


def settled_in_short(one: Mapping[str, Any]) -> str:
    """Says in one line what a settled branch asks, and why it is settled."""
    return f"{one['label']}: {claim({**one, 'repetitions': 1})}{mark(one['repetitions'])}"


def _written_out(loop: Mapping[str, Any], _: int | None) -> str:
    found = loop["unrolling"]
    made = found["steady_iterations"]
    entries = found["entries_by_iterations"][made]
    saved = ""
    if made == 1:
        saved = f"; a special case saves {_at_most(found['test_share'])} of all bytecodes"
    if entries == found["entries"]:
        return f"each entry makes {counted(made, 'iteration')}{saved}"
    share = percent(entries / found["entries"])
    return f"{share} of the entries make {counted(made, 'iteration')}{saved}"


def _at_most(share: float) -> str:
    text = percent(share)
    return text if text.startswith("<") else f"at most {text}"


def _unrolled(loop: Mapping[str, Any], _: int | None) -> str:
    period = loop["unrolling"]["period"]
    repeat = loop["unrolling"]["repeats"][period - 1]
    same = percent(repeat["same"] / repeat["count"])
    before = "the previous one" if period == 1 else f"the one {period} iterations before"
    return f"{same} of the iterations go the same way as {before}"


def _peeled(loop: Mapping[str, Any], block: int | None) -> str:
    branch = _branch(loop["peeling"]["branches"], block)
    first, later = (mostly(branch["answers"], branch[key]) for key in ("first", "later"))
    return (
        f"{asked(branch)}: {first} of executions in first iterations, and {later} of executions in "
        "later ones"
    )


def _unswitched(loop: Mapping[str, Any], block: int | None) -> str:
    branch = _branch(loop["unswitching"], block)
    return f"{asked(branch)}: the answer stays the same throughout each entry; {UNCHANGED}"


def _told(loop: Mapping[str, Any], block: int | None) -> str:
    branch = _branch(loop["histories"], block)
    length = branch["deciding"]
    without = branch["histories"][0]
    known = _branch(branch["histories"], length, "iterations")
    which = "iteration before it is" if length == 1 else f"{length} iterations before it are"
    return (
        f"{asked(branch)}: the best guess misses {percent(known['share'])} instead of "
        f"{percent(without['share'])} if the {which} known{if_it_stays(branch)}"
    )


def _followed(loop: Mapping[str, Any], block: int | None) -> str:
    return _sure(loop, block, "follows")


def _sure_at_first(loop: Mapping[str, Any], block: int | None) -> str:
    return _sure(loop, block, "first")


def _sure(loop: Mapping[str, Any], block: int | None, kind: str) -> str:
    branch = _branch(loop["histories"], block)
    most = max(dict(by_kind(branch["sure"]))[kind], key=lambda it: sum(it["counts"]))
    where = "in first iterations" if kind == "first" else _after(most["text"], loop)
    of, total = sum(most["counts"]), sum(branch["executions"])
    in_all = branch["executions"][most["counts"].index(max(most["counts"]))]
    return (
        f"{asked(branch)}: {mostly(branch['answers'], most['counts'])} of the {amount(of)} "
        f"executions {where}, but in {percent(in_all / total)} of all {amount(total)}"
    )


def _after(way: str, loop: Mapping[str, Any]) -> str:
    decision = _only_on(way, loop)
    which = f"on path {_paths(way, loop)}" if decision is None else f"with {decision}"
    return f"after an iteration {which}"


def _paths(way: str, loop: Mapping[str, Any]) -> str:
    """Names the paths that go a way through a loop, and their decisions, as in "A or D (i < n)"."""
    (path,) = (one for one in loop["paths"] if one["way"] == way)
    letters, decisions = path["letters"], path["apart"]
    more = len(letters) - _MOST_PATHS
    named = either([*letters[:_MOST_PATHS], *([f"one of {more:,} more"] if more > 0 else [])])
    if not decisions:
        return named
    rest = len(decisions) - _MOST_DECISIONS
    told = [*decisions[:_MOST_DECISIONS], *([f"{rest:,} more"] if rest > 0 else [])]
    return f"{named} ({'; '.join(told)})"


def _only_on(way: str, loop: Mapping[str, Any]) -> str | None:
    """Returns a decision that no way through the loop but ``way`` makes.

    Returns None if there is no such decision, or if not all ways are described.
    """
    if len(loop["paths"]) < loop["ways"]:
        return None
    (path,) = (one for one in loop["paths"] if one["way"] == way)
    others = {
        (it["block"], it["answer"])
        for one in loop["paths"]
        if one["way"] != way
        for it in one["decisions"]
    }
    for one in path["decisions"]:
        text = f"{one['question']}: {one['answer']}"
        # Decisions outside the loop don't belong to the way, and ``apart`` has none of them.
        is_inside = any(it.endswith(text) for it in path["apart"])
        if is_inside and (one["block"], one["answer"]) not in others:
            return f"{asked(one)}: {one['answer']}"
    return None


def _computed(loop: Mapping[str, Any], block: int | None) -> str:
    branch = _branch(loop["histories"], block)
    missed = percent(branch["histories"][-1]["share"])
    return (
        f"{asked(branch)}: earlier iterations don't tell the answer: even if they are known, the "
        f"best guess misses {missed}; only if neither way calls or allocates anything"
    )


def _on_one_way(loop: Mapping[str, Any], _: int | None) -> str:
    found = loop["superblocks"]
    return (
        f"one way has {percent(found['hottest'][0]['covered'])} of the loop's bytecodes, and "
        f"{percent(found['finished'] / found['begun'])} of the iterations follow it to its end; "
        "this is for a compiler, as there is nothing to edit in the source"
    )


_OF_KINDS = {
    "write out": _written_out, "unroll": _unrolled, "peel": _peeled, "unswitch": _unswitched,
    "history": _told, "follows": _followed, "first": _sure_at_first, "branch-free": _computed,
    "superblock": _on_one_way,
}  # fmt: skip


def _branch(
    rows: Sequence[Mapping[str, Any]], wanted: int | None, key: str = "block"
) -> Mapping[str, Any]:
    return next(one for one in rows if one[key] == wanted)
