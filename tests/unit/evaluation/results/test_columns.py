"""Tests which columns must have a value."""

from kpath_jvm.evaluation.results import columns


def test_texts_that_may_be_empty_are_not_required() -> None:
    assert columns.text("cut", "", "back-edge") == ("cut", columns.TEXT, False, ("", "back-edge"))
    assert columns.text("suite").required
    assert not columns.text("reason", required=False).required


def test_numbers_may_be_missing() -> None:
    assert [it.required for it in (*columns.wholes("n"), *columns.numbers("mean"))] == [False] * 2
    assert [it.required for it in columns.wholes("n", required=True)] == [True]
