"""The decisions of paths: those that a profile should report, and those that it reports."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.profile.model import Profile
from kpath_jvm.source.annotation import SourceTexts

State = dict[str, Any]
#: Questions, each with its answer: yes, no, or what was chosen.
Notes = list[tuple[str, bool | str]]
Told = Counter[tuple[str, ...]]


def expected(paths: Callable[[State], Iterator[Notes]], states: Iterable[State]) -> Told:
    """Returns what a profile should report if the method is called once with each state.

    The result counts the paths by their decisions.
    """
    found: Told = Counter()
    for state in states:
        for notes in paths(state):
            found[tuple(f"{text}: {_answer(answer)}" for text, answer in notes)] += 1
    return found


def _answer(answer: bool | str) -> str:
    return answer if isinstance(answer, str) else "yes" if answer else "no"


def told(profile: Profile, sources: SourceTexts, number: int) -> tuple[Told, bool]:
    """Counts a method's paths by the decisions that a profile reports.

    Also returns whether every decision was matched with the source.
    """
    method = ToldMethod(profile.code(number), profile.method_rows.row(number), sources)
    forest = profile.method_forest(number)
    found: Told = Counter()
    is_matched = True
    for root in np.flatnonzero(forest.parents < 0).tolist():
        path = method.path(profile.decode(number, int(forest.paths[root])))
        is_matched = is_matched and all(one.is_matched for one in path)
        found[tuple(one.text for one in path)] += int(forest.counts[root])
    return found, is_matched
