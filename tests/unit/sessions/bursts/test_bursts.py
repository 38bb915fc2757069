"""Tests the error if no burst is possible: it comes immediately, and names a remedy."""

import os
import re
from types import SimpleNamespace
from typing import Any

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.options import AgentOptions
from kpath_jvm.sessions.bursts import bursts as module
from kpath_jvm.sessions.bursts.bursts import Bursts


@pytest.fixture
def one(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Yields bursts with a budget of 2 %, on two CPUs. Recompiling the program takes 50 s."""
    monkeypatch.setattr(module, "usable_cpus", lambda _: 2)
    monkeypatch.setattr(module.CpuTime, "seconds", lambda _: 1000.0)
    monkeypatch.setattr(module.CpuTime, "recompiling_seconds", lambda _: 50.0)
    request = SimpleNamespace(max_overhead=0.02, agent=AgentOptions({}))
    jvm: Any = SimpleNamespace(pid=os.getpid(), started=1, notes_dependencies=False)
    prepared: Any = SimpleNamespace(request=request)
    made = Bursts(prepared, jvm, SimpleNamespace())  # type: ignore[arg-type]
    yield made
    made.remove()


def test_a_window_too_short_for_a_burst_is_refused_at_once(one: Bursts) -> None:
    # The least cost is 1.5 s plus twice 50 s. The share is 2 % of the time of two CPUs.
    least = (1.5 + 100) / 0.02 / 2
    assert one.budget.least_seconds(0.0, 2) == pytest.approx(least)
    with pytest.raises(KpathError) as raised:
        one.require_possible(60)
    line = str(raised.value)
    assert raised.value.exit_status == 125
    assert "no burst is possible in 60 s: the first one may cost 101.5 s of CPU time" in line
    assert "on 2 CPUs" in line
    # The value that the message suggests is accepted.
    found = re.search(r"give -d (\d+) or more$", line)
    assert found is not None
    assert least <= int(found[1]) <= least + 3
    one.require_possible(float(found[1]))
    one.require_possible(least)
    with pytest.raises(KpathError):
        one.require_possible(least - 1)


def test_the_message_suggests_a_larger_share(one: Bursts) -> None:
    with pytest.raises(KpathError) as raised:
        one.require_possible(600)
    found = re.search(r" or --max-overhead ([0-9.]+)%$", str(raised.value))
    assert found is not None
    one.budget.share = float(found[1]) / 100
    one.require_possible(600)
    one.budget.share = (float(found[1]) - 0.2) / 100
    with pytest.raises(KpathError):
        one.require_possible(600)


def test_nothing_is_refused_after_the_first_burst(one: Bursts) -> None:
    one._done.append(SimpleNamespace(place=None))  # type: ignore[arg-type]
    one.require_possible(1)
