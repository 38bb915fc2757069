"""Tests which conditions a pattern contains, as a whole and on given lines."""

from kpath_jvm.source.condition import Condition
from kpath_jvm.source.patterns.pattern import Choice, conditions_of, groups, only


def one(first: int, last: int) -> Condition:
    return Condition("truth", "a", "a", first, last)


def test_groups_have_no_line_in_common() -> None:
    first, second, third = one(2, 3), one(3, 5), one(6, 6)
    found = groups((first, Choice(((second,), (third,))), third))
    assert [lines for lines, _ in found] == [range(2, 6), range(6, 7)]
    assert found[0][1] == (first, Choice(((second,), ())))
    assert found[1][1] == (Choice(((), (third,))), third)


def test_an_empty_choice_is_left_out() -> None:
    assert only((Choice(((one(2, 2),), ())),), range(3, 4)) == ()


def test_conditions_include_those_of_all_choices() -> None:
    first, second = one(2, 2), one(3, 3)
    assert list(conditions_of((Choice(((first,), (second,), ())),))) == [first, second]
