"""Makes the document of the verb ``overlap``."""

from typing import Any

from kpath_jvm.analysis.selection import Selected
from kpath_jvm.facts.overlap import OverlapFacts
from kpath_jvm.profile.identity.methods import names_of
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.overlap import OverlapKeys

DOCUMENT = DocumentKind("overlap", 1, OverlapKeys)


def summarise_overlap(online: Selected, complete: Selected, top: int) -> dict[str, Any]:
    """Returns the document, which consists of strings, numbers, None, lists and dicts.

    The document has the ``top`` methods that lower the overlap most. Raises KpathError as
    ``OverlapFacts.of`` does.
    """
    facts = OverlapFacts.of(online, complete)
    return DOCUMENT.of(
        {
            "paths": facts.found.kind,
            "shown": None if complete.is_all else complete.selection.text,
            "online": _side(online.profile),
            "complete": _side(complete.profile),
            **facts.totals,
            "sequences": facts.sequences(),
            "sequences_untold": facts.sequences_untold,
            "sequences_left_out": facts.sequences_left_out,
            "methods": facts.methods(top),
        }
    )


def _has_versions(profile: Profile) -> bool:
    """Returns whether any method ran in several versions."""
    names = names_of(profile.table("methods"))
    has_run = profile.method_rows.column("completed") > 0
    ran = [name for name, is_run in zip(names, has_run.tolist(), strict=True) if is_run]
    return len(set(ran)) < len(ran)


def _side(profile: Profile) -> dict[str, Any]:
    return {
        "profile": str(profile.path),
        "title": profile.run.title,
        "profiler": profile.run.option("profiler", str),
        "completeness": profile.completeness.document(),
        "has_versions": _has_versions(profile),
    }
