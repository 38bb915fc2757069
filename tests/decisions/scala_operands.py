"""Operands of random Scala conditions, and how a slow interpreter evaluates them."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from decisions.notes import State
from decisions.trees import Operand

PARAMETERS = (
    "a0: Int, b0: Int, l: Long, d: Double, f: Float, p: Boolean, q: Boolean, o: Any, s: String, "
    "t: String, c: Color, k: Char, w: P, v: Array[Int], xs: List[Int], z: Option[Int]"
)
DECLARED = """sealed trait Color
case object Red extends Color
case object Green extends Color
case class Mixed(red: Int, green: Int) extends Color

class P(val n: Int, var flag: Boolean) {
  def isOf(i: Int): Boolean = n == i
}
"""
HELPERS = """  def odd(n: Int): Boolean = (n & 1) == 1
  def lazily(p: => Boolean): Boolean = p
"""


def _plain(text: str, test: Callable[[State], bool]) -> Operand:
    return Operand(text, test)


def _equal(left: str, operator: str, right: str, test: Callable[[State], bool]) -> Operand:
    """Returns a comparison of references.

    The compiled code first asks whether the left reference is null. The answer doesn't change the
    comparison's outcome.
    """
    is_null = (f"{left} == null", lambda s: s[left] is None)
    return Operand(f"{left} {operator} {right}", test, before=(is_null,))


OPERANDS = [
    _plain("a < b", lambda s: s["a"] < s["b"]),
    _plain("b <= a", lambda s: s["b"] <= s["a"]),
    _plain("a > 3", lambda s: s["a"] > 3),
    _plain("0 >= b", lambda s: s["b"] <= 0),
    _plain("(a & 1) == 0", lambda s: s["a"] & 1 == 0),
    _plain("b % 3 != 0", lambda s: math.fmod(s["b"], 3) != 0),
    _plain("a != 0", lambda s: s["a"] != 0),
    _plain("v(a & 3) > b", lambda s: s["v"][s["a"] & 3] > s["b"]),
    _plain("v.length == 4", lambda s: len(s["v"]) == 4),
    _plain("xs.size == 3", lambda s: len(s["xs"]) == 3),
    _plain("xs(1) == a", lambda s: s["xs"][1] == s["a"]),
    _plain("l > 5L", lambda s: s["l"] > 5),
    _plain("l == a", lambda s: s["l"] == s["a"]),
    _plain("d < 1.5", lambda s: s["d"] < 1.5),
    _plain("d >= f", lambda s: s["d"] >= s["f"]),
    _plain("d != 2.5", lambda s: s["d"] != 2.5),
    _plain("f == 2f", lambda s: s["f"] == 2),
    _plain("f <= 2f", lambda s: s["f"] <= 2),
    _plain("p", lambda s: s["p"]),
    _plain("p == true", lambda s: s["p"]),
    _plain("q != true", lambda s: not s["q"]),
    _plain("p ^ q", lambda s: s["p"] != s["q"]),
    _plain("p & q", lambda s: s["p"] and s["q"]),
    _plain("p == q", lambda s: s["p"] == s["q"]),
    _plain("o == null", lambda s: s["o"] is None),
    _plain("o != null", lambda s: s["o"] is not None),
    _plain("t eq null", lambda s: s["t"] is None),
    _plain("o.isInstanceOf[String]", lambda s: isinstance(s["o"], str)),
    _plain("o == 7", lambda s: s["o"] == 7),
    _equal("o", "==", "s", lambda s: s["o"] == s["s"]),
    _equal("t", "!=", '"x"', lambda s: s["t"] != "x"),
    _equal("s", "==", "t", lambda s: s["s"] == s["t"]),
    _equal("c", "==", "Red", lambda s: s["c"] == "Red"),
    _plain("c ne Green", lambda s: s["c"] != "Green"),
    _plain('s < "y"', lambda s: s["s"] < "y"),
    _plain("s.isEmpty", lambda s: not s["s"]),
    _plain("k != 'x'", lambda s: s["k"] != "x"),
    _plain("odd(a)", lambda s: s["a"] & 1 == 1),
    _plain("lazily(p)", lambda s: s["p"]),
    _plain("math.max(a, b) == a", lambda s: max(s["a"], s["b"]) == s["a"]),
    _plain("(a max b) > 5", lambda s: max(s["a"], s["b"]) > 5),
    _plain("xs.contains(b)", lambda s: s["b"] in s["xs"]),
    _plain("xs.exists(_ > 7)", lambda s: max(s["xs"]) > 7),
    _plain("z.isEmpty", lambda s: s["z"] is None),
    _plain("w.flag", lambda s: s["w"]["flag"]),
    _plain("w.n == 3", lambda s: s["w"]["n"] == 3),
    _plain("w.isOf(b)", lambda s: s["w"]["n"] == s["b"]),
]


def random_state(random: Random) -> State:
    """Returns random arguments of a call."""
    return {
        "a": random.randint(-3, 9), "b": random.randint(-3, 9), "l": random.randint(-2, 12),
        "d": random.choice([0.5, 1.5, 2.5, -1.0, math.nan]),
        "f": random.choice([0.5, 2.0, 3.5, math.nan]),
        "p": random.random() < 0.5, "q": random.random() < 0.5,
        "o": random.choice([None, "x", "y", 7]),
        "s": random.choice(["x", "y", "zz", ""]), "t": random.choice([None, "x", "y"]),
        "c": random.choice(["Red", "Green", (1, 2), (2, 5), (3, 1)]), "k": random.choice("axz5"),
        "w": {"n": random.randint(2, 4), "flag": random.random() < 0.5},
        "v": [random.randint(-3, 9) for _ in range(random.choice([4, 5]))],
        "xs": [random.randint(-3, 9) for _ in range(random.choice([2, 3]))],
        "z": random.choice([None, 3, 5, 8]),
    }  # fmt: skip


def arguments(state: State) -> str:
    """Returns the arguments as Scala code."""

    def plain(value: Any) -> str:
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        return f'"{value}"' if isinstance(value, str) else str(value)

    color = state["c"] if isinstance(state["c"], str) else f"Mixed{state['c']}"
    numbers = [", ".join(map(str, state[name])) for name in ("v", "xs")]
    return ", ".join(
        (
            str(state["a"]), str(state["b"]), f"{state['l']}L",
            "Double.NaN" if math.isnan(state["d"]) else str(state["d"]),
            "Float.NaN" if math.isnan(state["f"]) else f"{state['f']}f",
            *(plain(state[name]) for name in ("p", "q", "o", "s", "t")),
            color, f"'{state['k']}'", f"new P({state['w']['n']}, {plain(state['w']['flag'])})",
            f"Array({numbers[0]})", f"List({numbers[1]})",
            "None" if state["z"] is None else f"Some({state['z']})",
        )
    )  # fmt: skip
