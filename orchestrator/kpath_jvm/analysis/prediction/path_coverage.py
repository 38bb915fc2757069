"""How many of a run's paths an earlier (training) run executed, as Ball and Larus compare them."""

from dataclasses import dataclass
from typing import TypeAlias

from kpath_jvm.analysis.prediction.edge_prediction import counts_by_method
from kpath_jvm.profile.identity.methods import Loaders, MethodName, versions_of
from kpath_jvm.profile.identity.paths import PathIdentity
from kpath_jvm.profile.model import Profile

_Key: TypeAlias = tuple[MethodName, str, PathIdentity]


@dataclass(frozen=True)
class PathCoverage:
    """A run's distinct ``paths``, ``completions`` and ``bytecodes``, and the part seen in training.

    Two paths are the same if their class files, methods, blocks, starts and ends are equal.
    ``bytecodes`` are instructions of completed paths.
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
    """Returns the completions and bytecodes of each path, added up over all loaders."""
    versions = versions_of(profile.table("methods"), Loaders.NONE)
    by_number = dict(zip(profile.method_rows.numbers.tolist(), versions, strict=True))
    found: dict[_Key, tuple[int, int]] = {}
    for method, counts in counts_by_method(profile):
        version = by_number[method]
        sizes = profile.code(method).instructions
        for path, count in counts.items():
            key = (version.named, version.digest, path)
            bytecodes = count * sum(sizes[block] for block in path.blocks)
            before = found.get(key, (0, 0))
            found[key] = before[0] + count, before[1] + bytecodes
    return found
