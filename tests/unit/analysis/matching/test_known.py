"""Tests the methods of one side of a comparison, with one run or several."""

from dataclasses import replace
from pathlib import Path

import pytest

from builders.methods import plain
from builders.recordings import RecordingBuilder, demo_run
from builders.versions import ARMS, LEFT, RIGHT, Version, versions_profile
from kpath_jvm import Profile
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.profile.writer import write_profile


def test_methods_of_several_runs_are_added_up(tmp_path: Path) -> None:
    run, other = Version().walked(LEFT), Version(name="other").walked(RIGHT, times=2)
    profiles = [
        versions_profile(tmp_path, "one", run, Version(name="never")),
        versions_profile(tmp_path, "two", other, run.walked(RIGHT), k=3),
    ]
    side = Side(profiles)
    assert side.k == 3
    found = {known.name: known for known in side.methods}
    assert {name: known.numbers for name, known in found.items()} == {
        "run": ((0,), (1,)), "never": ((1,), ()), "other": ((), (0,)),
    }  # fmt: skip
    assert found["run"].entries == [1, 2]
    assert found["other"].entries == [0, 2]
    assert [found[name].is_executed for name in ("run", "never", "other")] == [True, False, True]
    # Each block has ten instructions. An activation executes the entry, a round of four blocks, the
    # header again, and the block after the loop.
    assert found["run"].bytecodes.tolist() == [70, 140]
    assert side.bytecodes.tolist() == [70, 280]
    assert (found["other"].run, found["other"].method) == (1, 0)


def test_methods_with_equal_graphs_are_one_method(tmp_path: Path) -> None:
    grown = (*ARMS[:1], (2, 6), *ARMS[2:6], (7, 8), (6,), ())
    profiles = [
        versions_profile(tmp_path, str(at), Version(successors, digest=digest).walked(LEFT))
        for at, (successors, digest) in enumerate([(ARMS, "a"), (ARMS, "b"), (grown, "c")])
    ]
    found = Side(profiles).methods
    assert [known.numbers for known in found] == [((0,), (0,), ()), ((), (), (0,))]
    assert found[0].digests == {"a", "b"}
    assert found[0].is_alike(found[0])
    assert not found[0].is_alike(found[1])
    assert found[0].is_same(Side(profiles[1:2]).methods[0])


def test_the_code_comes_from_the_run_that_knows_most_labels(tmp_path: Path) -> None:
    profiles = []
    # Profiles that earlier versions of kpath-jvm wrote have no labels at all.
    known_labels = {"one": ["", ""], "two": ["A", "B"], "three": ["", "B"], "old": []}
    for name, labels in known_labels.items():
        builder = RecordingBuilder(k=2)
        operand = "1.$SwitchMap$E[e.ordinal()]"
        switch = [0, "switch", "I", [operand], [1, 2], [1, 1, 2], labels, ""]
        builder.count(builder.add(plain(decisions=[switch])), 0, 5)
        (tmp_path / name).mkdir()
        path = tmp_path / f"{name}.kpath"
        write_profile(path, builder.build(tmp_path / name), demo_run())
        profiles.append(Profile.open(path))
    for order in (profiles, profiles[::-1]):
        (known,) = Side(order).methods
        assert known.code.decisions[0].labels == ("A", "B")
    one, two, three, old = profiles
    for some, run in (
        ([old, two], 1), ([old, three], 1), ([one, three], 1), ([three, two], 1), ([old, one], 0),
        ([two, two], 0),
    ):  # fmt: skip
        (known,) = Side(some).methods
        assert known.run == run


def test_versions_with_different_instructions_have_no_block_digests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Versions with the same graph are one method, even if their instructions differ."""
    code_of = Profile.code
    monkeypatch.setattr(
        Profile, "code", lambda self, method: replace(code_of(self, method), digests=(1,) * 7)
    )
    profiles = [
        versions_profile(
            tmp_path, digest, Version(digest=digest, code_digest=instructions).walked(LEFT)
        )
        for digest, instructions in (("a", "x"), ("b", "x"), ("c", "y"))
    ]
    (alike,) = Side(profiles[:2]).methods
    (differing,) = Side(profiles).methods
    assert alike.code.digests == (1,) * 7
    assert differing.code.digests == ()
