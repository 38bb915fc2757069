"""Random conditions in Kotlin functions, and a slow Python interpreter of the conditions.

The interpreter uses neither kotlinc nor bytecode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from decisions.kotlin_operands import DECLARED, OPERANDS, PARAMETERS, arguments
from decisions.loops import do_loop, while_loop
from decisions.notes import Notes, State
from decisions.trees import Tree, random_tree


@dataclass
class Function:
    """A function around a condition.

    ``paths`` yields the expected decisions of each path that a call with a given state takes.
    """

    name: str
    kotlin: str
    paths: Callable[[State], Iterator[Notes]]


_FORMS = {
    "if": "if ({})\n        return 1\n    return 2",
    "else if": "if (a == 11)\n        return 3\n    else if ({})\n        return 1\n    return 2",
    "choice": "return if ({}) 1 else 2",
    "when": "return when {{\n        a == 11 -> 3\n        {} -> 1\n        else -> 2\n    }}",
    "while": "while ({}) {{\n        if (n-- == 0)\n            break\n        a++\n    }}\n"
    "    return a",
    "do": "do {{\n        a++\n    }} while (n-- != 0 && ({}))\n    return a",
    "until": "for (i in 0 until 3) {{\n        if ({}) a++\n    }}\n    return a",
    "range": "for (i in a..m) {{\n        if ({})\n            b++\n    }}\n    return b",
    "each": "for (x in xs)\n        if ({}) b++\n    return b",
    "elvis": 'val y = t ?: "none"\n    if ({}) return 1\n    return y.length',
    "chain": "val y = w?.next?.text?.length ?: 0\n    if ({}) return 1\n    return y",
    "numbers": "val y = when (b) {{\n        1, 3 -> 5\n        4 -> 6\n        in 6..8 -> 9\n"
    "        else -> 7\n    }}\n    return if ({}) y else a",
    "types": "val y = when (o) {{\n        null -> 5\n        is String -> 6\n        else -> 7\n"
    "    }}\n    return if ({}) y else a",
    "empty": "if (t.isNullOrEmpty())\n        return 5\n    if ({}) return 1\n    return 2",
    "kept": "val y: Int? = a.takeIf {{ it > 3 }}\n    if ({}) return 1\n    return y.hashCode()",
    "repeat": "repeat(3) {{\n        if ({}) a++\n    }}\n    return a",
    "count": "if (a++ < b && --b != 3) a--\n    if ({}) return 1\n    return 2",
    "one line": "if (p) a++; if ({}) a++; return if (a > b) 1 else 2",
    "inlined": "w?.let {{ node ->\n        if ({}) return node.n\n    }}\n    return 2",
}


def random_function(random: Random, number: int) -> Function:
    """Returns a function that branches on a random condition, with or without a loop."""
    name = f"m{number}"
    tree = random_tree(random, random.randint(0, 4), OPERANDS)
    breaks = random.random() < 0.4
    text = tree.text(lambda: "\n            " if breaks and random.random() < 0.5 else " ")
    form = random.choice(sorted(_FORMS))
    kotlin = (
        f"fun {name}({PARAMETERS}): Int {{\n    var a = a0\n    var b = b0\n"
        f"    var n = 3\n    val m = a + 2\n    {_FORMS[form].format(text)}\n}}\n"
    )
    return Function(name, kotlin, lambda state: _run(form, tree, dict(state)))


def _run(form: str, tree: Tree, state: State) -> Iterator[Notes]:
    """Yields the decisions of one path after the other."""
    loop = {"while": while_loop, "do": do_loop}.get(form)
    if loop is not None:
        yield from loop(tree.holds, state)
        return
    elements = {"until": _until, "repeat": _until, "range": _range, "each": _each}.get(form)
    if elements is not None:
        yield from elements(tree, state)
        return
    notes: Notes = []
    before = {"elvis": _elvis, "chain": _chain, "numbers": _numbers, "types": _types,
              "one line": _one_line, "inlined": _inlined,
              "empty": _empty, "kept": _kept, "count": _count}.get(form)  # fmt: skip
    if form in ("else if", "when"):
        notes.append(("a == 11", state["a"] == 11))
    elif before is not None:
        before(state, notes)
    is_left = form in ("else if", "when") and state["a"] == 11
    is_left |= form == "inlined" and state["w"] is None
    is_left |= form == "empty" and not state["t"]
    if not is_left:
        held = tree.holds(state, notes)
        if form == "one line":
            state["a"] += held
            notes.append(("a > b", state["a"] > state["b"]))
    yield notes


def _elvis(state: State, notes: Notes) -> None:
    notes.append(("t != null", state["t"] is not None))


def _chain(state: State, notes: Notes) -> None:
    node = state["w"]
    asked = ["w", "w?.next", "w?.next?.text"]
    for text, member in zip(asked, ("next", "text", ""), strict=True):
        notes.append((f"{text} != null", node is not None))
        if node is None:
            return
        node = node[member] if member else node


def _numbers(state: State, notes: Notes) -> None:
    b = state["b"]
    for one in (1, 3, 4):
        notes.append((f"b == {one}", b == one))
        if b == one:
            return
    notes.append(("6 <= b", b >= 6))
    if b >= 6:
        notes.append(("b <= 8", b <= 8))


def _types(state: State, notes: Notes) -> None:
    notes.append(("o == null", state["o"] is None))
    if state["o"] is not None:
        notes.append(("o is String", isinstance(state["o"], str)))


def _one_line(state: State, notes: Notes) -> None:
    notes.append(("p", state["p"]))
    state["a"] += state["p"]


def _empty(state: State, notes: Notes) -> None:
    notes.append(("t != null", state["t"] is not None))
    if state["t"] is not None:
        notes.append(("t.isEmpty()", state["t"] == ""))


def _kept(state: State, notes: Notes) -> None:
    notes.append(("it > 3", state["a"] > 3))


def _count(state: State, notes: Notes) -> None:
    is_less = state["a"] < state["b"]
    state["a"] += 1
    notes.append(("a++ < b", is_less))
    if is_less:
        state["b"] -= 1
        notes.append(("--b != 3", state["b"] != 3))
        state["a"] -= state["b"] != 3


def _inlined(state: State, notes: Notes) -> None:
    notes.append(("w != null", state["w"] is not None))


def _until(tree: Tree, state: State) -> Iterator[Notes]:
    for _ in range(3):
        notes: Notes = [("another element", True)]
        state["a"] += tree.holds(state, notes)
        yield notes
    yield [("another element", False)]


def _range(tree: Tree, state: State) -> Iterator[Notes]:
    """Runs a loop from a to a + 2, and yields the notes of each path.

    The loop asks whether there is a first element, and after each element whether there is another.
    """
    notes: Notes = [("another element", True)]
    for one in range(3):
        state["b"] += tree.holds(state, notes)
        yield [*notes, ("another element", one < 2)]
        notes = []


def _each(tree: Tree, state: State) -> Iterator[Notes]:
    for _ in state["xs"]:
        notes: Notes = [("another element", True)]
        state["b"] += tree.holds(state, notes)
        yield notes
    yield [("another element", False)]


def program(functions: list[Function], states: list[State]) -> str:
    """Returns the text of Conditions.kt, which calls each function with each of the states."""
    calls = "\n".join(
        f"fun call{number}() {{\n"
        + "".join(f"    {one.name}({arguments(state)})\n" for one in functions)
        + "}\n"
        for number, state in enumerate(states)
    )
    main = "\n".join(f"    call{number}()" for number in range(len(states)))
    own = "\n".join(one.kotlin for one in functions)
    return f"package made\n\n{DECLARED}\n{own}\n{calls}\nfun main() {{\n{main}\n}}\n"
