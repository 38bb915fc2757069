"""Tests how whole numbers in the source are found among a branch's operands."""

from kpath_jvm.source.numbers import are_compared, numbers_of


def test_decimal_and_octal_numbers_are_read() -> None:
    assert numbers_of("037", "-0_17L", "0", "08") == (31, -15, 0)
    assert numbers_of("3", "a", "-1", "1_000L", "0x10", "'x'", "1.5", "a + 1") == (3, -1, 1000)


def test_numbers_are_found_as_operands_of_any_type() -> None:
    assert are_compared(("a", "3"), (3,))
    assert are_compared(("5L", "a"), (5,))
    assert are_compared(("d", "2.0"), (2,))
    assert are_compared(("f", "2.0f"), (2,))
    assert are_compared(("a", "b"), ())
    assert not are_compared(("a", "30"), (3,))
    assert not are_compared(("a", "2.5"), (2,))
