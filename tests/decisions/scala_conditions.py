"""Random conditions in Scala methods, and a slow Python interpreter of the conditions.

The interpreter uses neither scalac nor bytecode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from decisions.loops import do_loop, while_loop
from decisions.notes import Notes, State
from decisions.scala_operands import DECLARED, HELPERS, OPERANDS, PARAMETERS, arguments
from decisions.trees import Tree, random_tree

#: Forms that only Scala 2 has.
_OLDER = ("do",)
#: Forms whose condition is in a function that is passed to another function.
_GIVEN = ("each", "filter", "cases")

_FORMS = {
    "if": "if ({})\n      return 1\n    2",
    "else if": "if (a == 11)\n      3\n    else if ({})\n      1\n    else 2",
    "choice": "if ({}) 1 else 2",
    "stored": "val y = ({}) && n == 3\n    if (y) 1 else 2",
    "while": "while ({}) {{\n      if (n == 0)\n        return 5\n      n -= 1\n      a += 1\n"
    "    }}\n    a",
    "do": "do {{\n      a += 1\n      n -= 1\n    }} while (n != -1 && ({}))\n    a",
    "again": "while ({{\n      a += 1\n      n -= 1\n      n != -1 && ({})\n    }}) ()\n    a",
    "each": "for (x <- xs)\n      if ({}) b += 1\n    b",
    "filter": "xs.count {{ x =>\n      val y = x + 1\n      if ({}) y > 0 else true\n    }}",
    "cases": "xs.map {{\n      case 3 => 5\n"
    "      case y if ({}) => 6\n      case _ => 7\n    }}.size",
    "numbers": "val y = b match {{\n      case 1 | 3 => 5\n      case 4 => 6\n      case 5 => 9\n"
    "      case 6 => 2\n      case _ => 7\n    }}\n    if ({}) y else a",
    "types": "val y = o match {{\n      case null => 5\n      case i: Int => i\n"
    "      case _: String => 6\n      case _ => 7\n    }}\n    if ({}) y else a",
    "classes": "c match {{\n      case Mixed(2, _) => 1\n      case Mixed(r, 1) if ({}) => 2\n"
    "      case _: Mixed => 3\n      case Green => 4\n      case _ => 5\n    }}",
    "options": "z match {{\n      case Some(x) if x > 6 => 1\n      case Some(3) => 2\n"
    "      case Some(_) if ({}) => 4\n      case Some(_) => 3\n      case None => 5\n    }}",
    "pairs": "(a, b) match {{\n      case (1, 2) => 1\n      case (x, 3) if ({}) => 2\n"
    "      case _ => 3\n    }}",
    "lists": "xs match {{\n      case 1 :: _ :: rest if rest.isEmpty => 1\n"
    "      case x :: _ if ({}) => 2\n      case _ => 3\n    }}",
    "guarded": "a match {{\n      case 1 if ({}) => 2\n      case 1 => 3\n"
    "      case n if n > 4 => 4\n      case 0 => 5\n      case _ => 6\n    }}",
    "one line": "if (p) a += 1; if ({}) a += 1; if (a > b) 1 else 2",
    "finally": "try {{\n      a += 1\n    }} finally {{\n      if ({}) a += 1\n    }}\n    a",
}


@dataclass
class Method:
    """A method around a condition.

    ``paths`` yields the expected decisions of each path that a call with a given state takes.
    """

    name: str
    scala: str
    #: Whether the condition is in a function inside the method.
    is_given: bool
    paths: Callable[[State], Iterator[Notes]]


def random_method(random: Random, number: int, version: str) -> Method:
    """Returns a method that branches on a random condition, with or without a loop."""
    name = f"m{number}"
    form = random.choice([one for one in sorted(_FORMS) if version < "3" or one not in _OLDER])
    operands = [one for one in OPERANDS if form not in _GIVEN or not _has_function(one.text)]
    tree = random_tree(random, random.randint(0, 4), operands, ["if"])
    # If a guard spans several lines, the report shows the keys of a switch instead of the labels.
    breaks = random.random() < 0.4 and form != "cases"
    text = tree.text(lambda: "\n            " if breaks and random.random() < 0.5 else " ")
    scala = (
        f"  def {name}({PARAMETERS}): Int = {{\n    var a = a0\n    var b = b0\n    var n = 3\n"
        f"    {_FORMS[form].format(text)}\n  }}\n"
    )
    return Method(name, scala, form in _GIVEN, lambda state: _run(form, tree, dict(state), version))


def _has_function(text: str) -> bool:
    return "_ >" in text or "lazily" in text


def _run(form: str, tree: Tree, state: State, version: str) -> Iterator[Notes]:
    """Yields the decisions of one path after the other."""
    if form == "while":
        yield from while_loop(tree.holds, state, "n == 0")
    elif form in ("do", "again"):
        yield from do_loop(tree.holds, state, "n != -1")
    elif form in _GIVEN:
        for x in state["xs"]:
            notes: Notes = []
            if form == "cases":
                is_switch = version < "3"
                notes.append(("switch (_)", "3" if x == 3 else "_") if is_switch
                             else ("_ == 3", x == 3))  # fmt: skip
            if form != "cases" or x != 3:
                held = tree.holds(state, notes)
                if form == "filter" and held:
                    notes.append(("y > 0", x + 1 > 0))
                state["b"] += form == "each" and held
            yield notes
    else:
        notes = []
        if _BEFORE[form](state, notes, version) if form in _BEFORE else True:
            _after(form, tree.holds(state, notes), state, notes)
        yield notes


def _after(form: str, held: bool, state: State, notes: Notes) -> None:
    if form == "one line":
        state["a"] += held
        notes.append(("a > b", state["a"] > state["b"]))
    if form == "stored":
        if held:
            notes.append(("n == 3", True))
        notes.append(("y", held))


def _numbers(state: State, notes: Notes, _: str) -> bool:
    label = {1: "1, 3", 3: "1, 3", 4: "4", 5: "5", 6: "6"}.get(state["b"], "_")
    notes.append(("switch (b)", label))
    return True


def _types(state: State, notes: Notes, _: str) -> bool:
    o = state["o"]
    for text, held in (("o == null", o is None), ("o: Int", isinstance(o, int)),
                       ("o: String", isinstance(o, str))):  # fmt: skip
        notes.append((text, held))
        if held:
            break
    return True


def _classes(state: State, notes: Notes, _: str) -> bool:
    c = state["c"]
    notes.append(("c: Mixed", isinstance(c, tuple)))
    if not isinstance(c, tuple):
        notes.append(("c == Green", c == "Green"))
        return False
    notes.append(("c._1 == 2", c[0] == 2))
    if c[0] == 2:
        return False
    notes.append(("c._2 == 1", c[1] == 1))
    return c[1] == 1


def _options(state: State, notes: Notes, _: str) -> bool:
    z = state["z"]
    notes.append(("z: Some", z is not None))
    if z is None:
        notes.append(("z == None", True))
        return False
    notes.append(("x > 6", z > 6))
    if z > 6:
        return False
    notes.append(("z.get == 3", z == 3))
    return z != 3


def _pairs(state: State, notes: Notes, version: str) -> bool:
    there = ("(a, b) != null", True)
    a, b = state["a"], state["b"]
    notes += [there, ("a == 1", a == 1)]
    if a == 1:
        notes.append(("b == 2", b == 2))
        if b == 2:
            return False
    if version < "3":
        notes.append(there)
    notes.append(("b == 3", b == 3))
    return b == 3


def _lists(state: State, notes: Notes, _: str) -> bool:
    xs = state["xs"]
    notes += [("xs: ::", True), ("xs.head == 1", xs[0] == 1)]
    if xs[0] == 1:
        notes += [("xs.tail: ::", True), ("rest.isEmpty", len(xs) == 2)]
    return xs[0] != 1 or len(xs) > 2


def _guarded(state: State, notes: Notes, _: str) -> bool:
    a = state["a"]
    notes.append(("a == 1", a == 1))
    if a != 1:
        notes.append(("n > 4", a > 4))
        if a <= 4:
            notes.append(("a == 0", a == 0))
    return a == 1


def _else_if(state: State, notes: Notes, _: str) -> bool:
    notes.append(("a == 11", state["a"] == 11))
    return state["a"] != 11


def _one_line(state: State, notes: Notes, _: str) -> bool:
    notes.append(("p", state["p"]))
    state["a"] += state["p"]
    return True


def _finally(state: State, _: Notes, __: str) -> bool:
    state["a"] += 1
    return True


#: Functions that note the questions before the condition, and return whether the condition is
#: reached.
_BEFORE: dict[str, Callable[[State, Notes, str], bool]] = {
    "numbers": _numbers, "types": _types, "classes": _classes, "options": _options,
    "pairs": _pairs, "lists": _lists, "guarded": _guarded, "else if": _else_if,
    "one line": _one_line, "finally": _finally,
}  # fmt: skip


def program(methods: list[Method], states: list[State]) -> str:
    """Returns the text of Conditions.scala, which calls each method with each of the states."""
    calls = "\n".join(
        f"  def call{number}(): Unit = {{\n"
        + "".join(f"    {one.name}({arguments(state)})\n" for one in methods)
        + "  }\n"
        for number, state in enumerate(states)
    )
    main = "\n".join(f"    call{number}()" for number in range(len(states)))
    own = "\n".join(one.scala for one in methods)
    return (
        f"package made\n\n{DECLARED}\nobject Conditions {{\n{HELPERS}\n{own}\n{calls}\n"
        f"  def main(args: Array[String]): Unit = {{\n{main}\n  }}\n}}\n"
    )
