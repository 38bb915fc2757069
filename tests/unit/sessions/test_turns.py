"""Tests requests to a recording that come while another request is being served.

Some wait, some are refused, and some are served at the same time.
"""

from concurrent.futures import ThreadPoolExecutor

import pytest

from builders.waiting import LIMIT_SECONDS
from kpath_jvm.control.messages import Verb
from kpath_jvm.errors import KpathError
from kpath_jvm.sessions.turns import Turns


def take(turns: Turns, verb: Verb, *, can_stop: bool = False) -> bool:
    return turns.take(verb, lambda: can_stop, lambda: "a dump is made")


def test_another_request_is_refused_with_the_reason() -> None:
    turns = Turns()
    assert take(turns, Verb.DUMP)
    with turns.alone(Verb.DUMP):
        assert turns.verb is Verb.DUMP
        with pytest.raises(KpathError, match=r"^cannot reset: a dump is made$"):
            take(turns, Verb.RESET)
    assert turns.verb is None
    assert take(turns, Verb.RESET)


def test_a_stop_during_a_dump_takes_no_turn() -> None:
    turns = Turns()
    assert take(turns, Verb.DUMP)
    assert not take(turns, Verb.STOP, can_stop=True)


def test_a_request_during_a_look_waits_for_its_end() -> None:
    turns = Turns()
    assert take(turns, Verb.DUMP)
    with ThreadPoolExecutor() as threads:
        with turns.alone(Verb.DUMP), turns.looking():
            other = threads.submit(take, turns, Verb.RESET)
        assert other.result(LIMIT_SECONDS)
    assert not turns.is_looking


def test_closing_ends_requests_that_only_wait_and_refuses_new_ones() -> None:
    turns = Turns()
    assert take(turns, Verb.DUMP)
    given_up: list[bool] = []

    def interrupt(_: float) -> bool:
        if turns.verb is None:
            with turns.alone(Verb.DUMP), turns.waiting():
                assert turns.is_waiting
        given_up.append(turns.is_ending)
        return True

    turns.close(interrupt)
    assert given_up == [False]
    assert turns.is_ending
    assert not turns.is_waiting
    with pytest.raises(RuntimeError):
        # The turn was given back, so the lock isn't held.
        turns._doing.release()
    assert take(turns, Verb.RESET)
    with (
        pytest.raises(KpathError, match="cannot reset: the recording is over"),
        turns.alone(Verb.RESET),
    ):
        raise AssertionError
