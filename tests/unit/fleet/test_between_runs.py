"""Tests that trends say from which run on a program was started in another way."""

from random import Random

import pytest

from kpath_jvm.fleet.between_runs import between_runs
from kpath_jvm.store.store import StoredRun

SO = ", so changes may come from that and not from the code"


def run(number: int, command: str, java: str = "17", service: str = "shop") -> StoredRun:
    return StoredRun(
        run=f"{number:08x}" + "0" * 24, service=service, version="main",
        day=f"2026-11-{number % 30 + 1:02}", added="", title="", k=4, profiler="stream", cut="",
        completed=1, java_versions=(java,) if java else (), run_count=1,
        command=tuple(command.split()),
    )  # fmt: skip


def named(number: int, service: str = "shop") -> str:
    return f"run {number:08x} of {service} main (2026-11-{number + 1:02})"


@pytest.mark.parametrize(
    ("before", "after", "what", "text"),
    [
        (
            ("java -cp a.jar Main 20",), ("java -cp a.jar Main 25",), "arguments",
            f"the program ran with the arguments 25 instead of 20{SO}",
        ),
        (
            ("java Main",), ("java Main 25",), "arguments",
            f"the program ran with the arguments 25 instead of no arguments{SO}",
        ),
        (
            ("java -Xint Main",), ("java Main",), "JVM options",
            f"the program ran with no JVM options instead of the JVM options -Xint{SO}",
        ),
        (
            ("java -cp x/a-1.jar Main",), ("java -cp y/a-2.jar:b.jar Main",), "class path",
            "the class path differs: a-1.jar → a-2.jar; new: b.jar",
        ),
        (("java Main", "17"), ("java Main", "25"), "Java",
         f"the program ran on Java 25 instead of 17{SO}"),
    ],
)  # fmt: skip
def test_each_difference_has_a_note(
    before: tuple[str, ...], after: tuple[str, ...], what: str, text: str
) -> None:
    found = between_runs([run(1, *before), run(2, *before), run(3, *after), run(4, *after)])
    assert found.of_run == {run(3, "").run: [what]}
    assert found.notes == [f"from {named(3)} on, {text}"]


def test_equal_differences_share_a_note() -> None:
    runs = [run(number, f"java Main {number % 2}") for number in range(8)]
    more = between_runs(runs)
    assert [note.partition(", the program")[0] for note in more.notes] == [
        f"from {named(1)} on, and again from {named(3)} and {named(5)} and {named(7)} on",
        f"from {named(2)} on, and again from {named(4)} and {named(6)} on",
    ]
    assert len(more.of_run) == 7
    many = between_runs([run(number, f"java Main {number % 2}") for number in range(12)])
    assert f"{named(7)} and 2 more on, the program" in many.notes[0]


def test_only_the_newest_changes_have_notes() -> None:
    """Arguments such as a date are different in each run."""
    found = between_runs([run(number, f"java Main {number}") for number in range(9)])
    assert found.notes[0] == (
        "3 earlier changes of the arguments aren't listed here; each is marked in its row"
    )
    assert [note.partition(" on,")[0] for note in found.notes[1:]] == [
        f"from {named(number)}" for number in range(4, 9)
    ]
    assert len(found.of_run) == 8


def test_services_are_not_compared_with_each_other() -> None:
    runs = [run(1, "java Main 1"), run(2, "java Main 2", "25", "other")]
    assert between_runs(runs).notes == []
    assert between_runs([]).notes == []


def test_each_run_is_compared_with_the_last_one_that_is_known() -> None:
    """Compares the marked runs with those that a plain loop finds, for random commands."""
    for seed in range(200):
        random = Random(seed)
        facts = [
            (random.choice(["", "1", "2"]), random.choice(["", "17", "25"]))
            for _ in range(random.randint(1, 9))
        ]
        runs = [
            run(number, f"java Main {argument}" if argument else "", java)
            for number, (argument, java) in enumerate(facts)
        ]
        wanted = {}
        for number, fact in enumerate(facts):
            own = []
            for at, what in enumerate(("arguments", "Java")):
                known = [one[at] for one in facts[:number] if one[at]]
                if known and fact[at] and fact[at] != known[-1]:
                    own.append(what)
            if own:
                wanted[runs[number].run] = own
        found = between_runs(runs)
        assert found.of_run == wanted
        unknown = sum(not argument for argument, _ in facts)
        told = [note for note in found.notes if "isn't known" in note]
        assert len(told) == (unknown > 0)
        assert all(f"for {unknown} of {len(facts)} profiles, so" in note for note in told)
