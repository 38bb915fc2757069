"""Tests that profilers' descriptors fit the agent, and that charts tell the profilers apart."""

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.evaluation import profilers as compared
from kpath_jvm.profilers import EDGE, K_BLPP, PROFILERS, STREAM, counts_threads, named
from kpath_jvm.recording.options import agent_table


def test_descriptors_agree_with_the_agents() -> None:
    assert set(PROFILERS) == set(agent_table().profilers)


@pytest.mark.parametrize("name", PROFILERS)
def test_inline_profilers_have_a_scheme(name: str) -> None:
    profiler, facts = named(name), agent_table().profilers[name]
    assert bool(profiler.scheme) == facts.inline
    assert profiler.is_inline == facts.inline


def test_a_profilers_options_come_from_the_agent() -> None:
    assert (STREAM.least_k, K_BLPP.least_k, EDGE.least_k) == (1, 2, None)
    assert [STREAM.takes("cut"), EDGE.takes("cut"), compared.JFR.takes("cut")] == [
        True, False, False,
    ]  # fmt: skip


def test_no_two_profilers_look_alike_in_charts() -> None:
    looks = [(one.colour, one.hatch) for one in compared.PROFILERS.values()]
    assert len(set(looks)) == len(looks)
    titles = [one.title for one in compared.PROFILERS.values()]
    assert len(set(titles)) == len(titles)


def test_our_profilers_have_different_colours_and_hatches() -> None:
    colours = [one.colour for one in PROFILERS.values()]
    hatches = [one.hatch for one in PROFILERS.values() if one.hatch]
    assert len(set(colours)) == len(colours)
    assert len(set(hatches)) == len(hatches)


def test_an_unknown_profiler_is_refused() -> None:
    with pytest.raises(KpathError, match="has no profiler 'k-bllp'"):
        named("k-bllp")


def test_profilers_with_path_windows_do_not_count_threads() -> None:
    without = {name for name in PROFILERS if not counts_threads(name)}
    assert without == {"spp", "bpp"}
    assert counts_threads(None)
