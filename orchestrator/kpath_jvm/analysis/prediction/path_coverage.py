"""How much of a run's paths an earlier run has had: Ball and Larus's train input against ref."""

from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.analysis.prediction.edge_prediction import Path, counts_by_method
from kpath_jvm.profile.model import Profile

_Key: TypeAlias = tuple[str, str, str, str, Path]


@dataclass(frozen=True)
class PathCoverage:
    """A run's distinct ``paths``, ``completions`` and ``bytecodes``, and how many are trained.

    A path is the same if its class file, method, blocks, start and end are. ``bytecodes`` are
    instructions of completed paths.
    """

    paths: int
    trained_paths: int
    completions: int
    trained_completions: int
    bytecodes: int
    trained_bytecodes: int


def path_coverage(profile: Profile, train: Profile) -> PathCoverage:
    """Returns how much of a profile's paths was also executed in the training run."""
    known = _counts(train).keys()
    sums = [0] * 6
    for key, (count, bytecodes) in _counts(profile).items():
        for place, amount in enumerate((1, count, bytecodes)):
            sums[2 * place] += amount
            sums[2 * place + 1] += amount if key in known else 0
    return PathCoverage(*sums)


def _counts(profile: Profile) -> dict[_Key, tuple[int, int]]:
    """Returns completions and bytecodes of each path, over all loaders."""
    found: dict[_Key, tuple[int, int]] = {}
    for method, counts in counts_by_method(profile):
        row = profile.method_rows.row(method)
        name = row["class"], row["digest"], row["name"], row["descriptor"]
        sizes = profile.code(method).instructions
        for path, count in counts.items():
            key = (*name, path)
            bytecodes = count * sum(sizes[block] for block in path[1])
            before = found.get(key, (0, 0))
            found[key] = before[0] + count, before[1] + bytecodes
    return found
