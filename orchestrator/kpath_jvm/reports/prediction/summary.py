"""The data of ``predict`` as plain values, which its --json prints and its text shows."""

from dataclasses import asdict
from typing import Any

from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.analysis.prediction.edge_prediction import EdgePrediction, edge_prediction
from kpath_jvm.analysis.prediction.path_coverage import PathCoverage, path_coverage
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.model import Profile
from kpath_jvm.reports.document import DocumentKind
from kpath_jvm.reports.documents.predict import PredictKeys

DOCUMENT = DocumentKind("predict", 1, PredictKeys)


def summarise_prediction(profile: Profile, train: Profile | None) -> dict[str, Any]:
    """Returns the document, which has only strings, numbers, None and dicts.

    Raises KpathError, with the exit code 2, for a profile without completed paths.
    """
    for one in (profile, train):
        if one is not None:
            require_paths(one, "path to compare with those that edges predict")
    found = edge_prediction(profile)
    for one, paths in ((profile, found.paths), (train, _paths(train))):
        if one is not None and not paths:
            raise KpathError(
                f"{one.path} has no completed paths; give a profile of paths, of a longer run", 2
            )
    return DOCUMENT.of(
        {
            "profile": str(profile.path),
            "title": profile.run.title,
            "cut": profile.run.option("cut", str),
            **_prediction(found),
            "train": None if train is None else _coverage(train, path_coverage(profile, train)),
        }
    )


def _paths(train: Profile | None) -> int:
    return 0 if train is None else edge_prediction(train).paths


def _prediction(found: EdgePrediction) -> dict[str, Any]:
    return {
        **asdict(found),
        "predicted_paths_share": found.predicted_paths / found.paths,
        "predicted_completions_share": found.predicted_completions / found.completions,
        "paths_per_method": found.paths / found.methods,
    }


def _coverage(train: Profile, found: PathCoverage) -> dict[str, Any]:
    return {
        "profile": str(train.path),
        "title": train.run.title,
        **asdict(found),
        "trained_paths_share": found.trained_paths / found.paths,
        "trained_completions_share": found.trained_completions / found.completions,
        "trained_bytecodes_share": found.trained_bytecodes / max(found.bytecodes, 1),
    }
