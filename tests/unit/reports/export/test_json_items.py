"""Checks that JSON items of n-grams are the same in chunks of any size."""

import json
from pathlib import Path

import numpy as np
import pytest

from builders.looping import profile_of, random_program
from kpath_jvm import Profile
from kpath_jvm.reports.export.exported import Exported
from kpath_jvm.reports.export.json_items import JsonItems


def _check(profile: Profile, chunk: int) -> None:
    exported = Exported.of(profile)
    forest = exported.forest
    rows = forest.sequences(np.arange(len(forest))).tolist()
    items = JsonItems(exported, chunk)
    methods = exported.profile.method_rows.numbers.tolist()
    # The items of methods may be asked for in any order.
    for method in (*methods[::2], *methods[1::2]):
        nodes = forest.slice_of(method)
        code = exported.profile.code(method)
        expected = []
        for node in range(nodes.start, nodes.stop):
            paths = [path for path in rows[node] if path >= 0]
            told = [code.decode(path) for path in paths]
            loop = code.loop_around([p.blocks[0] for p in told[1:] or told if p.start == "loop"])
            number = None if loop is None else code.loops.index(loop)
            expected.append({"path": paths, "count": int(forest.counts[node]), "loop": number})
        assert f"[{', '.join(items.of(nodes))}]" == json.dumps(expected)


@pytest.mark.parametrize("chunk", [1, 7, 1000])
def test_items_of_the_demo_agree_with_the_profile(demo: Path, chunk: int) -> None:
    _check(Profile.open(demo), chunk)


@pytest.mark.parametrize("seed", range(10))
def test_items_of_random_methods_agree_with_the_profile(seed: int) -> None:
    with profile_of(random_program(seed), 4) as profile:
        _check(profile, 1 + seed)
