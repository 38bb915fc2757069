"""Tests which switches are recognised as switches over a compiler's numbers or over ordinals."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.metadata import Decision
from kpath_jvm.source.numbered_switches import kinds_of_keys, parts_of_switches


def switch(operand: str, *keys: int) -> tuple[Any, ...]:
    return "switch", "I", (operand,), keys, tuple(range(50, 51 + len(keys)))


def labelled(operand: str, **labels: int) -> tuple[Any, ...]:
    return (*switch(operand, *labels.values()), 1, tuple(labels))


def equals(operand: str) -> tuple[Any, ...]:
    return "true", "Z", (operand,), (1, 0), (60, 61)


def kinds(*decisions: tuple[Any, ...]) -> dict[int, str]:
    return kinds_of_keys(_code(*decisions))


def parts(*decisions: tuple[Any, ...]) -> frozenset[int]:
    return parts_of_switches(_code(*decisions))


def _code(*decisions: tuple[Any, ...]) -> MethodCode:
    deciding = {block: Decision(block, *one) for block, one in enumerate(decisions)}
    return cast(MethodCode, SimpleNamespace(deciding=deciding))


HASH = switch("local 2.hashCode()", 2112, 2577)
LABELS = [equals('local 2.equals("BB")'), equals('local 2.equals("Aa")')]


def test_the_second_part_of_a_switch_over_strings_uses_compilers_numbers() -> None:
    assert kinds(HASH, *LABELS, switch("local 3", 0, 1)) == {3: "compiler's number"}
    assert parts(HASH, *LABELS, switch("local 3", 0, 1)) == {0, 1, 2}
    # The default is between the two labels, and has the number 1.
    assert kinds(HASH, *LABELS, switch("local 3", 0, 2)) == {3: "compiler's number"}


def test_comparisons_without_text_need_a_switch_with_labels() -> None:
    untold = equals("…")
    for texts in ([LABELS[0], untold], [untold, LABELS[0]], [untold, untold]):
        second = labelled("local 3", BB=0, Aa=1)
        assert kinds(HASH, *texts, second) == {3: "compiler's number"}
        assert parts(HASH, *texts, second) == {0, 1, 2}
        # If the second switch has no labels, comparisons without text may be of something else.
        assert kinds(HASH, *texts, switch("local 3", 0, 1)) == {}
        assert parts(HASH, *texts, switch("local 3", 0, 1)) == frozenset()


def test_switches_with_labels_are_over_compilers_numbers_or_ordinals() -> None:
    for operand in ("…", "n", "local 7"):
        assert kinds(labelled(operand, A=0)) == {0: "compiler's number"}
    assert kinds(labelled("e.ordinal()", A=0)) == {0: "ordinal"}


@pytest.mark.parametrize(
    "decisions",
    [
        [HASH, *LABELS, switch("n", 0, 1)],
        [HASH, *LABELS, switch("local 4", 0, 1)],
        [HASH, *LABELS, switch("local 3", 0, 3)],
        [HASH, *LABELS, switch("local 3", -1, 0)],
        [HASH, switch("local 3", 0, 1)],
        [HASH, equals('local 1.equals("BB")'), switch("local 3", 0, 1)],
        [HASH, *LABELS, equals("local 5"), switch("local 3", 0, 1)],
        [switch("t.hashCode()", 2112), equals('t.equals("BB")'), switch("local 3", 0, 1)],
        [switch("local 3", 0, 1)],
        [switch("SwitchMap[e.number()]", 1)],
        [equals("1.$SwitchMap$E[e.ordinal()]")],
    ],
)
def test_other_switches_use_the_sources_numbers(
    decisions: list[tuple[Any, ...]],
) -> None:
    assert kinds(*decisions) == {}
    assert parts(*decisions) == frozenset()


def test_switches_over_enums_and_patterns_are_recognised() -> None:
    number, ordinal = "compiler's number", "ordinal"
    told = {
        "1.$SwitchMap$demo$E[local 0.ordinal()]": number,
        "WhenMappings.$EnumSwitchMapping$0[e.ordinal()]": number,
        "A.$SWITCH_TABLE$demo$E()[e.ordinal()]": number,
        "typeSwitch(local 1, local 2)": number,
        "enumSwitch(e, local 2)": number,
        "e.ordinal()": ordinal,
    }
    found = kinds(*(switch(operand, 0, 1) for operand in told))
    assert list(found.values()) == list(told.values())
