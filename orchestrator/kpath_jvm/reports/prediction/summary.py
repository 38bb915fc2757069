"""Makes the document of the verb ``predict``."""

from typing import Any

from kpath_jvm.analysis.prediction.next_path import known_before
from kpath_jvm.analysis.selection import ALL, Selection, select
from kpath_jvm.facts.loops import loop_header
from kpath_jvm.facts.prediction import PredictionFacts, require_same_program
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.predict import PredictedMethodKeys, PredictKeys
from kpath_jvm.shown import ROWS
from kpath_jvm.source.annotation import SourceTexts

DOCUMENT = DocumentKind("predict", 1, PredictKeys)


def summarise_prediction(
    profile: Profile,
    train: Profile | None,
    selection: Selection = ALL,
    top: int = ROWS,
    sources: SourceTexts | None = None,
) -> dict[str, Any]:
    """Returns the document as plain data.

    ``selection`` chooses methods and loops of the profile, and at most ``top`` methods and ``top``
    loops are listed. Raises KpathError if the profile has no completed paths, if ``train`` has no
    method with the same code, or if the selection matches nothing.
    """
    if train is not None:
        require_same_program(profile, train)
    selected = select(profile, selection)
    # Without a training run, the run itself is used, which gives upper bounds.
    facts = PredictionFacts.of(
        selected.of_methods, profile if train is None else train, selected.loops
    )
    loops = facts.loops()
    trained = None
    is_itself = train is None
    if train is not None:
        about = {
            "profile": str(train.path),
            "title": train.run.title,
            "completeness": train.completeness.document(),
        }
        trained = about | (facts.trained or {})
    return DOCUMENT.of(
        {
            "profile": str(profile.path),
            "title": profile.run.title,
            "selection": None if selected.is_all else selected.selection.text,
            "completeness": selected.profile.completeness.document(),
            "cut": profile.run.option("cut", str),
            "known": known_before(profile),
            **facts.totals,
            "train": trained,
            "at_most": _at_most(facts.trained, is_itself=is_itself),
            "by_method": [_method(row, is_itself=is_itself) for row in facts.methods()[:top]],
            "loops": len(loops),
            "by_loop": [
                _loop(facts.profile, row, sources, is_itself=is_itself) for row in loops[:top]
            ],
        }
    )


def _method(row: dict[str, Any], *, is_itself: bool) -> dict[str, Any]:
    row = row | {
        "train": None if is_itself else row["trained"],
        "at_most": _at_most(row["trained"], is_itself=is_itself),
    }
    return {name: row[name] for name in PredictedMethodKeys.__annotations__}


def _at_most(trained: dict[str, Any] | None, *, is_itself: bool) -> list[dict[str, Any]] | None:
    """Returns the shares of right guesses if the run itself was the training run."""
    return trained["guessed"] if is_itself and trained is not None else None


def _loop(
    profile: Profile, row: dict[str, Any], sources: SourceTexts | None, *, is_itself: bool
) -> dict[str, Any]:
    number, loop = row["loop"], profile.code(row["method"]).loops[row["loop"]]
    where = {"loop": loop_header(profile, row["method"], loop, sources), "number": number}
    return _method(row, is_itself=is_itself) | where
