"""What verbs that read a profile have in common: how much of it they tell, and of what it is."""

from dataclasses import dataclass
from typing import Any

from kpath_jvm.analysis.selection import ALL, Selected, Selection
from kpath_jvm.profile.model import Profile
from kpath_jvm.shown import ROWS


@dataclass(frozen=True)
class ReadOptions:
    """How much to tell: n-grams of at most ``k`` paths (None: the profile's), and the ``top``.

    ``merge``: versions of a method from several class loaders are added up.
    """

    k: int | None = None
    top: int = ROWS
    merge: bool = True
    selection: Selection = ALL


def about(profile: Profile, k: int, selected: Selected) -> dict[str, Any]:
    """Returns the first keys of a document (docs/formats/json.md): what it is of."""
    thread = profile.run.thread
    return {
        "profile": str(profile.path),
        "title": profile.run.title,
        "thread": None if thread is None else thread.title,
        "selection": None if selected.is_all else selected.selection.text,
        "k": k,
        "completeness": profile.completeness.document(),
    }
