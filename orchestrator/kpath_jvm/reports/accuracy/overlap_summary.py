"""The data of ``overlap``, as plain values: its JSON document, which text and Markdown show."""

from typing import Any

from kpath_jvm.analysis.accuracy.compared import MethodOverlap, compared
from kpath_jvm.analysis.selection import Selected
from kpath_jvm.profile import names
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.overlap import OverlapKeys

DOCUMENT = DocumentKind("overlap", 1, OverlapKeys)


def summarise_overlap(online: Selected, complete: Selected, top: int) -> dict[str, Any]:
    """Returns the document: strings, numbers, None, lists and dicts only.

    It has the ``top`` methods that lack most. Raises KpathError as ``compared`` does.
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
    """A profile's methods by their names."""

    def __init__(self, profile: Profile) -> None:
        self._profile = profile
        rows = profile.method_rows
        columns = (rows.texts(name).tolist() for name in ("class", "name", "descriptor"))
        self._numbers = dict(zip(zip(*columns, strict=True), rows.numbers.tolist(), strict=True))

    def of(self, method: tuple[str, str, str]) -> MethodCode | None:
        """Returns the code of a method, None if the profile lacks it."""
        number = self._numbers.get(method)
        return None if number is None else self._profile.code(number)


def _side(profile: Profile) -> dict[str, Any]:
    return {
        "profile": str(profile.path),
        "title": profile.run.title,
        "profiler": profile.run.option("profiler", str),
    }


def _method(one: MethodOverlap, codes: tuple[_Codes, _Codes]) -> dict[str, Any]:
    class_name, name, descriptor = one.method
    code = next((it for it in (codes[0].of(one.method), codes[1].of(one.method)) if it), None)
    assert code is not None, "either profile has it"
    most = one.most
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
            "start": most.start,
            "end": most.end,
            "blocks": [list(code.offsets[block]) for block in most.blocks],
            "lines_text": code.places.names(code.lines.of_path(most.blocks)),
            "online_share": most.online,
            "complete_share": most.complete,
        },
    }
