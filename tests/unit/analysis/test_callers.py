"""Checks sums of a method's entries, by caller and line, against sums by brute force."""

import random
from collections import Counter
from pathlib import Path

import pytest
from msgspec.structs import replace

from builders.called import (
    DEMO,
    DEMO_UNTOLD,
    MAIN,
    PLAIN,
    RUN,
    SHARED,
    START,
    From,
    Name,
    add_callers,
    caller_counts,
)
from kpath_jvm import KpathError, Profile
from kpath_jvm.analysis.callers import Caller, Callers
from kpath_jvm.records.callers import EntriesFrom


def _of(demo: Path) -> Callers:
    found = Callers.of(Profile.open(demo))
    assert found is not None
    return found


def test_callers_are_listed_by_line_in_order_of_frequency(demo: Path) -> None:
    add_callers(demo, caller_counts(DEMO, DEMO_UNTOLD))
    plain = _of(demo).entered(1)
    assert (plain.entries, plain.recorded, plain.versions) == (14, 12, 1)
    assert plain.callers == (
        Caller("call", RUN, 14, 7, 7 / 14),
        Caller("call", MAIN, 2, 3, 3 / 14),
        Caller("untold", None, None, 2, 2 / 14),
        Caller("no call", START, None, 1, 1 / 14),
        Caller("outside", None, None, 1, 1 / 14),
    )


def test_callers_of_a_method_s_versions_are_added_up(demo: Path) -> None:
    add_callers(demo, caller_counts(DEMO))
    callers = _of(demo)
    for number in (5, 6):
        shared = callers.entered(number)
        assert (shared.entries, shared.recorded, shared.versions) == (3, 4, 2)
        assert shared.callers == (Caller("call", MAIN, None, 3, 1.0),)
    assert (callers.method_of(SHARED), callers.method_of(PLAIN)) == (None, 1)
    merged = Callers.of(Profile.open(demo).merged())
    assert merged is not None
    # In a merged profile, methods count as one if they differ only in their loaders.
    assert merged.entered(5).recorded == 4


def test_unentered_methods_have_no_callers(demo: Path) -> None:
    add_callers(demo, caller_counts(DEMO))
    spin = _of(demo).entered(2)
    assert (spin.entries, spin.recorded, spin.callers) == (0, 6, ())


@pytest.mark.parametrize("seed", range(20))
def test_sums_agree_with_brute_force(demo: Path, seed: int) -> None:
    chosen = random.Random(seed)
    methods: list[Name] = [RUN, PLAIN, SHARED]
    others: list[Name | None] = [None, MAIN, START, RUN, PLAIN]
    entries: dict[From, int] = {}
    untold: dict[Name, int] = {}
    expected: dict[Name, Counter[tuple[str, Name | None, int | None]]] = {
        one: Counter() for one in methods
    }
    for _ in range(chosen.randrange(1, 60)):
        method, caller = chosen.choice(methods), chosen.choice(others)
        offset = -1 if caller is None else chosen.choice([-1, 0, 4, 9, 200])
        line = -1 if offset < 0 else chosen.choice([-1, 3, 4])
        count = chosen.randrange(1, 10**12)
        if (method, caller, offset, line) in entries:
            continue
        entries[method, caller, offset, line] = count
        kind = "outside" if caller is None else "no call" if offset < 0 else "call"
        expected[method][kind, caller, line if line >= 0 else None] += count
    for method in methods:
        if chosen.random() < 0.5:
            untold[method] = chosen.randrange(1, 9)
            expected[method]["untold", None, None] += untold[method]
    add_callers(demo, caller_counts(entries, untold))
    callers = _of(demo)
    for number, method in enumerate([RUN, PLAIN]):
        found = callers.entered(number)
        assert found.entries == expected[method].total()
        counts = [one.count for one in found.callers]
        assert counts == sorted(counts, reverse=True)
        assert (
            Counter({(one.kind, one.caller, one.line): one.count for one in found.callers})
            == (expected[method])
        )
        assert sum(one.share for one in found.callers) == pytest.approx(1 if counts else 0)


def test_without_callers_json_there_are_no_callers(demo: Path) -> None:
    assert Callers.of(Profile.open(demo)) is None


def test_a_damaged_file_is_refused(demo: Path) -> None:
    add_callers(demo, caller_counts(DEMO))
    path = demo / "callers.json"
    path.write_bytes(path.read_bytes().replace(b'"count": 5', b'"count": 6'))
    with pytest.raises(KpathError, match=r"has changed since it was written; remove the file"):
        Callers.of(Profile.open(demo))
    nobody = EntriesFrom(method=9, caller=-1, offset=-1, line=-1, count=1)
    add_callers(demo, replace(caller_counts(DEMO), entries=(nobody,)))
    with pytest.raises(KpathError, match="an entry has a method that isn't listed"):
        Callers.of(Profile.open(demo))
