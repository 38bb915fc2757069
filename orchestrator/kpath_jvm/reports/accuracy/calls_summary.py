"""Makes the part about calls in the document of the verb ``bounds``."""

from collections.abc import Sequence
from typing import Any

from kpath_jvm.analysis.overlapping.call_flow import CallFlow, call_flows
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile.model import Profile

_CALL = "call"


def has_calls(profile: Profile) -> bool:
    """Returns whether a profile of overlapping paths has paths across calls."""
    return profile.run.option("calls", bool) is True


def summarise_calls(
    selected: Selected, exact: Profile | None, top: int | None, most: int | None
) -> dict[str, Any]:
    """Returns the keys ``across`` and ``calls`` of the document with their values.

    The document lists calls that selected methods make: the ``top`` calls with the largest upper
    bounds, and at most ``most`` pairs of each call. None means no limit. ``exact``, if given, is
    the profile with the real counts of the pairs. Flows are computed for the whole profile, because
    a selected method can call one that isn't selected. Raises KpathError as ``call_flows`` does.
    """
    whole = selected.whole
    if selected.loops is not None or (exact is None and not has_calls(whole)):
        return {"across": None, "calls": []}
    flows = [one for one in call_flows(whole, exact) if selected.has_method(_caller(one))]
    order = sorted(
        flows,
        key=lambda it: (-it.bounds.potential, it.kind, it.first, it.second, it.offset),
    )
    ordinals = _ordinals(whole, flows)
    real = None
    if exact is not None:
        known = [one for one in flows if one.real is not None]
        real = sums(known) | {
            "flow": sum(one.real_flow or 0 for one in known),
            "successions": None,
        }
    return {
        "across": {
            "calls": len(flows),
            **sums(flows),
            "real": real,
            "outside": sum(len(one.outside) for one in flows),
        },
        "calls": [
            _call(whole, one, most) | {"ordinal": ordinals[one.kind, _caller(one), one.offset]}
            for one in order[:top]
        ],
    }


def sums(flows: Sequence[Any]) -> dict[str, int]:
    """Sums up the pairs, the precise pairs and the bounds of several loops or calls."""
    return {
        "pairs": sum(len(one.pairs) for one in flows),
        "precise": sum(one.bounds.precise for one in flows),
        "definite": sum(one.bounds.definite for one in flows),
        "potential": sum(one.bounds.potential for one in flows),
    }


def _ordinals(profile: Profile, flows: Sequence[CallFlow]) -> dict[tuple[str, int, int], int]:
    """Returns each call's place, from 1, among the calls that its caller makes on the same line.

    The place is 0 if ``flows`` has no other call of the same kind on the line. A key consists of a
    call's kind, caller and offset.
    """
    lines: dict[tuple[str, int, int | None], set[int]] = {}
    for one in flows:
        caller = _caller(one)
        line = profile.code(caller).lines.of_offset(one.offset)
        lines.setdefault((one.kind, caller, line), set()).add(one.offset)
    return {
        (kind, caller, offset): at if len(offsets) > 1 else 0
        for (kind, caller, _), offsets in lines.items()
        for at, offset in enumerate(sorted(offsets), start=1)
    }


def _caller(one: CallFlow) -> int:
    return one.first if one.kind == _CALL else one.second


def _call(profile: Profile, one: CallFlow, most: int | None) -> dict[str, Any]:
    caller = _caller(one)
    called = one.second if one.kind == _CALL else one.first
    code = profile.code(caller)
    line = code.lines.of_offset(one.offset)
    lower, upper = one.bounds.lower.tolist(), one.bounds.upper.tolist()
    order = sorted(range(len(one.pairs)), key=lambda at: (-upper[at], -lower[at], at))
    return {
        "kind": one.kind,
        **_named(profile, caller),
        "offset": one.offset,
        "line": line,
        "place": code.places.phrase_if_known(line),
        "called": _named(profile, called),
        **sums([one]),
        "real": one.real_flow,
        "outside": len(one.outside),
        "most": [_pair(profile, one, at, lower[at], upper[at]) for at in order[:most]],
    }


def _named(profile: Profile, method: int) -> dict[str, str]:
    row = profile.method_rows.row(method)
    return {
        "class": row["class"], "method": row["name"], "descriptor": row["descriptor"],
        "title": profile.method_rows.title(method),
    }  # fmt: skip


def _pair(profile: Profile, one: CallFlow, at: int, lower: int, upper: int) -> dict[str, Any]:
    start, *parts = one.pairs[at]
    first, second = (
        [list(profile.code(method).offsets[block]) for block in blocks]
        for method, blocks in zip((one.first, one.second), parts, strict=True)
    )
    return {
        "start": start,
        "first": first,
        "second": second,
        "lower": lower,
        "upper": upper,
        "real": None if one.real is None else one.real.get(one.pairs[at], 0),
    }
