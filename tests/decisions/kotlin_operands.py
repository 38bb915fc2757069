"""Operands of random Kotlin conditions, and how a slow interpreter evaluates them."""

from __future__ import annotations

import math
from collections.abc import Callable
from random import Random
from typing import Any

from decisions.notes import State
from decisions.trees import Operand

PARAMETERS = (
    "a0: Int, b0: Int, l: Long, d: Double, f: Float, p: Boolean, q: Boolean, z: Boolean?, "
    "o: Any?, s: String, t: String?, c: Color, k: Char, w: P?, v: IntArray, xs: List<Int>"
)
DECLARED = """enum class Color {
    RED, GREEN, BLUE
}

class P(val n: Int, val text: String?, val next: P?, val flag: Boolean) {
    fun isOf(i: Int) = n == i
}

fun odd(n: Int): Boolean = n and 1 == 1
"""


def _plain(text: str, test: Callable[[State], bool]) -> Operand:
    return Operand(text, test)


def _range(
    subject: str, within: str, first: tuple[str, Callable[[State], bool]],
    last: tuple[str, Callable[[State], bool]],
) -> Operand:  # fmt: skip
    return Operand(f"{subject} in {within}", _in_both, (first, last), is_told=False)


def _in_both(_: State) -> bool:
    return True


def _there(state: State) -> bool:
    return state["w"] is not None


OPERANDS = [
    _plain("a < b", lambda s: s["a"] < s["b"]),
    _plain("b <= a", lambda s: s["b"] <= s["a"]),
    _plain("a > 3", lambda s: s["a"] > 3),
    _plain("0 >= b", lambda s: s["b"] <= 0),
    _plain("a and 1 == 0", lambda s: s["a"] & 1 == 0),
    _plain("b % 3 != 0", lambda s: math.fmod(s["b"], 3) != 0),
    _plain("a != 0", lambda s: s["a"] != 0),
    _plain("v[a and 3] > b", lambda s: s["v"][s["a"] & 3] > s["b"]),
    _plain("v.size == 4", lambda s: len(s["v"]) == 4),
    _plain("xs.size == 3", lambda s: len(s["xs"]) == 3),
    _plain("xs[1] == a", lambda s: s["xs"][1] == s["a"]),
    _plain("l > 5L", lambda s: s["l"] > 5),
    _plain("l == a.toLong()", lambda s: s["l"] == s["a"]),
    _plain("d < 1.5", lambda s: s["d"] < 1.5),
    _plain("d >= f", lambda s: s["d"] >= s["f"]),
    _plain("d != 2.5", lambda s: s["d"] != 2.5),
    _plain("f == 2f", lambda s: s["f"] == 2),
    _plain("f <= 2f", lambda s: s["f"] <= 2),
    _plain("p", lambda s: s["p"]),
    _plain("p == true", lambda s: s["p"]),
    _plain("q != true", lambda s: not s["q"]),
    _plain("p xor q", lambda s: s["p"] != s["q"]),
    _plain("p == q", lambda s: s["p"] == s["q"]),
    _plain("z == true", lambda s: s["z"] is True),
    _plain("z != false", lambda s: s["z"] is not False),
    _plain("z == null", lambda s: s["z"] is None),
    _plain("o == null", lambda s: s["o"] is None),
    _plain("o != null", lambda s: s["o"] is not None),
    _plain("o is String", lambda s: isinstance(s["o"], str)),
    _plain("o !is Int", lambda s: not isinstance(s["o"], int)),
    _plain("o == s", lambda s: s["o"] == s["s"]),
    _plain('t != "x"', lambda s: s["t"] != "x"),
    _plain('s < "y"', lambda s: s["s"] < "y"),
    _plain("c == Color.RED", lambda s: s["c"] == "RED"),
    _plain("c !== Color.GREEN", lambda s: s["c"] != "GREEN"),
    _plain("k != 'x'", lambda s: s["k"] != "x"),
    _plain("odd(a)", lambda s: s["a"] & 1 == 1),
    _plain("maxOf(a, b) == a", lambda s: max(s["a"], s["b"]) == s["a"]),
    _plain("a in xs", lambda s: s["a"] in s["xs"]),
    _plain("xs.contains(b)", lambda s: s["b"] in s["xs"]),
    _range("a", "1..5", ("1 <= a", lambda s: s["a"] >= 1), ("a <= 5", lambda s: s["a"] <= 5)),
    _range("a", "b..7", ("b <= a", lambda s: s["a"] >= s["b"]), ("a <= 7", lambda s: s["a"] <= 7)),
    _range("b", "0 until a", ("0 <= b", lambda s: s["b"] >= 0),
           ("b < a", lambda s: s["b"] < s["a"])),
    _range("b", "a..<9", ("a <= b", lambda s: s["a"] <= s["b"]), ("b < 9", lambda s: s["b"] < 9)),
    _range("k", "'a'..'w'", ("'a' <= k", lambda s: s["k"] >= "a"),
           ("k <= 'w'", lambda s: s["k"] <= "w")),
    _range("d", "0.5..1.5", ("0.5 <= d", lambda s: s["d"] >= 0.5),
           ("d <= 1.5", lambda s: s["d"] <= 1.5)),
    Operand("w?.flag == true", lambda s: s["w"]["flag"], (("w != null", _there),)),
    Operand("w?.n == 3", lambda s: s["w"]["n"] == 3, (("w != null", _there),)),
    Operand("w?.isOf(b) ?: false", lambda s: s["w"]["n"] == s["b"], (("w != null", _there),),
            is_always_told=True),
]  # fmt: skip


def random_state(random: Random) -> State:
    """Returns random arguments of a call."""
    inner = {"n": 2, "text": "in", "next": None, "flag": True}
    node = {
        "n": random.randint(2, 4), "text": random.choice([None, "x"]),
        "next": random.choice([None, inner]), "flag": random.random() < 0.5,
    }  # fmt: skip
    return {
        "a": random.randint(-3, 9), "b": random.randint(-3, 9), "l": random.randint(-2, 12),
        "d": random.choice([0.5, 1.5, 2.5, -1.0, math.nan]),
        "f": random.choice([0.5, 2.0, 3.5, math.nan]),
        "p": random.random() < 0.5, "q": random.random() < 0.5,
        "z": random.choice([None, True, False]), "o": random.choice([None, "x", "y", 7]),
        "s": random.choice(["x", "y", "zz"]), "t": random.choice([None, "", "x", "y"]),
        "c": random.choice(["RED", "GREEN", "BLUE"]), "k": random.choice("axz5"),
        "w": random.choice([None, node, node]),
        "v": [random.randint(-3, 9) for _ in range(random.choice([4, 5]))],
        "xs": [random.randint(-3, 9) for _ in range(random.choice([2, 3]))],
    }  # fmt: skip


def arguments(state: State) -> str:
    """Returns the arguments as Kotlin code."""

    def plain(value: Any) -> str:
        if value is None or isinstance(value, bool):
            return {None: "null", True: "true", False: "false"}[value]
        return f'"{value}"' if isinstance(value, str) else str(value)

    def node(value: Any) -> str:
        if value is None:
            return "null"
        text, following = plain(value["text"]), node(value["next"])
        return f"P({value['n']}, {text}, {following}, {plain(value['flag'])})"

    is_nan, is_small_nan = math.isnan(state["d"]), math.isnan(state["f"])
    return ", ".join(
        (
            str(state["a"]), str(state["b"]), f"{state['l']}L",
            "Double.NaN" if is_nan else str(state["d"]),
            "Float.NaN" if is_small_nan else f"{state['f']}f",
            *(plain(state[name]) for name in ("p", "q", "z", "o", "s", "t")),
            f"Color.{state['c']}", f"'{state['k']}'", node(state["w"]),
            f"intArrayOf({', '.join(map(str, state['v']))})",
            f"listOf({', '.join(map(str, state['xs']))})",
        )
    )  # fmt: skip
