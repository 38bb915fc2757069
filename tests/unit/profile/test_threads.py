"""Tests how a thread of a profile is found by its number or its name."""

from pathlib import Path

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.profile.threads import find
from kpath_jvm.records.run import ThreadEntry

PLACE = Path("p.kpath")


def entry(number: int, name: str, kind: str = "thread") -> ThreadEntry:
    return ThreadEntry(
        thread=number, name=name, kind=kind, completed=1, entries=1, profile=f"{number}-x"
    )


KNOWN = [
    entry(1, "main"),
    entry(2, "worker"),
    entry(3, "worker"),
    entry(4, "1"),
    entry(5, "", "virtual"),
]


@pytest.mark.parametrize(
    ("text", "profile"), [("main", "1-x"), ("2", "2-x"), ("3", "3-x"), ("1", "1-x"), ("4", "4-x")]
)
def test_a_number_takes_precedence_over_a_name(text: str, profile: str) -> None:
    assert find(PLACE, KNOWN, text) == profile


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("worker", "several threads are named 'worker': give a number, one of 2, 3"),
        (
            "wroker",
            "no thread 'wroker' in p.kpath; its threads, by number, are 1: main, 2: worker, "
            "3: worker, 4: 1, 5: all virtual threads",
        ),
    ],
)
def test_an_unknown_or_ambiguous_thread_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(KpathError) as refused:
        find(PLACE, KNOWN, text)
    assert (str(refused.value), refused.value.exit_status) == (complaint, 2)


def test_at_most_ten_threads_are_listed() -> None:
    with pytest.raises(KpathError, match=r" 1: t, .*10: t and 2 more$"):
        find(PLACE, [entry(number, "t") for number in range(1, 13)], "none")


def test_without_threads_the_error_names_the_option_that_records_them() -> None:
    with pytest.raises(KpathError, match="record again with --per-thread"):
        find(PLACE, [], "main")
