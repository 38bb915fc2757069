"""Tests which classes of two programs seem to be the same."""

import pytest

from kpath_jvm.analysis.matching.moved_classes import MovedClasses, simple_name, without_packages

MOVED = MovedClasses({"shop/Order": "stock/Order", "shop/Price": "shop/Amount"})


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("shop/Order", "stock/Order", True),
        ("shop/Price", "shop/Amount", True),
        # A nested class moves with the class around it.
        ("shop/Order$Kind", "stock/Order$Kind", True),
        ("shop/Price$1", "shop/Amount$1", True),
        ("shop/Price$1", "shop/Amount$2", False),
        # Other classes of the package may have moved with Order.
        ("shop/Item", "stock/Item", True),
        ("shop/Item", "stock/Thing", False),
        ("shop/Item", "other/Item", False),
        ("java/awt/List", "java/util/List", False),
        ("shop/Item", "shop/Item", True),
    ],
)
def test_moved_classes_are_found(before: str, after: str, *, expected: bool) -> None:
    assert MOVED.are_same(before, after) is expected
    types = [f"(I[L{name};L{name};)V" for name in (before, after)]
    assert MOVED.have_same_types(*types) is expected


def test_descriptors_must_agree_except_for_moved_classes() -> None:
    assert not MOVED.have_same_types("(Lshop/Order;)V", "(Lstock/Order;)I")
    assert not MOVED.have_same_types("(Lshop/Order;)V", "(Lstock/Order;Lshop/Item;)V")
    assert not MOVED.have_same_types("(Lshop/Order;)V", "([Lstock/Order;)V")
    assert simple_name("shop/Order$Kind") == "Order$Kind"
    assert without_packages("(Lshop/Order;[Lb/C;IL;)Ld;") == "(LOrder;[LC;IL;)Ld;"


def test_classes_on_both_sides_have_not_moved() -> None:
    moved = MovedClasses({"a/Order": "b/Order"}, frozenset(("a/Item", "b/Price", "a/Order$Kind")))
    assert moved.are_same("a/Other", "b/Other")
    assert not moved.are_same("a/Item", "b/Item")
    assert not moved.are_same("a/Price", "b/Price")
    assert moved.are_same("a/Item", "a/Item")
    # Order has moved, but both sides have its nested class Kind.
    assert not moved.are_same("a/Order$Kind", "b/Order$Kind")
    assert moved.are_same("a/Order$1", "b/Order$1")
