"""Random conditions with record patterns, resources and guards, for which javac adds tests.

An interpreter in Python makes the tests that the language prescribes: tests of a record's type and
of the types of its components, and a test whether there is a resource to close.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from random import Random
from typing import Any

from decisions.notes import Notes, State
from decisions.random_conditions import (
    PARAMETERS,
    Method,
    Tree,
    arguments,
    random_method,
    random_state,
    random_tree,
    stored,
)

DECLARED = """  record Point(int x, int y) {}
  record Box(Object a, Point p) {}
  static class R implements AutoCloseable {
    public void close() {}
  }
  static R open(boolean is) {
    return is ? new R() : null;
  }
  static boolean odd(int n) {
    return (n & 1) == 1;
  }
"""
_BODIES = {
    "try": "try (R r = open({})) {{\n      a++;\n      if (a > b) b++;\n    }}\n    return a;",
    "try return": "try (R r = open({})) {{\n      if (a > b) return 3;\n    }} finally {{\n"
    "      n--;\n    }}\n    return a;",
    "try three": "try (R r = open({}); R s = new R(); R t = open(p)) {{\n      a++;\n    }}\n"
    "    return a;",
    "try line": "try (R r = open({})) {{ a++; }} return a;",
    "switch": "return switch (pt) {{\n      case Point(int i, var j) when {} -> 1;\n"
    "      case String s when s.length() > 3 -> 2;\n      case null -> 4;\n"
    "      default -> 3;\n    }};",
}


@dataclass
class Record(Tree):
    """A record pattern. A test in ``asks`` is made only if all tests before it were true."""

    asks: tuple[tuple[str, Callable[[Any], bool]], ...] = ()
    is_one: bool = True

    def holds(self, state: State, notes: Notes) -> bool:
        """Notes one test after the other, up to the first that fails."""
        for text, test in self.asks:
            found = test(state["pt"])
            notes.append((text, found))
            if not found:
                return False
        return True

    @property
    def is_single(self) -> bool:
        """Whether the pattern is reported as a whole."""
        return self.is_one

    def java(self, space: Callable[[], str]) -> str:  # noqa: ARG002
        """Returns the text, on one line."""
        return self.text


def _is_point(value: Any) -> bool:
    return isinstance(value, tuple) and value[0] == "Point"


def _is_box(value: Any) -> bool:
    return isinstance(value, tuple) and value[0] == "Box"


def _record(random: Random, at: str) -> Tree:
    kind = random.choice(["point", "guarded", "box", "any"])
    if kind in ("point", "guarded"):
        text = f"pt instanceof Point(int x{at}, var y{at})"
        point = Record("record", text=text, asks=((text, _is_point),))
        if kind == "point":
            return point
        guard = Tree("operand", text=f"x{at} > y{at}", test=lambda s: s["pt"][1] > s["pt"][2])
        return Tree("&&", [point, guard])
    if kind == "any":
        text = f"pt instanceof Box(Object s{at}, Point r{at})"
        return Record("record", text=text, asks=(("pt instanceof Box", _is_box),), is_one=False)
    inner = f"Point(var u{at}, int w{at})"
    pattern = f"Box(String s{at}, {inner})"
    asks: tuple[tuple[str, Callable[[Any], bool]], ...] = (
        ("pt instanceof Box", _is_box),
        (f"String s{at} of {pattern}", lambda box: isinstance(box[1], str)),
        (f"{inner} of {pattern}", lambda box: box[2] is not None),
    )
    return Record("record", text=f"pt instanceof {pattern}", asks=asks, is_one=False)


def _with_records(random: Random, tree: Tree, numbers: Iterator[int]) -> Tree:
    if tree.kind == "operand":
        return _record(random, str(next(numbers))) if random.random() < 0.4 else tree
    if tree.kind != "&":
        tree.parts = [_with_records(random, part, numbers) for part in tree.parts]
    return tree


def hidden_method(random: Random, number: int) -> Method:
    """Returns a method with a random condition, perhaps with record patterns or resources."""
    tree = _with_records(random, random_tree(random, random.randint(0, 3)), count())
    form = random.choice(["plain", "plain", *sorted(_BODIES)])
    changes = any(mark in tree.java(lambda: " ") for mark in ("++", "--", "+="))
    if form == "plain" or (form == "switch" and changes):
        # A condition that changes a variable can't be a guard.
        method = random_method(random, number, tree)
        java = method.java.replace(PARAMETERS, f"{PARAMETERS}, Object pt")
        return Method(method.name, java, method.paths)
    breaks = form != "try line" and random.random() < 0.4
    text = tree.java(lambda: "\n        " if breaks and random.random() < 0.5 else " ")
    body = _BODIES[form].format(text if form != "switch" or tree.kind != "?" else f"({text})")
    java = f"  static int m{number}({PARAMETERS}, Object pt) {{\n    int n = 3;\n    {body}\n  }}\n"
    run = _switch if form == "switch" else _try
    return Method(f"m{number}", java, lambda state: run(form, tree, dict(state)))


def _try(form: str, tree: Tree, state: State) -> Iterator[Notes]:
    notes: Notes = []
    is_open = stored(tree, state, notes)
    if form == "try":
        state["a"] += 1
    if form in ("try", "try return"):
        notes.append(("a > b", state["a"] > state["b"]))
    if form == "try three":
        notes.append(("t != null", state["p"]))
    yield [*notes, ("r != null", is_open)]


def _switch(_form: str, tree: Tree, state: State) -> Iterator[Notes]:
    """Yields each path's notes. After a guard that doesn't hold, a second path begins."""
    value = state["pt"]
    told = "switch (pt)"
    if value is None:
        yield [(told, "null")]
    elif _is_point(value):
        notes: Notes = [(told, "Point(int i, var j)")]
        held = tree.holds(state, notes)
        yield notes
        if not held:
            yield [(told, "default")]
    elif isinstance(value, str):
        yield [(told, "String s"), ("s.length() > 3", len(value) > 3)]
        if len(value) <= 3:
            yield [(told, "default")]
    else:
        yield [(told, "default")]


def hidden_state(random: Random) -> State:
    """Returns random arguments of a call."""
    point = ("Point", random.randint(0, 3), random.randint(0, 3))
    boxes = [("Box", random.choice(["in", None, 5]), random.choice([None, point]))] * 2
    value = random.choice([None, "s", "string", 5, point, point, *boxes])
    return {**random_state(random), "pt": value}


def _shown(value: Any) -> str:
    if isinstance(value, tuple):
        return f"new {value[0]}({', '.join(map(_shown, value[1:]))})"
    return "null" if value is None else f'"{value}"' if isinstance(value, str) else str(value)


def program(methods: list[Method], states: list[State]) -> str:
    """Returns the text of a class Conditions, which calls each method with each of the states."""
    calls = "\n".join(
        f"  static void call{number}() {{\n"
        + "".join(
            f"    {method.name}({arguments(state)}, {_shown(state['pt'])});\n" for method in methods
        )
        + "  }"
        for number, state in enumerate(states)
    )
    main = "\n".join(f"    call{number}();" for number in range(len(states)))
    own = "\n".join(method.java for method in methods)
    return (
        f"class Conditions {{\n{DECLARED}\n{own}\n{calls}\n\n"
        f"  public static void main(String[] args) {{\n{main}\n  }}\n}}\n"
    )
