"""Declares options of verbs that read a profile, and makes the first keys of their documents."""

from dataclasses import dataclass
from typing import Any

from kpath_jvm.analysis.selection import ALL, Selected, Selection
from kpath_jvm.profile.model import Profile
from kpath_jvm.shown import ROWS


@dataclass(frozen=True)
class ReadOptions:
    """The part of a profile to show: sequences of at most ``k`` paths, and ``top`` rows.

    A ``k`` of None means the profile's k. With ``merge``, versions of a method from several class
    loaders are added up.
    """

    k: int | None = None
    top: int = ROWS
    merge: bool = True
    selection: Selection = ALL


def about(profile: Profile, k: int, selected: Selected) -> dict[str, Any]:
    """Returns the first keys of a document, which describe the profile and the selected part."""
    thread = profile.run.thread
    return {
        "profile": str(profile.path),
        "title": profile.run.title,
        "thread": None if thread is None else thread.title,
        "selection": None if selected.is_all else selected.selection.text,
        "k": k,
        "completeness": selected.profile.completeness.document(),
    }
