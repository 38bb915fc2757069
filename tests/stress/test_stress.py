"""Runs a small part of the stress suite; ``run.py`` runs all of it."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from loaded_server import server_jar
from stress import detaches, faults, kills, resources
from stress.detaches import Deed
from stress.harness import Setting, homes, nonzero, virtual_homes
from stress.kills import Victim
from stress.model import TABLE, Account, Rules, add, prefix_length, random_numbers
from stress.storms import Storm

SEED = 20250


def directories(parent: Path, count: int) -> list[Path]:
    made = [parent / str(number) for number in range(count)]
    for directory in made:
        directory.mkdir(parents=True)
    return made


def test_random_numbers_are_those_of_splitmix64() -> None:
    # From state 0, SplitMix64 gives e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f.
    assert random_numbers(0, 3) == [0xAF, 0xF4, 0x4F]


@pytest.mark.parametrize("endless", [False, True])
@pytest.mark.parametrize("cut", ["back-edge", "loop-header"])
def test_one_event_too_many_or_too_few_is_noticed(endless: bool, cut: str) -> None:
    numbers = random_numbers(SEED, TABLE)
    rules = Rules(3, cut, frozenset({"leaf"}), frozenset({"fail"}))
    account = Account(rules, numbers, endless=endless)
    for begun in (0, 1, 4_000):
        complete = nonzero(account.before(begun))
        assert prefix_length(account, begun, complete) == 0
        event = account.during(begun)[0]
        add(complete, [event])
        assert prefix_length(account, begun, nonzero(complete)) == 1
        add(complete, [event])
        assert prefix_length(account, begun, nonzero(complete)) is None
        if begun:
            add(complete, [event], -3)
            assert prefix_length(account, begun, nonzero(complete)) is None


@pytest.mark.slow
def test_a_profile_of_a_killed_target_has_just_the_emitted_events(tmp_path: Path) -> None:
    victims = [Victim.TARGET, Victim.ENGINE, Victim.BOTH, Victim.HALT, Victim.TARGET, Victim.BOTH]
    chosen = [
        replace(kills.case(SEED + at, homes()), victim=victim) for at, victim in enumerate(victims)
    ]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(kills.run, chosen, directories(tmp_path, len(chosen))))
    assert sum(outcome.completions for outcome in found) > 0


@pytest.mark.slow
def test_storms_side_by_side_are_counted_exactly(tmp_path: Path) -> None:
    old, new = homes()[0], homes()[-1]
    chosen = [
        Storm(Setting(old, cut="loop-header"), "threads", 256, 32),
        Storm(Setting(new, segment_size="3M"), "fixed", 20_000, 4),
        *(Storm(Setting(home), "rolling", 3_000) for home in virtual_homes()[:1]),
        *(Storm(Setting(home, cut="loop-header"), "parked", 3_000) for home in virtual_homes()[:1]),
    ]
    faults.several_at_once(chosen, tmp_path)


@pytest.mark.slow
def test_a_target_that_waits_for_a_stopped_engine_keeps_interrupts_and_permits(
    tmp_path: Path,
) -> None:
    # Use virtual threads if a JDK has them. The full suite, run.py, always covers platform threads.
    home, kind = next(((home, "virtual") for home in virtual_homes()), (homes()[0], "platform"))
    faults.full_ring(Setting(home, segment_size="2M"), tmp_path, kind, 4, tasks=20_000)


@pytest.mark.slow
def test_stopped_processes_and_signals_lose_nothing(tmp_path: Path) -> None:
    chosen = [faults.paused(SEED, homes()), faults.signalled(SEED, homes())]
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(kills.run, chosen, directories(tmp_path, len(chosen))))
    assert found[0].completions > 0


@pytest.mark.slow
def test_children_leave_their_parents_recording_alone(tmp_path: Path) -> None:
    faults.forks(Setting(homes()[-1]), tmp_path, tasks=20_000, children=6)


@pytest.mark.slow
def test_no_end_of_an_attach_spoils_answers_or_recordings(tmp_path: Path) -> None:
    ends = [Deed.KILL, Deed.RIVAL, Deed.STOP, Deed.TERMINATE, Deed.TARGET, Deed.EXIT]
    more = [Deed.KILL, Deed.STAND, Deed.CONTROL, Deed.INTERRUPT]
    server_jar()
    rounds = []
    for at, (home, deeds) in enumerate(((homes()[0], ends), (homes()[-1], more))):
        cases = [
            replace(detaches.Case.of(SEED + 10 * at + number), deed=deed, verbs=("reset", "dump"))
            for number, deed in enumerate(deeds)
        ]
        rounds.append((detaches.Round(home, directories(tmp_path / str(home.name), 1)[0]), cases))
    with ThreadPoolExecutor(2) as pool:
        told = list(pool.map(lambda it: it[0].run(it[1]), rounds))
    assert all("answers" in line for line in told)


@pytest.mark.slow
def test_a_message_says_that_there_is_no_room_to_list_classes(tmp_path: Path) -> None:
    try:
        # The file system is filled long before the program's own classes are loaded.
        told = resources.filled_up_after(Setting(homes()[-1]), 0.0, tmp_path)
    except OSError as refused:
        pytest.skip(f"NOT TESTED: a full file system; {refused}")
    assert told.endswith("nothing was recorded, and a message said so")
