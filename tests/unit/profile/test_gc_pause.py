"""Tests that garbage collection stays paused until no thread needs the pause."""

import gc
import threading

import pytest

from kpath_jvm.profile.gc_pause import garbage_collection_paused


def test_collection_resumes_after_the_last_pause() -> None:
    entered, leave = threading.Event(), threading.Event()

    def other() -> None:
        with garbage_collection_paused():
            entered.set()
            leave.wait()

    thread = threading.Thread(target=other)
    with garbage_collection_paused():
        thread.start()
        entered.wait()
        assert not gc.isenabled()
    assert not gc.isenabled(), "the other thread's pause must go on"
    leave.set()
    thread.join()
    assert gc.isenabled()


def test_a_pause_restores_the_earlier_state() -> None:
    with pytest.raises(ValueError, match="x"), garbage_collection_paused():
        raise ValueError("x")
    assert gc.isenabled()
    gc.disable()
    try:
        with garbage_collection_paused():
            pass
        assert not gc.isenabled()
    finally:
        gc.enable()


def test_objects_made_in_a_pause_are_frozen() -> None:
    with garbage_collection_paused():
        made = [[number] for number in range(1000)]
    assert gc.get_freeze_count() >= len(made)
    assert not any(one is made for generation in range(3) for one in gc.get_objects(generation))
