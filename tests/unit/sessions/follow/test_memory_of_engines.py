"""Tests how several engines share their memory."""

from kpath_jvm.sessions.follow.memory_of_engines import MemoryOfEngines


def test_engines_share_their_memory() -> None:
    memory = MemoryOfEngines(1600)
    assert [memory.take(100), memory.take(100)] == [400, 300]
    memory.give_back(400)
    assert memory.take(1) == 325
    assert memory.take(2000) == 2000
