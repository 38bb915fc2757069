"""Tests conditions on a difference."""

from pathlib import Path

import pytest

from builders.versions import compared_profiles
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.diff.shown import shown
from kpath_jvm.analysis.gates.conditions import KINDS, GateCondition, judge, parsed
from kpath_jvm.analysis.matching.known import Side
from kpath_jvm.analysis.selection import Selection
from kpath_jvm.errors import KpathError


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Difference:
    paths = compared_profiles(tmp_path_factory.mktemp("compared"))
    return difference(*(Side([Profile.open(path)]) for path in paths))


def failing(found: Difference, text: str) -> list[str]:
    (outcome,) = judge(found, [parsed(text)])
    assert outcome.is_failed == bool(outcome.larger)
    amounts = [amount for _, amount in outcome.larger]
    assert amounts == sorted(amounts, reverse=True)
    return [change.pair.known.name for change, _ in outcome.larger]


@pytest.mark.parametrize(
    ("text", "condition"),
    [
        ("share > 2%", GateCondition("share > 2%", "share", None, 0.02)),
        (" outcome( a.b.C.m(I)V )>0.5", GateCondition("outcome( a.b.C.m(I)V )>0.5", "outcome",
                                                " a.b.C.m(I)V ", 0.5)),
        ("any", GateCondition("any", "any", None, 0)),
        ("new-loop > 1 %", GateCondition("new-loop > 1 %", "new-loop", None, 0.01)),
    ],
)  # fmt: skip
def test_texts(text: str, condition: GateCondition) -> None:
    assert parsed(text) == condition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("share < 2%", "isn't a condition; write share > 2%"),
        ("", "isn't a condition"),
        ("shar > 2%", "no condition on 'shar'; did you mean share?"),
        ("share > 1.2.3", "the bound of 'share > 1.2.3': '1.2.3' is not a share; write 10% or 0.1"),
        ("share > 2", "the bound of 'share > 2': '2' would be 200 %; write 2% or 0.02"),
        ("outcome(m) > 15", "'15' would be 1,500 %; write 15% or 0.15"),
        ("iterations > 10", "'10' would be 1,000 %; write 10% or 0.1"),
        ("new-loop > 1", "'1' can mean 1 % or all; write 1% (or 0.01), or 100%"),
        ("share > 200%", "'200%' is more than all; a share is 100% at most"),
        ("share > 100%", "'share > 100%' can't fail: nothing differs by more than 100 %"),
        ("share > nan", "'nan' is not a share"),
        ("share > inf", "'inf' is not a share"),
        ("share > -1%", "'-1%' is not a share"),
        ("share >", "'' is not a share"),
        ("share > 1% > 2%", "isn't a condition"),
        ("share() > 1%", "isn't a condition"),
        ("share( ) > 1%", "has no method between its brackets"),
        ("share = 1%", "isn't a condition"),
    ],
)
def test_what_is_none(text: str, message: str) -> None:
    with pytest.raises(KpathError) as failure:
        parsed(text)
    assert message in str(failure.value)
    assert failure.value.exit_status == 2


def test_what_is_larger(found: Difference) -> None:
    assert failing(found, "new-method") == ["came"]
    assert failing(found, "gone-method > 1%") == ["gone"]
    assert failing(found, "gone-method > 10%") == []
    assert failing(found, "new-loop") == ["grows", "came"]
    assert failing(found, "new-loop(Work.grows)") == ["grows"]
    assert failing(found, "outcome > 50%") == ["run"]
    assert set(failing(found, "new-branch")) == {"grows", "came"}
    assert failing(found, "new-branch(Work.grows) > 1%") == ["grows"]
    assert failing(found, "new-branch > 90%") == []
    assert set(failing(found, "gone-branch")) == {"gone"}
    assert failing(found, "iterations(Work.run) > 19%") == ["run"]
    assert failing(found, "iterations(Work.run) > 21%") == []
    # Either side's name can be used.
    assert (
        failing(found, "share(oldName) > 1%")
        == failing(found, "share(newName) > 1%")
        == ["newName"]
    )
    assert failing(found, "bytecodes(grows) > 60%") == ["grows"]
    assert failing(found, "entries(grows)") == []
    assert len(failing(found, "any")) == sum(
        len(kind) for kind in (found.methods, found.loops, found.branches, found.sequences)
    )
    assert set(failing(found, "new-sequence")) <= {"run", "grows"}


def test_a_method_of_neither_side(found: Difference) -> None:
    with pytest.raises(KpathError, match="no method nix in the profile") as failure:
        judge(found, [parsed("share(nix) > 1%")])
    assert failure.value.exit_status == 2
    assert {"new-loop", "gone-sequence", "gone-method", "new-branch", "gone-branch"} <= set(KINDS)


def test_a_method_that_is_not_compared(tmp_path: Path) -> None:
    """A gate on the method would always pass."""
    paths = compared_profiles(tmp_path)
    base, new = (Side([Profile.open(path)]) for path in paths)
    light = difference(base, new, least_share=0.9)
    for text in ("outcome(run) > 1%", "bytecodes(run) > 1%", "any(run)", "share(run) > 89%"):
        with pytest.raises(KpathError) as refused:
            judge(light, [parsed(text)])
        assert f"'{text}': run has less than 90 % of the executed" in str(refused.value)
    # The share can't have moved so far, so this condition needn't look.
    (share,) = judge(light, [parsed("share(run) > 90%")])
    assert not share.is_failed
    selected = shown(base, new, Selection(method=("grows",)))
    with pytest.raises(KpathError, match=r"'share\(run\)': run is not among the methods that the"):
        judge(difference(base, new, selected), [parsed("share(run)")])
    assert failing(difference(base, new, selected), "bytecodes(grows)") == ["grows"]
