"""Makes the document of the verb ``predict``: ``--json`` prints it, and the text shows it."""

from typing import Any

from kpath_jvm.facts.prediction import PredictionFacts
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.predict import PredictKeys

DOCUMENT = DocumentKind("predict", 1, PredictKeys)


def summarise_prediction(profile: Profile, train: Profile | None) -> dict[str, Any]:
    """Returns the document, which has only strings, numbers, None and dicts.

    Raises KpathError (exit status 2) for a profile without completed paths.
    """
    facts = PredictionFacts.of(profile, train)
    trained = None
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
            "completeness": profile.completeness.document(),
            "cut": profile.run.option("cut", str),
            **facts.totals,
            "train": trained,
        }
    )
