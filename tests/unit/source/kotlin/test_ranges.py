"""Tests how ranges are recognised by their syntax."""

import pytest

from kpath_jvm.source.kotlin.nodes import children
from kpath_jvm.source.kotlin.ranges import range_of
from kpath_jvm.source.kotlin.syntax import parsed, scope_of


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1..n", ("1", "<=", "n")),
        ("(1..<n)", ("1", "<", "n")),
        ("a until b + 1", ("a", "<", "b + 1")),
        ("n downTo 1", None),
        ("1..n step 2", None),
        ("list", None),
    ],
)
def test_parts_of_ranges_are_found(text: str, found: tuple[str, str, str] | None) -> None:
    (body,) = scope_of(parsed(f"fun f() {{\nx in {text}\n}}\n"), "f", {2})
    (block,) = children(body)
    right = children(block)[0].child_by_field_name("right")
    assert right is not None
    assert range_of(right) == found
