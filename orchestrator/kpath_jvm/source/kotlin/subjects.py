"""Writes patterns of how Kotlin's expression ``when`` is compiled.

With a subject, as in ``when (x) {...}``, it is compiled to a switch or to comparisons. Without a
subject, it is compiled to conditions.
"""

from collections.abc import Callable

from tree_sitter import Node

from kpath_jvm.source.condition import Case, Jump
from kpath_jvm.source.kotlin.members import KotlinMembers
from kpath_jvm.source.kotlin.nodes import children, has_token, literal_of, parts_around
from kpath_jvm.source.nodes import text_of
from kpath_jvm.source.patterns.walking import Walking


class Subjects:
    """Adds to the walk's pattern what ``when`` may be compiled to."""

    def __init__(self, walk: Walking, members: KotlinMembers) -> None:
        self._walk = walk
        self._members = members
        self._out = walk.out

    def when(self, node: Node) -> None:
        """Writes the conditions of a ``when``, and the code that they lead to."""
        entries = [child for child in children(node) if child.type == "when_entry"]
        subject = next((one for one in children(node) if one.type == "when_subject"), None)
        if subject is None:
            for entry in entries:
                for condition in entry.children_by_field_name("condition"):
                    with self._out.beginning_at(entry):
                        self._walk.condition(condition, Jump(), Jump())
                self._body(entry)
            return
        *variables, value = children(subject)
        self._walk.value(value)
        named = children(variables[0])[0] if variables else value
        told = text_of(named)
        self._out.choice(*self._switches(told, value, entries), lambda: None)
        for entry in entries:
            conditions = entry.children_by_field_name("condition")
            if conditions:
                with self._out.beginning_at(entry):
                    self._entry(told, conditions)
            self._body(entry)

    def _body(self, entry: Node) -> None:
        behind, _ = parts_around(entry, None, "", after="->")
        for one in behind:
            self._walk.body(one)

    def _switches(self, subject: str, value: Node, entries: list[Node]) -> list[Callable[[], None]]:
        """Returns, in a list, the function that writes a switch over numbers or over hashes."""
        cases = tuple(_case(entry) for entry in entries)
        labels = [label for case in cases for label in case.labels if label != "else"]

        def is_null() -> None:
            text = f"{subject} != null"
            self._out.add("null", value, text=text, source=text)

        def over_numbers() -> None:
            self._out.choice(is_null, lambda: None)
            self._out.add("switch", value, text=subject, source=subject, cases=cases)

        def over_strings() -> None:
            self._out.choice(is_null, lambda: None)
            self._out.add("hash", value, text=f"hash of {subject}", source=subject)
            for _ in labels:
                self._out.add("equal", value, text=subject, source=subject, cases=cases)

        return [over_strings if any(one.startswith('"') for one in labels) else over_numbers]

    def _entry(self, subject: str, conditions: list[Node]) -> None:
        """Writes an entry's comparisons; there are none if ``when`` is compiled to a switch."""

        def direct() -> None:
            leading = [Jump() for _ in conditions]
            following = [*leading[1:], Jump()]
            for one, own, after in zip(conditions, leading, following, strict=True):
                with self._out.place_of(own):
                    self._test(subject, one, Jump(), after)

        def stored() -> None:
            joined = Jump()
            leading = [Jump() for _ in conditions]
            for place, one in enumerate(conditions):
                after = leading[place + 1] if place + 1 < len(conditions) else joined
                with self._out.place_of(leading[place]):
                    self._test(subject, one, joined, after)
            with self._out.place_of(joined):
                self._out.add("result", conditions[-1])

        ways: list[Callable[[], None]] = [direct, lambda: None]
        self._out.choice(*ways, *([stored] if len(conditions) > 1 else []))

    def _test(self, subject: str, condition: Node, if_true: Jump, if_false: Jump) -> None:
        jumps = (if_true, if_false)
        if condition.type == "range_test":
            (of,) = children(condition)
            self._walk.value(of)
            self._members.within(subject, of, has_token(condition, "!in"), jumps, condition)
            return
        if condition.type == "type_test":
            text = f"{subject} {text_of(condition)}"
            self._out.add(
                "type", condition, text=text, source=text,
                is_negated=has_token(condition, "!is"), jumps=jumps,
            )  # fmt: skip
            return
        self._walk.value(condition)
        text = f"{subject} == {text_of(condition)}"
        self._out.add(
            "comparison", condition, text=text, source=text, operator="==",
            literal=literal_of(condition), jumps=jumps,
        )  # fmt: skip


def _case(entry: Node) -> Case:
    conditions = entry.children_by_field_name("condition")
    labels = tuple(text_of(one) for one in conditions) or ("else",)
    return Case(labels, entry.start_point[0] + 1, entry.end_point[0] + 1)
