"""Random conditions in Java methods, and a slow Python interpreter of the conditions.

The interpreter uses neither javac nor bytecode.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from decisions.loops import do_loop, for_loop, while_loop
from decisions.notes import Notes, State

PARAMETERS = "int a, int b, long l, double d, float f, boolean p, boolean q, Object o, int[] v"


def _added(state: State, name: str, by: int) -> int:
    was: int = state[name]
    state[name] = was + by
    return was


#: The operands, each in Java and in Python.
OPERANDS: list[tuple[str, Callable[[State], bool]]] = [
    ("a < b", lambda s: s["a"] < s["b"]),
    ("b <= a", lambda s: s["b"] <= s["a"]),
    ("a > 3", lambda s: s["a"] > 3),
    ("0 >= b", lambda s: s["b"] <= 0),
    ("(a & 1) == 0", lambda s: s["a"] & 1 == 0),
    ("b % 3 != 0", lambda s: math.fmod(s["b"], 3) != 0),
    ("a != 0", lambda s: s["a"] != 0),
    ("v[a & 3] > b", lambda s: s["v"][s["a"] & 3] > s["b"]),
    ("v.length == 4", lambda s: len(s["v"]) == 4),
    ("l > 5L", lambda s: s["l"] > 5),
    ("l == a", lambda s: s["l"] == s["a"]),
    ("d < 1.5", lambda s: s["d"] < 1.5),
    ("d >= f", lambda s: s["d"] >= s["f"]),
    ("d != d", lambda s: s["d"] != s["d"]),
    ("f <= 2f", lambda s: s["f"] <= 2),
    ("p", lambda s: s["p"]),
    ("p == true", lambda s: s["p"]),
    ("q != true", lambda s: not s["q"]),
    ("p ^ q", lambda s: s["p"] != s["q"]),
    ("p == q", lambda s: s["p"] == s["q"]),
    ("o == null", lambda s: s["o"] is None),
    ("o != null", lambda s: s["o"] is not None),
    ("o instanceof String", lambda s: isinstance(s["o"], str)),
    ("odd(a)", lambda s: s["a"] & 1 == 1),
    ("Math.max(a, b) == a", lambda s: max(s["a"], s["b"]) == s["a"]),
    ('"x".equals(o)', lambda s: s["o"] == "x"),
    ("a++ < b", lambda s: _added(s, "a", 1) < s["b"]),
    ("b-- != 3", lambda s: _added(s, "b", -1) != 3),
    ("3 == ++a", lambda s: _added(s, "a", 1) + 1 == 3),
    ("--b > a--", lambda s: _added(s, "b", -1) - 1 > _added(s, "a", -1)),
    ("l++ <= 5", lambda s: _added(s, "l", 1) <= 5),
    ("v[a++ & 3] >= b", lambda s: s["v"][_added(s, "a", 1) & 3] >= s["b"]),
    ("(b++ & 1) == 0", lambda s: _added(s, "b", 1) & 1 == 0),
    ("b + a-- > a", lambda s: s["b"] + _added(s, "a", -1) > s["a"]),
    ("a < ++a + b", lambda s: s["a"] < _added(s, "a", 1) + 1 + s["b"]),
    ("odd(b--)", lambda s: _added(s, "b", -1) & 1 == 1),
    ("(a += 2) > b++", lambda s: _added(s, "a", 2) + 2 > _added(s, "b", 1)),
]


@dataclass
class Tree:
    """An operand, or ``!``, ``&&``, ``||``, ``?:`` or ``&``, applied to other trees."""

    kind: str
    parts: list[Tree] = field(default_factory=list)
    text: str = ""
    test: Callable[[State], bool] | None = None

    def holds(self, state: State, notes: Notes) -> bool:
        """Evaluates the tree as the language does, and notes each operand that is evaluated."""
        if self.kind == "operand":
            assert self.test is not None
            found = self.test(state)
            notes.append((self.text, found))
        elif self.kind == "!":
            inner: Notes = []
            found = not self.parts[0].holds(state, inner)
            # An operand that a single branch decides is shown with the negation before it.
            notes += [*inner[:-1], (self.told(), found)] if self.parts[0].is_single else inner
        elif self.kind == "&&":
            found = self.parts[0].holds(state, notes) and self.parts[1].holds(state, notes)
        elif self.kind == "||":
            found = self.parts[0].holds(state, notes) or self.parts[1].holds(state, notes)
        elif self.kind == "&":
            # Both sides are evaluated with their own branches before the result is tested.
            left, right = (part.holds(state, notes) for part in self.parts)
            found = left and right
            notes.append((self.told(), found))
        else:
            chosen = 1 if self.parts[0].holds(state, notes) else 2
            found = self.parts[chosen].holds(state, notes)
        return found

    @property
    def is_single(self) -> bool:
        """Whether a single branch, the last one, decides the tree."""
        return self.kind in ("operand", "&") or (self.kind == "!" and self.parts[0].is_single)

    def told(self) -> str:
        """Returns the text as it is shown: on one line."""
        return " ".join(self.java(lambda: " ").split())

    def java(self, space: Callable[[], str]) -> str:
        """Returns the Java text.

        ``space`` returns the text before operators: a blank or a line break.
        """
        if self.kind == "operand":
            return self.text
        if self.kind == "!":
            return f"!{_enclosed(self.parts[0], space, always=self.parts[0].text != 'p')}"
        if self.kind == "?":
            first, second, third = (_enclosed(part, space) for part in self.parts)
            return f"{first}{space()}? {second}{space()}: {third}"
        left, right = (_enclosed(part, space, always=self.kind == "&") for part in self.parts)
        return f"{left}{space()}{self.kind} {right}"


def _enclosed(tree: Tree, space: Callable[[], str], always: bool = False) -> str:
    text = tree.java(space)
    plain = tree.kind in ("operand", "!") and not always and "^" not in text
    return text if plain else f"({text})"


def random_tree(random: Random, depth: int) -> Tree:
    """Returns a tree of at most the given depth."""
    kind = random.choice(["operand", "!", "&&", "&&", "||", "||", "?", "&"])
    if depth == 0 or kind == "operand":
        text, test = random.choice(OPERANDS)
        return Tree("operand", text=text, test=test)
    count = {"!": 1, "?": 3}.get(kind, 2)
    if kind == "&":
        # Only comparisons are chosen: as a side of ``&``, a plain value has no branch of its own.
        comparisons = [one for one in OPERANDS if any(c in one[0] for c in "<>")]
        parts = [
            Tree("operand", text=text, test=test) for text, test in random.sample(comparisons, 2)
        ]
        return Tree(kind, parts)
    return Tree(kind, [random_tree(random, depth - 1) for _ in range(count)])


@dataclass
class Method:
    """A method around a condition.

    ``paths`` yields the expected decisions of each path that a call with a given state takes.
    """

    name: str
    java: str
    paths: Callable[[State], Iterator[Notes]]


def random_method(random: Random, number: int, tree: Tree | None = None) -> Method:
    """Returns a method that branches on a random condition, with or without a loop."""
    name = f"m{number}"
    tree = tree or random_tree(random, random.randint(0, 4))
    breaks = random.random() < 0.4
    text = tree.java(lambda: "\n        " if breaks and random.random() < 0.5 else " ")
    form = random.choice(["if", "else if", "choice", "value", "while", "do", "for", "one line"])
    body = {
        "if": f"if ({text})\n      return 1;\n    return 2;",
        "else if": f"if (a == 11)\n      return 3;\n    else if ({text})\n      return 1;\n"
        "    return 2;",
        "choice": f"return {text}\n      ? 1 : 2;"
        if tree.kind != "?"
        else f"return ({text}) ? 1 : 2;",
        "value": f"boolean z = {text};\n    return 1;",
        "while": f"while ({text}) {{\n      if (n-- == 0)\n        break;\n      a++;\n    }}\n"
        "    return a;",
        "do": f"do {{\n      a++;\n    }} while (n-- != 0 && ({text}));\n    return a;",
        "for": f"for (; n-- != 0 && ({text}); a++) b--;\n    return a;",
        "one line": f"if (p) a++; if ({text}) a++; return a > b ? 1 : 2;",
    }[form]
    java = f"  static int {name}({PARAMETERS}) {{\n    int n = 3;\n    {body}\n  }}\n"
    return Method(name, java, lambda state: _run(form, tree, dict(state)))


def _run(form: str, tree: Tree, state: State) -> Iterator[Notes]:
    """Yields the decisions of one path after the other."""
    notes: Notes = []
    loop = {"while": while_loop, "do": do_loop, "for": for_loop}.get(form)
    if loop is not None:
        yield from loop(tree.holds, state)
        return
    if form == "else if":
        is_eleven = state["a"] == 11
        notes.append(("a == 11", is_eleven))
        if is_eleven:
            yield notes
            return
    if form == "one line":
        notes.append(("p", state["p"]))
        state["a"] += state["p"]
    held = stored(tree, state, notes) if form == "value" else tree.holds(state, notes)
    if form == "one line":
        state["a"] += held
        notes.append(("a > b", state["a"] > state["b"]))
    yield notes


def stored(tree: Tree, state: State, notes: Notes) -> bool:
    """Evaluates a condition whose value is stored rather than branched on."""
    if tree.kind == "?":
        chosen = 1 if tree.parts[0].holds(state, notes) else 2
        return stored(tree.parts[chosen], state, notes)
    found = tree.holds(state, notes)
    if _is_value(tree):
        notes.pop()
    return found


def _is_value(tree: Tree) -> bool:
    """Returns whether the condition's value is stored without a branch on it."""
    is_comparison = any(mark in tree.text for mark in ("<", ">", "==", "!="))
    return tree.kind == "&" or (tree.kind == "operand" and not is_comparison)


def random_state(random: Random) -> State:
    """Returns random arguments of a call."""
    return {
        "a": random.randint(-3, 12), "b": random.randint(-3, 9), "l": random.randint(-2, 12),
        "d": random.choice([0.5, 1.5, 2.5, -1.0, math.nan]),
        "f": random.choice([0.5, 2.0, 3.5, math.nan]),
        "p": random.random() < 0.5, "q": random.random() < 0.5,
        "o": random.choice([None, "x", "y", 7]),
        "v": [random.randint(-3, 9) for _ in range(random.choice([4, 4, 5]))],
    }  # fmt: skip


def arguments(state: State) -> str:
    """Returns the arguments as Java code."""
    values = ", ".join(map(str, state["v"]))
    thing = state["o"]
    shown = "null" if thing is None else f'"{thing}"' if isinstance(thing, str) else str(thing)
    double = "Double.NaN" if math.isnan(state["d"]) else str(state["d"])
    single = "Float.NaN" if math.isnan(state["f"]) else f"{state['f']}f"
    return (
        f"{state['a']}, {state['b']}, {state['l']}L, {double}, {single}, "
        f"{str(state['p']).lower()}, {str(state['q']).lower()}, {shown}, new int[] {{{values}}}"
    )


def program(methods: list[Method], states: list[State]) -> str:
    """Returns the text of a class Conditions, which calls each method with each of the states."""
    calls = "\n".join(
        f"  static void call{number}() {{\n"
        + "".join(f"    {method.name}({arguments(state)});\n" for method in methods)
        + "  }"
        for number, state in enumerate(states)
    )
    main = "\n".join(f"    call{number}();" for number in range(len(states)))
    own = "\n".join(method.java for method in methods)
    return (
        "class Conditions {\n  static boolean odd(int n) {\n    return (n & 1) == 1;\n  }\n\n"
        f"{own}\n{calls}\n\n  public static void main(String[] args) {{\n{main}\n  }}\n}}\n"
    )
