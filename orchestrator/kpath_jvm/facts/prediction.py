"""Counts the executed paths that edges or an earlier run would have predicted."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, TypeVar

from kpath_jvm.analysis.of_edges.known import require_paths
from kpath_jvm.analysis.prediction.edge_prediction import (
    EdgePrediction,
    Predictions,
    predictions,
)
from kpath_jvm.analysis.prediction.judged import SelectedLoops, counts_by_method, judged_paths
from kpath_jvm.analysis.prediction.next_path import NextPath, NextPaths, next_paths
from kpath_jvm.analysis.prediction.path_coverage import PathCoverage, PathCoverages, coverages
from kpath_jvm.errors import KpathError
from kpath_jvm.profile.identity.methods import Loaders, versions_of
from kpath_jvm.profile.identity.runs import Shared, shared_by
from kpath_jvm.profile.model import Profile

#: A method's number, or a pair: a method's number and the place of one of its loops.
_Part = TypeVar("_Part", int, tuple[int, int])


def require_same_program(profile: Profile, train: Profile) -> None:
    """Raises KpathError (exit status 2) if two whole profiles have no method with the same code.

    Without this check, all shares would be 0 for two unlike programs.
    """
    known, trained = (
        {(one.named, one.digest) for one in versions_of(it.table("methods"), Loaders.NONE)}
        for it in (profile, train)
    )
    if known.isdisjoint(trained):
        are_alike = {named for named, _ in known} & {named for named, _ in trained}
        what = "one version of a program" if are_alike else "one program"
        raise KpathError(
            f"{profile.path} and {train.path} have no method "
            f"{'with the same code' if are_alike else 'in common'}; give two profiles of {what}",
            2,
        )


@dataclass(frozen=True)
class PredictionFacts:
    """How many of a profile's paths its edges predict, and how many a training run executed.

    ``covered``, ``guessed`` and ``shared`` are None without a training run. ``shared`` describes
    what the training profile has in common with ``profile``, the judged one. ``shared`` is also
    None if the two profiles have no recording in common.
    """

    profile: Profile
    predicted: Predictions
    covered: PathCoverages | None
    guessed: NextPaths | None = None
    shared: Shared | None = None

    @classmethod
    def of(
        cls, profile: Profile, train: Profile | None, loops: SelectedLoops = None
    ) -> PredictionFacts:
        """Computes the predictions; ``train`` is the profile of the training run.

        With ``loops``, the figures are only about paths through these loops of the profile. The
        counts of edges and the paths before a guessed path still come from whole methods.

        Raises KpathError if a profile has counts of edges but no Ball-Larus paths, and with exit
        status 2 if a profile has no completed paths.
        """
        for one in (profile, train):
            if one is not None:
                require_paths(one, "path to compare with those that edges predict")
        judged = judged_paths(profile, loops)
        found = predictions(profile, judged)
        where = "" if loops is None else " in the selected loops"
        _require_completed(profile, where, is_any=bool(judged))
        if train is None:
            return cls(profile, found, None)
        _require_completed(train, is_any=any(counts_by_method(train)))
        shared = shared_by([(profile.path, profile.run)], [(train.path, train.run)])
        guessed = next_paths(profile, train, judged)
        return cls(profile, found, coverages(profile, train, judged), guessed, shared)

    @property
    def totals(self) -> dict[str, Any]:
        """The prediction for all methods together; PredictKeys says what each key means."""
        found = self.predicted.total
        return {
            **_prediction(found),
            "paths_per_method": found.paths / found.methods,
            "pieces": self._pieces,
        }

    @property
    def _pieces(self) -> dict[str, Any] | None:
        """The prediction without methods that have cut edges; None if no method has any."""
        found, uncut = self.predicted.total, self.predicted.uncut
        if found.methods == uncut.methods:
            return None
        names = ("predicted_paths", "predicted_completions", "predicted_bytecodes")
        shares = _prediction(uncut) if uncut.paths else {}
        return {
            "methods": found.methods - uncut.methods,
            "completions_share": 1 - uncut.completions / found.completions,
            **{f"other_{name}_share": shares.get(f"{name}_share") for name in names},
        }

    @property
    def trained(self) -> dict[str, Any] | None:
        """The figures that come from the training run; None without a training run.

        TrainedKeys says what each key means.
        """
        if self.covered is None or self.guessed is None:
            return None
        shared = self.shared
        own = {"of_judged_run": None if shared is None else _of_judged_run(shared, self.profile)}
        guessed = self.guessed.total
        return own | _coverage(self.covered.total) | _guessed(guessed) | _repeated(guessed)

    def methods(self) -> list[dict[str, Any]]:
        """Returns a row for each method with completed paths, most completions first.

        A row has the keys ``method``, ``title`` and ``trained``, and the keys of ``totals`` except
        ``paths_per_method`` and ``pieces``. ``trained`` has the keys of TrainedMethodKeys; it is
        None without a training run.
        """
        covered, guessed = self.covered, self.guessed
        return [
            self._row(
                method,
                found,
                None if covered is None else covered.by_method[method],
                None if guessed is None else guessed.by_method[method],
            )
            for method, found in _by_completions(self.predicted.by_method)
        ]

    def loops(self) -> list[dict[str, Any]]:
        """Returns a row for each loop with completed paths, most completions first.

        A row has the same keys as a row of ``methods``, and ``loop``, the loop's place in
        MethodCode.loops. The figures cover the paths that run through at least one block that
        belongs to the loop but to no inner loop.
        """
        covered, guessed = self.covered, self.guessed
        return [
            self._row(
                method,
                found,
                None if covered is None else covered.by_loop[method, loop],
                None if guessed is None else guessed.by_loop[method, loop],
            )
            | {"loop": loop}
            for (method, loop), found in _by_completions(self.predicted.by_loop)
        ]

    def _row(
        self,
        method: int,
        found: EdgePrediction,
        covered: PathCoverage | None,
        guessed: NextPath | None,
    ) -> dict[str, Any]:
        trained = None
        if covered is not None and guessed is not None and self.guessed is not None:
            repetitions = self.guessed.repetitions[method]
            trained = _coverage(covered) | _guessed(guessed) | {"repetitions": repetitions}
        return {
            "method": method,
            "title": self.profile.method_rows.title(method),
            **_prediction(found),
            "trained": trained,
        }


def _by_completions(found: Mapping[_Part, EdgePrediction]) -> list[tuple[_Part, EdgePrediction]]:
    return sorted(found.items(), key=lambda one: (-one[1].completions, one[0]))


def _of_judged_run(shared: Shared, judged: Profile) -> str:
    """Returns in words what the figures are worth if the two runs have recordings in common."""
    if shared.earlier == judged.path:
        return (
            "the judged profile is the first part of the run that training has counted, so "
            "training knows the answers and also what came later; training on another run may "
            "predict less"
        )
    if shared.earlier is not None:
        return (
            "training is the first part of the judged run, so it knows the answers of that part; "
            "training on another run may predict less"
        )
    if shared.is_unlike:
        return (
            "training and the judged profile come from the same recording, but have counted "
            "different amounts of it, so training knows some of the answers; training on another "
            "run may predict less"
        )
    if not shared.is_same:
        return (
            "training and the judged profile have a recording in common, so training knows some of "
            "the answers; training on other runs may predict less"
        )
    return (
        "training is the judged run itself, so it knows the answers: the shares of what it has "
        "seen, and of right guesses from known paths, are upper bounds of what training on another "
        "run would give"
    )


def _require_completed(profile: Profile, where: str = "", *, is_any: bool) -> None:
    if not is_any:
        raise KpathError(
            f"{profile.path} has no completed paths{where}; give a path profile of a longer run", 2
        )


def _prediction(found: EdgePrediction) -> dict[str, Any]:
    return {
        **asdict(found),
        "predicted_paths_share": found.predicted_paths / found.paths,
        "predicted_completions_share": found.predicted_completions / found.completions,
        "predicted_bytecodes_share": found.predicted_bytecodes / max(found.bytecodes, 1),
    }


def _coverage(found: PathCoverage) -> dict[str, Any]:
    return {
        **asdict(found),
        "trained_paths_share": found.trained_paths / found.paths,
        "trained_completions_share": found.trained_completions / found.completions,
        "trained_bytecodes_share": found.trained_bytecodes / max(found.bytecodes, 1),
    }


def _guessed(found: NextPath) -> dict[str, Any]:
    return {
        "guessed_from_edges": found.from_edges,
        "guessed_from_edges_share": found.from_edges / found.completions,
        "guessed": [
            {"known": known, "right": right, "share": right / found.completions}
            for known, right in enumerate(found.by_known)
        ],
    }


def _repeated(found: NextPath) -> dict[str, Any]:
    return {
        "repeated_completions": found.repeated,
        "repeated_completions_share": found.repeated / found.completions,
    }
