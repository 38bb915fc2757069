"""Compares two profiles, for the verb ``overlap`` and for the Python interface.

The ``online`` profile may be a sampled or partial one. It is judged against the ``complete`` one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any

from kpath_jvm.analysis.accuracy.compared import Compared, MethodOverlap, compared
from kpath_jvm.analysis.accuracy.sequences import lacking, sequence_overlaps, why_untold
from kpath_jvm.analysis.selection import Selected, Selection, select
from kpath_jvm.profile import names
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.consistency import integers
from kpath_jvm.profile.identity.methods import MethodName, names_of
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.model import Profile


def both_selected(
    online: Profile, complete: Profile, selection: Selection
) -> tuple[Selected, Selected]:
    """Returns the selected parts of both profiles, in the order of the arguments.

    The shares in the complete profile decide which methods ``selection`` leaves out for their small
    share of the work. Raises KpathError as ``select`` does.
    """
    return select(online, replace(selection, min_share=0.0)), select(complete, selection)


@dataclass(frozen=True)
class OverlapFacts:
    """The comparison of two profiles; ``found`` has the overlap of their paths."""

    online: Profile
    complete: Profile
    found: Compared

    @classmethod
    def of(cls, online: Selected, complete: Selected) -> OverlapFacts:
        """Compares the selected parts of two profiles; raises KpathError as ``compared`` does."""
        within = complete.selection.min_share > 0
        found = compared(online.profile, complete.profile, within=within)
        return cls(online.profile, complete.profile, found)

    @property
    def totals(self) -> dict[str, Any]:
        """The figures for all methods together; OverlapKeys says what each key means."""
        found = self.found
        return {
            "overlap": found.overlap,
            "mean": found.mean,
            "in_both": found.in_both,
            "online_only": len(found.online_only),
            "online_only_share": sum((one.online for one in found.online_only), 0.0),
            "online_only_of_edges": _of_edges(found.online_only, self.complete),
            "complete_only": len(found.complete_only),
            "complete_only_share": sum((one.complete for one in found.complete_only), 0.0),
            "complete_only_of_edges": _of_edges(found.complete_only, self.online),
            "other_code": len(found.other_code),
            "differing": sum(one.differs for one in found.methods),
        }

    @property
    def sequences_untold(self) -> str | None:
        """Why no method's sequences can be compared; None if some can."""
        why_not = why_untold(self.online, self.complete)
        if why_not is None and self._sequence_methods == set():
            return (
                "in each method there are back edges over which the profiler kiter counts nothing; "
                "record with `kpath-jvm run -k K`, without --profiler"
            )
        return why_not

    @property
    def sequences_left_out(self) -> int:
        """The number of methods left out because a profile lacks some of their sequences."""
        return len(self.found.methods) - len(self._sequence_methods)

    @cached_property
    def _sequence_methods(self) -> set[MethodName]:
        return {one.method for one in self.found.methods} - lacking(self.online, self.complete)

    def sequences(self, k: int | None = None) -> list[dict[str, Any]]:
        """Returns a row for each length of sequences.

        OverlapSequencesKeys says what each key means. There are no rows if ``sequences_untold``
        gives a reason. Sequences of more than ``k`` paths are left out.
        """
        if self.sequences_untold is not None:
            return []
        found = sequence_overlaps(self.online, self.complete, self._sequence_methods, k)
        return [asdict(one) for one in found]

    def methods(self, top: int | None = None) -> list[dict[str, Any]]:
        """Returns a row for each method that differs, but at most ``top`` rows.

        OverlapMethodKeys says what each key means.
        """
        return self._rows([one for one in self.found.methods if one.differs][:top])

    def all_methods(self) -> list[dict[str, Any]]:
        """Returns a row for each method of either profile, including methods that don't differ."""
        return self._rows(self.found.methods)

    def _rows(self, methods: Sequence[MethodOverlap]) -> list[dict[str, Any]]:
        codes = _Codes(self.complete), _Codes(self.online)
        return [_method(one, codes) for one in methods]


def _of_edges(methods: Sequence[MethodOverlap], profile: Profile) -> int:
    """Returns for how many of some methods a profile has counts of edges instead of paths."""
    rows = profile.method_rows
    counted = set(integers(profile.table("edge_counts"), "method").tolist())
    names = zip(rows.numbers.tolist(), names_of(profile.table("methods")), strict=True)
    found = {name for number, name in names if number in counted}
    return sum(one.method in found for one in methods)


class _Codes:
    def __init__(self, profile: Profile) -> None:
        self._profile, self._shapes = profile, Shapes(profile)
        self._numbers: dict[MethodName, list[int]] = {}
        numbers = profile.method_rows.numbers.tolist()
        for number, named in zip(numbers, names_of(profile.table("methods")), strict=True):
            self._numbers.setdefault(named, []).append(number)

    def of(self, method: MethodName, graph: str) -> MethodCode | None:
        """Returns the code of the version with this graph, or None if the profile lacks it."""
        numbers = self._numbers.get(method, ())
        found = (number for number in numbers if self._shapes.graph(number) == graph)
        number = next(found, None)
        return None if number is None else self._profile.code(number)


def _method(one: MethodOverlap, codes: tuple[_Codes, _Codes]) -> dict[str, Any]:
    class_name, name, descriptor = one.method
    most, path = one.most, one.most.path.path
    found = (side.of(one.method, most.path.graph) for side in codes)
    code = next((it for it in found if it is not None), None)
    assert code is not None, "one of the two profiles has it"
    return {
        "class": class_name,
        "method": name,
        "descriptor": descriptor,
        "title": names.method_title(class_name, name, descriptor),
        "missing": one.missing,
        "surplus": one.surplus,
        "overlap": one.overlap,
        "online_share": one.online,
        "complete_share": one.complete,
        "online_paths": one.online_paths,
        "complete_paths": one.complete_paths,
        "both_paths": one.both_paths,
        "most": {
            "start": path.start,
            "end": path.end,
            "blocks": [list(code.offsets[block]) for block in path.blocks],
            "lines_text": code.places.names(code.lines.of_path(path.blocks)),
            "online_share": most.online,
            "complete_share": most.complete,
        },
    }
