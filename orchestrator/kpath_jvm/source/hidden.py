"""Lists the tests that Java's compilers add for record patterns and resources."""

from collections.abc import Iterator
from dataclasses import dataclass

from tree_sitter import Node

from kpath_jvm.source.nodes import children, text_of

_PRIMITIVE = frozenset(("integral_type", "floating_point_type", "boolean_type"))


@dataclass(frozen=True)
class Test:
    """A test of whether a record's component has a type.

    ``text`` shows the test, and ``name`` is the type's name. ``is_sure`` says that the test is
    certainly compiled if the test of the record's own type is compiled.
    """

    text: str
    name: str
    is_sure: bool


def record_pattern(node: Node) -> Node | None:
    """Returns the record pattern of an ``instanceof`` expression; None for any other node."""
    pattern = node.child_by_field_name("pattern") if node.type == "instanceof_expression" else None
    return pattern if pattern is not None and pattern.type == "record_pattern" else None


def tests_of(pattern: Node) -> list[Test]:
    """Returns the tests that may be compiled for a record pattern's components, in their order.

    No test is compiled for a component that always has the pattern's type. But the pattern alone
    doesn't show which components these are, so the list has tests for these, too.
    """
    return list(_tests(pattern))


def type_of(pattern: Node) -> str:
    """Returns the type of a record pattern as it is written."""
    return text_of(children(pattern)[0])


def _tests(pattern: Node) -> Iterator[Test]:
    of = text_of(pattern)
    for component in children(children(pattern)[-1]):
        if component.type == "record_pattern":
            own = list(_tests(component))
            written = type_of(component) if own else text_of(component)
            yield Test(f"{written} of {of}", _simple(type_of(component)), is_sure=True)
            yield from own
            continue
        for kind in children(component):
            if kind.type in ("modifiers", "identifier", "underscore_pattern", *_PRIMITIVE):
                continue
            if text_of(kind) != "var":
                yield Test(f"{text_of(component)} of {of}", _simple(text_of(kind)), is_sure=False)


def _simple(name: str) -> str:
    """Returns a class's name without package, outer classes and type arguments."""
    return name.partition("<")[0].rpartition(".")[2].strip()


def resources_of(node: Node) -> list[str]:
    """Returns the names of the resources that ``try`` closes, in order."""
    names = []
    for specification in children(node):
        if specification.type == "resource_specification":
            for one in children(specification):
                name = one.child_by_field_name("name")
                names.append(text_of(one if name is None else name))
    return names
