"""Checks the chains that are found in profiles of random walks against the walks.

A chain is a part of a sequence of paths that goes round one loop.
"""

from collections import Counter
from pathlib import Path

import numpy as np

from builders.forests import ngrams
from builders.methods import shaky
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.analysis.advice.chains import chains
from kpath_jvm.analysis.advice.correlation import predictions
from kpath_jvm.analysis.advice.traces import loop_traces
from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.profile.forest import Forest
from kpath_jvm.profile.writer import write_profile

from .conftest import K, Piece, WalkedLoop


def grams(forest: Forest) -> Counter[tuple[int, ...]]:
    found: Counter[tuple[int, ...]] = Counter()
    for node in range(len(forest)):
        found[tuple(forest.sequences([node])[0].tolist())] += int(forest.counts[node])
    return found


def test_chains_are_those_of_the_walks(walked: list[WalkedLoop]) -> None:
    for loop in walked:
        numbers = loop.traces()

        def numbered(chain: list[Piece], numbers: dict = numbers) -> list[int]:
            return [numbers[one.key] for one in chain]

        assert grams(loop.found.all) == ngrams(map(numbered, loop.chains), K)
        for name in ("begun", "entered"):
            expected: Counter[tuple[int, ...]] = Counter()
            for chain in loop.chains:
                if name == "begun" or chain[0].is_first:
                    whole = tuple(numbered(chain))
                    most = min(loop.known_from_start(chain), len(whole))
                    expected.update(whole[:length] for length in range(1, most + 1))
            assert grams(getattr(loop.found, name)) == expected, name
        assert loop.found.executions == sum(map(len, loop.chains))
        assert loop.found.entries == sum(chain[0].is_first for chain in loop.chains)


def test_a_path_from_a_handler_does_not_enter_the_loop(tmp_path: Path) -> None:
    # In the first entry, the second iteration throws. The exception is caught, and this iteration
    # and the third go round. The fourth iteration throws, and the handler throws again. The second
    # entry leaves the loop at the first loop test.
    builder = RecordingBuilder(k=4)
    method = builder.add(shaky())
    builder.stream(method, (0,), (4, 2), (5,), (1,))
    builder.auxiliary(method, entries=2, handlers=2, escapes=1)
    write_profile(tmp_path / "shaky.kpath", builder.build(tmp_path), demo_run())
    profile = Profile.open(tmp_path / "shaky.kpath")
    forest = profile.method_forest(0)
    roots = np.flatnonzero(forest.depths == 1)
    code = profile.code(0)
    nest = LoopNest(code, profile.method_rows.row(0))
    traces = loop_traces(code, nest, code.loops[0], forest.paths[roots], forest.counts[roots])
    found = chains(forest, traces)
    names = {(one.blocks, one.end): number for number, one in enumerate(traces.all)}
    around, leaving = names[(0, 1), "back"], names[(0,), "out"]
    caught, thrown = names[(2,), "back"], names[(2,), "out"]
    assert grams(found.all) == Counter(
        {(around,): 2, (leaving,): 1, (caught,): 1, (thrown,): 1, (caught, around): 1}
    )
    assert grams(found.begun) == Counter(
        {(around,): 1, (leaving,): 1, (caught,): 1, (thrown,): 1, (caught, around): 1}
    )
    assert grams(found.entered) == Counter({(around,): 1, (leaving,): 1})
    (branch,) = predictions(found, [2], lambda _: True)
    assert (branch.total, branch.cut_off) == (2, 2)
