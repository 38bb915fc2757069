"""The keys of ``predict --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import LoopKeys, WorthKeys


class PathLengthsKeys(Keys):
    """How long paths are."""

    longest_edges: Annotated[
        int,
        "Edges of the longest path. A back edge or a cut edge at its end counts, an exit doesn't.",
    ]
    longest_bytecodes: int
    average_edges: Annotated[
        float, "Average over completions; edges are counted as in `longest_edges`."
    ]
    average_bytecodes: Annotated[float, "Average over completions."]


class GuessedKeys(Keys):
    """How often training guesses the next path right if some paths before it are known."""

    known: Annotated[
        int,
        "The number of known paths before the next one. If the activation has fewer paths before "
        "it, all of these are known.",
    ]
    right: Annotated[int, "Number of completions that were guessed right."]
    share: Annotated[float, "`right` as a share of all completions."]


class TrainedFigures(Keys):
    """How many paths were also executed by an earlier run, and how well that run predicts paths."""

    paths: Annotated[int, "Number of paths; equal paths of several loaders count once."]
    trained_paths: Annotated[int, "Number of these paths that the earlier run executed too."]
    completions: int
    trained_completions: int
    bytecodes: Annotated[int, "Bytecodes executed by completed paths."]
    trained_bytecodes: int
    trained_paths_share: Annotated[float, "`trained_paths` as a share of `paths`."]
    trained_completions_share: Annotated[
        float, "`trained_completions` as a share of `completions`."
    ]
    trained_bytecodes_share: Annotated[float, "`trained_bytecodes` as a share of `bytecodes`."]
    guessed_from_edges: Annotated[
        int,
        "Number of completions whose path is the one that the earlier run's edges predict from the "
        "place where it starts.",
    ]
    guessed_from_edges_share: Annotated[
        float, "`guessed_from_edges` as a share of all completions."
    ]
    guessed: Annotated[
        list[GuessedKeys],
        "One item for each number of known paths, from 0 to one less than the smaller k of the two "
        "profiles. Profiles of `kiter` have only the first item.",
    ]


class TrainedKeys(TrainedFigures):
    """The figures of all methods, as an earlier run with another input gives them."""

    profile: Annotated[str, "The earlier run's profile."]
    title: str
    completeness: Annotated[WorthKeys, "What the counts of the whole profile are worth."]
    of_judged_run: Annotated[
        str | None,
        "What the figures are worth if the earlier run's profile and the judged profile have a "
        "recording in common; null if they have none.",
    ]
    repeated_completions: Annotated[
        int,
        "Completions of methods that seem to have done the same work several times: all counts of "
        "a method's sequences are multiples of one number. If training did that work, too, right "
        "guesses from many known paths may be coincidences that were repeated.",
    ]
    repeated_completions_share: Annotated[
        float, "`repeated_completions` as a share of all completions."
    ]


class TrainedMethodKeys(TrainedFigures):
    """The figures of one method, as the earlier run gives them."""

    repetitions: Annotated[
        int,
        "All counts of the method's sequences are multiples of this number. If it isn't 1, the "
        "method seems to have done the same work so many times (see `repeated_completions`).",
    ]


class PredictedMethodKeys(Keys):
    """One method's figures, with keys as in the whole document."""

    title: str
    paths: int
    completions: int
    predicted_paths: int
    predicted_completions: int
    predicted_paths_share: Annotated[float, "`predicted_paths` as a share of `paths`."]
    predicted_completions_share: Annotated[
        float, "`predicted_completions` as a share of `completions`."
    ]
    bytecodes: int
    predicted_bytecodes: int
    predicted_bytecodes_share: Annotated[float, "`predicted_bytecodes` as a share of `bytecodes`."]
    executed: PathLengthsKeys
    predicted: PathLengthsKeys
    train: TrainedMethodKeys | None
    at_most: Annotated[list[GuessedKeys] | None, "As in the whole document."]


class PredictedLoopKeys(PredictedMethodKeys):
    """The figures of a loop's paths, with keys as in the whole document.

    These are the paths that run through a block of the loop that isn't in an inner loop.
    """

    loop: LoopKeys
    number: Annotated[int, "The loop's number in its method, from 0."]


class PiecesKeys(Keys):
    """Methods with so many paths that cut edges divide these into pieces.

    Pieces are shorter than paths and easier to predict.
    """

    methods: Annotated[int, "Number of these methods."]
    completions_share: Annotated[float, "Their completions as a share of all completions."]
    other_predicted_paths_share: Annotated[
        float | None,
        "The share of the other methods' paths that are predicted; null if there are no others.",
    ]
    other_predicted_completions_share: Annotated[
        float | None, "The share of the other methods' completions that belong to predicted paths."
    ]
    other_predicted_bytecodes_share: Annotated[
        float | None, "The share of the other methods' bytecodes that predicted paths executed."
    ]


class PredictKeys(Keys):
    """Which executed paths an edge profile or an earlier run predicts."""

    profile: str
    title: str
    selection: Annotated[str | None, "The filters, in words."]
    completeness: Annotated[WorthKeys, "What the counts of the whole profile are worth."]
    cut: str | None
    known: Annotated[
        int,
        "The largest number of known paths before the next one: one less than the profile's k, and "
        "0 for a profile of `kiter`.",
    ]
    paths: Annotated[int, "Number of distinct completed paths."]
    completions: int
    predicted_paths: Annotated[
        int,
        "Number of these paths that edges predict; `predicted_completions` are their completions.",
    ]
    predicted_completions: int
    predicted_paths_share: Annotated[float, "`predicted_paths` as a share of `paths`."]
    predicted_completions_share: Annotated[
        float, "`predicted_completions` as a share of `completions`."
    ]
    bytecodes: Annotated[int, "Bytecodes executed by completed paths."]
    predicted_bytecodes: Annotated[int, "Bytecodes of the completions of predicted paths."]
    predicted_bytecodes_share: Annotated[float, "`predicted_bytecodes` as a share of `bytecodes`."]
    pieces: Annotated[
        PiecesKeys | None,
        "The methods with cut edges, whose paths are pieces, and the figures without them; null if "
        "there are none.",
    ]
    methods: Annotated[int, "Number of methods with a completed path."]
    paths_per_method: float
    most_paths: Annotated[int, "The largest number of paths of one method."]
    executed: Annotated[PathLengthsKeys, "Lengths of the executed paths."]
    predicted: Annotated[
        PathLengthsKeys,
        "Lengths of the paths that edges predict, each from the start of a completed path.",
    ]
    train: Annotated[TrainedKeys | None, "The comparison with the run of `--train`."]
    at_most: Annotated[
        list[GuessedKeys] | None,
        "How often the next path is guessed right if the run itself is the training run, which "
        "gives upper bounds; null with `--train`.",
    ]
    by_method: Annotated[
        list[PredictedMethodKeys], "The methods with the most completions, `--top` of them."
    ]
    loops: Annotated[int, "Number of loops with a completed path."]
    by_loop: Annotated[
        list[PredictedLoopKeys],
        "The loops with the most completions, `--top` of them. A loop's paths are those that run "
        "through a block of it that isn't in an inner loop.",
    ]
