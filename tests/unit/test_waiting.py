"""Tests the functions with which tests wait."""

import os
import subprocess
import sys

import pytest

from builders.waiting import wait_for, wait_for_end, wait_for_program, wait_for_state


def test_a_found_value_is_returned() -> None:
    answers = iter([None, 0, "", "found"])
    assert wait_for(lambda: next(answers), "there is an answer") == "found"


def test_an_error_says_what_was_waited_for_in_vain() -> None:
    with pytest.raises(TimeoutError, match=r"in vain for 0 s until pigs fly$"):
        wait_for(lambda: False, "pigs fly", limit_seconds=0.0)


def test_a_last_look_is_taken_after_the_limit() -> None:
    """A test may get no CPU time until the limit is over, so ``wait_for`` then looks once more."""
    assert wait_for(lambda: True, "it holds", limit_seconds=-1.0)


def test_the_program_the_state_and_the_end_of_a_process_are_waited_for() -> None:
    with subprocess.Popen(["sleep", "1000"], env={"A": "b"}) as process:
        wait_for_program(process)
        wait_for_state(process.pid, "S")
        process.kill()
        wait_for_state(process.pid, "Z")
    wait_for_end(process.pid)


def test_a_program_that_has_ended_is_not_waited_for() -> None:
    process = subprocess.Popen([sys.executable, "-c", "raise SystemExit(3)"])
    os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
    with pytest.raises(AssertionError, match="has ended with 3"):
        wait_for_program(process)
