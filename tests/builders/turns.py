"""Chooses the JDKs on which a test runs, and the JDKs on which the test is marked as slow."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pytest
from _pytest.mark.structures import ParameterSet

from oracle.harness import find_java_homes, java_version

HOMES = find_java_homes()
OLDEST = min(HOMES, key=java_version)
NEWEST = max(HOMES, key=java_version)

on_every_jdk = pytest.mark.parametrize("home", HOMES, ids=lambda home: home.name)


def in_turns(cases: Iterable[Sequence[Any]], homes: Sequence[Path]) -> list[ParameterSet]:
    """Returns each case with each JDK, for ``parametrize``; the JDK is the last value.

    Each case is marked as slow on all JDKs but one: the first case on all but the first JDK, the
    second case on all but the second JDK, and so on in turn.
    """
    return [
        pytest.param(
            *case, home,
            marks=[] if turn % len(homes) == number else [pytest.mark.slow],
            id="-".join([*map(str, case), home.name]),
        )
        for turn, case in enumerate(cases)
        for number, home in enumerate(homes)
    ]  # fmt: skip


def _mainly_on(main: Path) -> pytest.MarkDecorator:
    """Returns a mark for a test with a fixture ``home``.

    The test runs on each JDK, and is marked as slow on all JDKs but ``main``.
    """
    rows = [
        pytest.param(
            home, marks=[] if home == main else [pytest.mark.slow], id=f"jdk{java_version(home)}"
        )
        for home in HOMES
    ]
    return pytest.mark.parametrize("home", rows, indirect=True)


on_the_oldest = _mainly_on(OLDEST)
on_the_newest = _mainly_on(NEWEST)
