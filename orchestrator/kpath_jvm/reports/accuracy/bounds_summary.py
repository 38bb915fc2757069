"""Makes the document of the verb ``bounds``, which has bounds on how often each pair occurred.

A pair is two consecutive iterations, or the paths before and after a call or return.
"""

from typing import Any

from kpath_jvm.analysis.overlapping.loop_flow import LoopFlow, Pair, loop_flows
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.profilers import PROFILERS, Tells, told_by
from kpath_jvm.reports.accuracy.calls_summary import summarise_calls, sums
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.bounds import BoundsKeys

DOCUMENT = DocumentKind("bounds", 1, BoundsKeys)
#: By default, the document has at most this many pairs of each loop or call: those with the
#: largest upper bounds.
_PAIRS = 20


def summarise_bounds(
    selected: Selected, exact: Profile | None, top: int | None, most: int | None = _PAIRS
) -> dict[str, Any]:
    """Returns the document of what is selected of a profile.

    The document lists the loops and the calls that have the largest sums of upper bounds: at most
    ``top`` loops and ``top`` calls, with at most ``most`` pairs each. None means no limit. If there
    is an ``exact`` profile, the document also has the real flow, which is how often pairs occurred
    according to ``exact``. Only the calls have a real flow if ``exact`` is a profile of overlapping
    paths, and otherwise only the loops.

    Raises KpathError as ``loop_flows`` and ``call_flows`` do, and if the counts of ``exact`` aren't
    exact. For the real flow of loops, also raises KpathError if no method has the same code in
    both profiles, or if ``exact`` doesn't record all pairs, has folded sequences, or has paths cut
    at loop headers.
    """
    profile = selected.profile
    against, tells_calls = exact, exact is not None and _told_by(exact) is Tells.EXTENSIONS
    if exact is not None:
        _check(exact, of_loops=not tells_calls)
    across = summarise_calls(selected, exact if tells_calls else None, top, most)
    if tells_calls:
        exact = None
    flows = [one for one in loop_flows(profile, exact) if selected.has_loop(one.method, one.loop)]
    if exact is not None and all(one.real is None for one in flows) and flows:
        raise KpathError(
            f"{profile.path} and {exact.path} have no method with the same code in common; pass "
            "two profiles of one version of a program", 2,
        )  # fmt: skip
    order = sorted(flows, key=lambda one: (-one.bounds.potential, one.method, one.loop))
    known = [one for one in flows if one.real is not None]
    outside = sum(len(one.outside) for one in flows)
    return DOCUMENT.of(
        {
            "profile": str(profile.path),
            "title": profile.run.title,
            "completeness": profile.completeness.document(),
            "against": None if against is None else str(against.path),
            "shown": None if selected.is_all else selected.selection.text,
            "loops_in_all": len(flows),
            "loops_with_pairs": sum(bool(one.pairs) for one in flows),
            "back_edges": sum(one.back_edges for one in flows),
            "back_edges_at_least": any(one.is_at_least for one in flows),
            "loops_unmatched": 0 if exact is None else len(flows) - len(known),
            **sums(flows),
            "real": None if exact is None else _real(known),
            "outside": outside + (across["across"] or {"outside": 0})["outside"],
            "loops": [_loop(profile, one, most) for one in order[:top]],
            **across,
        }
    )


def _check(exact: Profile, *, of_loops: bool) -> None:
    if of_loops:
        _check_kind(exact)
    if not exact.completeness.is_exact:
        remedy = "pass an exact profile"
        if _told_by(exact) is Tells.EXTENSIONS:
            # There may be no exact profile of paths across calls, because exceptions cut off
            # callers' paths.
            remedy = "leave --against out: the bounds hold without it"
        raise KpathError(
            f"{exact.path} isn't exact, so the real flow isn't known: {exact.completeness.text}; "
            f"{remedy}", 2,
        )  # fmt: skip


def _check_kind(exact: Profile) -> None:
    if _told_by(exact) is not Tells.ALL:
        *others, last = sorted(name for name, one in PROFILERS.items() if one.tells is Tells.ALL)
        raise KpathError(
            f"{exact.path} is a profile of {exact.run.option('profiler', str)}, which doesn't "
            f"record all pairs that occurred; pass a profile of {', '.join(others)} or {last}", 2,
        )  # fmt: skip
    if exact.folding is not None:
        raise KpathError(
            f"{exact.path} has folded sequences, so its counts are lower bounds; record with more "
            "--engine-memory", 2,
        )  # fmt: skip
    if exact.run.option("cut", str) == "loop-header":
        raise KpathError(f"{exact.path} has paths cut at loops' headers; record without --cut", 2)


def _real(flows: list[LoopFlow]) -> dict[str, Any]:
    return sums(flows) | {
        "flow": sum(one.real_flow or 0 for one in flows),
        "successions": sum(one.successions or 0 for one in flows),
    }


def _loop(profile: Profile, one: LoopFlow, most: int | None) -> dict[str, Any]:
    row, code = profile.method_rows.row(one.method), profile.code(one.method)
    line = code.header_line(code.loops[one.loop].header)
    lower, upper = one.bounds.lower.tolist(), one.bounds.upper.tolist()
    order = sorted(range(len(one.pairs)), key=lambda at: (-upper[at], -lower[at], at))
    return {
        "class": row["class"],
        "method": row["name"],
        "descriptor": row["descriptor"],
        "title": profile.method_rows.title(one.method),
        "number": one.loop,
        "line": line,
        "place": code.places.phrase_if_known(line),
        **sums([one]),
        "back_edges": one.back_edges,
        "back_edges_at_least": one.is_at_least,
        "real": one.real_flow,
        "successions": one.successions,
        "outside": len(one.outside),
        "most": [_pair(profile, one, at, lower[at], upper[at]) for at in order[:most]],
    }


def _pair(profile: Profile, one: LoopFlow, at: int, lower: int, upper: int) -> dict[str, Any]:
    pair: Pair = one.pairs[at]
    code = profile.code(one.method)
    first, second = ([list(code.offsets[block]) for block in blocks] for blocks in pair)
    return {
        "first": first,
        "second": second,
        "lower": lower,
        "upper": upper,
        "real": None if one.real is None else one.real.get(pair, 0),
    }


def _told_by(profile: Profile) -> Tells:
    return told_by(profile.run.option("profiler", str))
