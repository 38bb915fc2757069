"""Tests that the table of advice agrees with the JSON document of the verb ``advise``."""

import json
from pathlib import Path

import pytest

import kpath_jvm
from builders.advisable import advisable_profile
from builders.recordings import demo_profile
from kpath_jvm.cli.main import run_verb


def test_each_piece_of_the_verb_s_advice_has_a_row(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = advisable_profile(tmp_path)
    table = kpath_jvm.advise(kpath_jvm.Profile.open(path))
    assert run_verb(["advise", str(path), "--json"]) == 0
    loops = json.loads(capsys.readouterr().out)["loops"]
    told = [
        (loop["title"], loop["loop"]["header_line"], loop["entries"], one["kind"], one["text"])
        for loop in loops
        for one in loop["advice"]
    ]
    columns = ["title", "line", "entries", "kind", "advice"]
    assert told
    assert list(table[columns].itertuples(index=False, name=None)) == told


def test_profiles_of_single_paths_are_refused(tmp_path: Path) -> None:
    profile = kpath_jvm.Profile.open(demo_profile(tmp_path, k=1))
    with pytest.raises(kpath_jvm.KpathError, match="k = 1 has single paths only"):
        kpath_jvm.advise(profile)
