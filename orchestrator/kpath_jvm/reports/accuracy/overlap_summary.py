"""The data of ``overlap``, as plain values: its JSON document, which text and Markdown show."""

from typing import Any

from kpath_jvm.analysis.accuracy.compared import MethodOverlap, compared
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile import names
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.identity.methods import MethodName, names_of
from kpath_jvm.profile.identity.shapes import Shapes
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.overlap import OverlapKeys

DOCUMENT = DocumentKind("overlap", 1, OverlapKeys)


def summarise_overlap(online: Selected, complete: Selected, top: int) -> dict[str, Any]:
    """Returns the document: strings, numbers, None, lists and dicts only.

    It has the ``top`` methods that lower the overlap most. Raises KpathError as ``compared`` does.
    """
    selection = complete.selection
    found = compared(online.profile, complete.profile, within=selection.min_share > 0)
    differing = [one for one in found.methods if one.differs]
    codes = _Codes(complete.profile), _Codes(online.profile)
    return DOCUMENT.of(
        {
            "paths": found.kind,
            "shown": None if complete.is_all else selection.text,
            "online": _side(online.profile),
            "complete": _side(complete.profile),
            "overlap": found.overlap,
            "mean": found.mean,
            "in_both": found.in_both,
            "online_only": found.online_only,
            "complete_only": found.complete_only,
            "other_code": len(found.other_code),
            "differing": len(differing),
            "methods": [_method(one, codes) for one in differing[:top]],
        }
    )


class _Codes:
    """The code of a profile's methods, found by the methods' names and graphs."""

    def __init__(self, profile: Profile) -> None:
        self._profile, self._shapes = profile, Shapes(profile)
        self._numbers: dict[MethodName, list[int]] = {}
        numbers = profile.method_rows.numbers.tolist()
        for number, named in zip(numbers, names_of(profile.table("methods")), strict=True):
            self._numbers.setdefault(named, []).append(number)

    def of(self, method: MethodName, graph: str) -> MethodCode | None:
        """Returns the code of a version of a method, or None if the profile doesn't have it."""
        numbers = self._numbers.get(method, ())
        found = (number for number in numbers if self._shapes.graph(number) == graph)
        number = next(found, None)
        return None if number is None else self._profile.code(number)


def _side(profile: Profile) -> dict[str, Any]:
    return {
        "profile": str(profile.path),
        "title": profile.run.title,
        "profiler": profile.run.option("profiler", str),
    }


def _method(one: MethodOverlap, codes: tuple[_Codes, _Codes]) -> dict[str, Any]:
    class_name, name, descriptor = one.method
    most, path = one.most, one.most.path.path
    found = (side.of(one.method, most.path.graph) for side in codes)
    code = next((it for it in found if it is not None), None)
    assert code is not None, "either profile has it"
    return {
        "class": class_name,
        "method": name,
        "descriptor": descriptor,
        "title": names.method_title(class_name, name, descriptor),
        "missing": one.missing,
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
