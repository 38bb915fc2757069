"""Says why something ran on only one side of a difference.

The other side either lacks the code, or has the code and never ran it. For example, after a unit
test was disabled, methods that the test called may not run any more, although nobody has changed
them. A reader must be able to tell such methods from methods that were removed.
"""

from __future__ import annotations

from typing import Any

from kpath_jvm.profile.names import dotted

#: The words for a row's ``code``, if the row is about a method (_METHOD) or a part of one (_PART).
_METHOD = {
    "same": "unchanged", "unchanged": "unchanged", "alike": "unchanged as far as profiles can tell",
    "changed": "changed",
}  # fmt: skip
_PART = _METHOD | {"changed": "in a method whose code has changed"}


def why_on_one_side(kind: str, row: dict[str, Any]) -> str:
    """Says why what a new or gone row is about ran on only one side.

    ``kind`` is the row's kind, as in words.KINDS.
    """
    if row["status"] == "new":
        side, other, where = "new side", "base", "in the base"
    else:
        side, other, where = "base", "new side", "on the new side"
    if row["code"] is None:
        return why_missing(other, row["class"], row["beside"])
    if kind == "loops":
        is_in_both = row["base_loop"] is not None and row["new_loop"] is not None
    else:
        # A sequence that the other side may have held back gets a text of its own below.
        is_held_back = kind == "sequences" and row["may_have_run"]
        is_in_both = kind == "methods" or is_held_back or row["in_both"]
    if not is_in_both:
        return f"only the {side} has its code"
    if row.get("may_have_run"):
        if kind == "sequences":
            return f"the {other} may have held it back"
        return (
            f"no completed path of the {other} ran it, but others may have; its code is there, "
            f"{_PART[row['code']]}"
        )
    if kind == "sequences":
        return f"it never occurred {where}; {code_told(row['code'])}"
    words = _METHOD if kind == "methods" else _PART
    return f"it never ran {where}, although its code is there, {words[row['code']]}"


def why_missing(side: str, class_name: str, beside: str | None) -> str:
    """Says that a side lacks a method, and why; ``beside`` comes from the row."""
    if beside == "thread":
        return f"the thread didn't run it {'in the base' if side == 'base' else 'on the new side'}"
    if beside == "method":
        return f"the {side} has the method from other class files only"
    if beside == "left out":
        return f"the {side} didn't record it, as `report` says"
    if beside == "number":
        return f"none of the numbered classes that the {side} recorded is the same"
    if beside == "class":
        return f"the {side} recorded class {dotted(class_name)} without this method"
    return (
        f"the {side} recorded no method of class {dotted(class_name)}, which isn't there or wasn't "
        "loaded"
    )


def code_told(code: str, *, is_method: bool = False) -> str:
    """Says whether both sides have the same code of a method, by the ``code`` of a row.

    Without ``is_method``, the row is about a part of the method.
    """
    whose = "its code" if is_method else "its method's code"
    return f"{whose} {'has changed' if code == 'changed' else f'is {_METHOD[code]}'}"
