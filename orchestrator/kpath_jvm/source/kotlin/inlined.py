"""Recognises calls of library functions whose inlined branches look like those of the caller.

These are the functions of Kotlin's library that are marked InlineOnly. They leave no lines of their
own in the class file.
"""

from tree_sitter import Node

from kpath_jvm.source.condition import Jump
from kpath_jvm.source.kotlin.nodes import children, has_token
from kpath_jvm.source.nodes import text_of, unwrapped
from kpath_jvm.source.patterns.walking import Walking

#: The functions that test for content, and what they return if there is content.
_EMPTINESS = {"isEmpty": False, "isNotEmpty": True, "isNotBlank": True}
#: The functions that test for null first, and the test that each of them makes then.
_NULL_OR = {"isNullOrEmpty": "isEmpty", "isNullOrBlank": "isBlank"}
#: Functions that test the result of a lambda.
_KEEPING = frozenset(("takeIf", "takeUnless"))
_DEMANDS = frozenset(("require", "check"))


def asked_of(node: Node) -> tuple[Node, str] | None:
    """Returns ``a`` and ``f`` of a call ``a.f()``, or None for any other node."""
    if node.type != "call_expression" or len(children(node)) != 2:
        return None
    member, arguments = children(node)
    if member.type != "navigation_expression" or arguments.type != "value_arguments":
        return None
    if children(arguments) or has_token(member, "?."):
        return None
    return children(member)[0], text_of(children(member)[-1])


class Inlined:
    """Adds to the walk's pattern what calls of inlined library functions may be compiled to."""

    def __init__(self, walk: Walking) -> None:
        self._walk = walk
        self._out = walk.out

    def emptiness(self, node: Node, told: Node, is_negated: bool, jumps: tuple[Jump, Jump]) -> bool:
        """Writes ``a.isEmpty()`` or the like as a condition; returns False for other nodes."""
        asked = asked_of(node)
        if asked is not None and asked[1] in _NULL_OR:
            self._null_or_empty(asked[0], _NULL_OR[asked[1]], told, is_negated, jumps)
            return True
        if asked is None or asked[1] not in _EMPTINESS:
            return False
        owner, name = asked
        self._walk.value(owner)
        is_opposite = is_negated != _EMPTINESS[name]

        def empty(jumps: tuple[Jump, Jump]) -> None:
            self._out.add("empty", told, is_negated=is_opposite, jumps=jumps)

        def stored(times: int) -> None:
            found = [Jump() for _ in range(times)]
            empty((found[0], found[0]))
            for place, jump in enumerate(found):
                after = found[place + 1] if place + 1 < times else None
                with self._out.place_of(jump):
                    self._out.add(
                        "result", told, is_negated=is_negated,
                        jumps=jumps if after is None else (after, after),
                    )  # fmt: skip

        self._out.choice(lambda: empty(jumps), lambda: stored(1), lambda: stored(2))
        return True

    def _null_or_empty(
        self, owner: Node, name: str, told: Node, is_negated: bool, jumps: tuple[Jump, Jump]
    ) -> None:
        """Writes ``a.isNullOrEmpty()`` as two questions; their result is tested once or twice."""
        self._walk.value(owner)
        of = text_of(owner)

        def stored(times: int) -> None:
            going_on = Jump()
            found = [Jump() for _ in range(times)]
            text = f"{of} != null"
            self._out.add("null", told, text=text, source=text, jumps=(going_on, found[0]))
            with self._out.place_of(going_on):
                text = f"{of}.{name}()"
                self._out.add("empty", told, text=text, source=text, jumps=(found[0], found[0]))
            for place, jump in enumerate(found):
                after = found[place + 1] if place + 1 < times else None
                with self._out.place_of(jump):
                    self._out.add(
                        "result", told, is_negated=is_negated,
                        jumps=jumps if after is None else (after, after),
                    )  # fmt: skip

        self._out.choice(lambda: stored(1), lambda: stored(2))

    def kept(self, node: Node) -> None:
        """Writes the test of ``takeIf`` or ``takeUnless``, which comes after the lambda.

        Writes nothing for other calls.
        """
        called = children(node)[0]
        name = text_of(children(called)[-1] if called.type == "navigation_expression" else called)
        if node.type == "call_expression" and name in _KEEPING:
            self._out.choice(lambda: self._out.add("result", node), lambda: None)

    def repeated(self, node: Node) -> bool:
        """Writes ``repeat(n) { … }``, the library's loop; returns False for other calls."""
        parts = children(node)
        if parts[-1].type != "annotated_lambda" or parts[0].type != "call_expression":
            return False
        called, *arguments = children(parts[0])
        if text_of(called) != "repeat" or [one.type for one in arguments] != ["value_arguments"]:
            return False
        self._walk.value(arguments[0])
        self._out.choice(
            lambda: self._out.add("element", parts[0], text="another element"), lambda: None
        )
        self._walk.value(parts[-1])
        return True

    def or_empty(self, node: Node) -> bool:
        """Writes ``a.orEmpty()`` after the conditions of ``a``; returns False for other calls."""
        asked = asked_of(node)
        if asked is None or asked[1] != "orEmpty":
            return False
        text = f"{text_of(asked[0])} != null"
        self._out.add("null", node, text=text, source=text, is_end=True)
        return True

    def demand(self, node: Node) -> bool:
        """Writes ``require(a)`` or ``check(a)``; returns False for other calls."""
        parts = children(node)
        message = parts.pop() if parts[-1].type == "annotated_lambda" else None
        call = parts[0] if len(parts) == 1 and parts[0].type == "call_expression" else node
        parts = children(call)
        if text_of(parts[0]) not in _DEMANDS or parts[-1].type != "value_arguments":
            return False
        arguments = children(parts[-1])
        if len(arguments) != 1 or len(children(arguments[0])) != 1:
            return False
        demanded = unwrapped(children(arguments[0])[0])

        def stored() -> None:
            joined = Jump()
            self._walk.condition(demanded, joined, joined)
            with self._out.place_of(joined):
                self._out.add("result", demanded)

        self._out.choice(lambda: self._walk.condition(demanded, Jump(), Jump()), stored)
        if message is not None:
            self._walk.value(message)
        return True
