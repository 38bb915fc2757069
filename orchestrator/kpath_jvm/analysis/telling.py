"""Describes paths briefly: only by the questions whose answers distinguish them."""

from collections.abc import Mapping
from typing import TypeAlias

from kpath_jvm.analysis.told import Told

_Key: TypeAlias = tuple[int, int]


def told_briefly(apart: Mapping[int, tuple[Told, ...]]) -> dict[int, tuple[Told, ...]]:
    """Returns, by path number, the answers that distinguish each path from the other paths.

    ``apart`` has the answers in which the paths differ (ToldMethod.apart). The paths are divided by
    the first question that is asked on all of them and that has different answers. If there is no
    such question, the paths are divided by the first question that is asked on only some of them.
    Then each part is divided in the same way. If there is only one path, it keeps all its answers.
    """
    found: dict[int, list[Told]] = {path: [] for path in apart}
    groups = [list(apart)]
    while groups:
        group = groups.pop()
        parts = _parted(group, apart)
        if len(parts) < 2:
            continue
        for told, paths in parts:
            for path in paths:
                found[path] += [] if told is None else [told]
            groups.append(paths)
    whole = len(apart) < 2
    return {path: apart[path] if whole else tuple(some) for path, some in found.items()}


def _parted(
    group: list[int], apart: Mapping[int, tuple[Told, ...]]
) -> list[tuple[Told | None, list[int]]]:
    """Divides a group of paths by one question, and returns the parts, each with its answer.

    The answer is None for the paths on which the question isn't asked. If no question divides the
    group, the result is empty.
    """
    answers = {path: {_key(one): one for one in apart[path]} for path in group}
    keys = list(dict.fromkeys(_key(one) for path in group for one in apart[path]))
    # Questions that are asked on all paths come first; otherwise, the order is kept.
    for key in sorted(keys, key=lambda key: any(key not in answers[path] for path in group)):
        parts: dict[str | None, tuple[Told | None, list[int]]] = {}
        for path in group:
            told = answers[path].get(key)
            answer = None if told is None else told.answer
            parts.setdefault(answer, (told, []))[1].append(path)
        if len(parts) > 1:
            return list(parts.values())
    return []


def _key(told: Told) -> _Key:
    """Returns the question's key. All "from" answers belong to one question."""
    return (-1, 0) if told.question == "from" else told.key
