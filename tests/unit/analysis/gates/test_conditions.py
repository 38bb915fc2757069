"""Conditions on a difference."""

import pytest

from builders.versions import compared_profiles
from kpath_jvm import Profile
from kpath_jvm.analysis.diff.difference import Difference, difference
from kpath_jvm.analysis.gates.conditions import KINDS, Condition, judge, parsed
from kpath_jvm.analysis.identity.known import Side
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
        ("share > 2%", Condition("share > 2%", "share", None, 0.02)),
        (" outcome( a.b.C.m(I)V )>0.5", Condition("outcome( a.b.C.m(I)V )>0.5", "outcome",
                                                " a.b.C.m(I)V ", 0.5)),
        ("any", Condition("any", "any", None, 0)),
        ("new-loop > 1 %", Condition("new-loop > 1 %", "new-loop", None, 0.01)),
    ],
)  # fmt: skip
def test_texts(text: str, condition: Condition) -> None:
    assert parsed(text) == condition


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("share < 2%", "is no condition; write share > 2%"),
        ("", "is no condition"),
        ("shar > 2%", "no condition on 'shar'; did you mean share?"),
        ("share > 1.2.3", "'1.2.3' in 'share > 1.2.3' is no number"),
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
    assert failing(found, "iterations(Work.run) > 19%") == ["run"]
    assert failing(found, "iterations(Work.run) > 21%") == []
    # By the name of either side.
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
    assert {"new-loop", "gone-sequence", "gone-method"} <= set(KINDS)
