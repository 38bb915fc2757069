"""Loops with random conditions make as many iterations as a counter in the source counts.

docs/loops.md defines what an iteration is. The counter comes first in the body. If a ``do`` or an
endless loop begins with a condition that may leave the loop, and other code follows, the counter
comes after this condition.
"""

import json
from pathlib import Path
from random import Random

import pytest

from decisions.random_conditions import PARAMETERS, Tree, arguments, random_state, random_tree
from decisions.recorded import java_home
from kpath_command import ensure_jars, run
from kpath_jvm import loops
from kpath_jvm.profile.model import Profile
from oracle.harness import compile_java

#: The number of methods of a program, for fast and for slow tests.
FEW, MANY = 60, 250
STATES = 12
#: Bodies of loops. In a ``do``, the mark # is the counter's place.
BODIES = (
    "#", "# a++;", "# if (p) b++;", "# if (odd(a)) continue; b--;", "# if (a == 7) break;",
    "if (a == 9) return a; # a += 2;", "b += a; if (b > 20) break; # a++;",
    "# if (p && a > 3 || q) { a++; }", "# switch (a & 3) { case 0: a++; break; default: a += 2; }",
    "# try { a += v[a & 7]; } catch (RuntimeException e) { a++; }",
)  # fmt: skip
#: Loop conditions, each with a random condition C inside. They count n down to end the loop.
LIMITS = (
    "n-- > 0 && (C)", "(C) && n-- > 0", "left(n--) && (C)", "(C) && left(n--)",
    "(C) ? left(n--) : n-- > 2", "!(n-- <= 0 || !(C))", "n-- > 2 || (C) && n > -5",
    "n-- > 0 && ((C) || odd(a))", "n-- > 0 && ((C) || a < 3) && (n > -9 || q)",
)  # fmt: skip


def random_loop(random: Random, number: int) -> str:
    """Returns a method with one loop; ``passes[number]`` counts the loop's passes."""
    tree = random_tree(random, random.randint(0, 3))
    while _is_left_out(tree):
        tree = random_tree(random, random.randint(0, 3))
    condition = random.choice(LIMITS).replace("C", tree.java(lambda: " "))
    count, body = f"passes[{number}]++;", random.choice(BODIES)
    first, last = f"{count} {body.replace('#', '')}", body.replace("#", count)
    loop = random.choice(
        [
            f"while ({condition}) {{ {first} }}",
            f"for (; {condition};) {{ {first} }}",
            f"for (int i = 0; {condition}; i++) {{ {first} a += i; }}",
            f"do {{ {last} }} while ({condition});",
            f"do {{ {last} }} while ({condition});",
            f"while (true) {{ if (!({condition})) break; {first} }}",
            f"for (;;) {{ b += 3; if (!({condition})) break; {count} a++; }}",
            f"for (;;) {{ {count} b += 3; if (!({condition})) break; }}",
        ]
    )
    return (
        f"  static int m{number}({PARAMETERS}) {{\n    int n = 4;\n    {loop}\n    return a;\n  }}"
    )


def _is_left_out(tree: Tree) -> bool:
    """Returns whether docs/loops.md promises nothing about one of the tree's operands.

    ``&`` computes instead of branching. ``--b`` and ``a += 2`` are compiled like statements before
    the rest of the operand. The text of ``l++`` isn't known if ``l`` is a long.
    """
    is_begun = tree.text.startswith(("--b", "(a += 2)", "l++"))
    return tree.kind == "&" or is_begun or any(map(_is_left_out, tree.parts))


def program(methods: list[str], calls: list[str]) -> str:
    """Returns a class Loops, which calls each method with each state, and prints the passes."""
    own = "\n".join(methods)
    called = "\n".join(
        f"  static void call{at}() {{\n    {one}\n  }}" for at, one in enumerate(calls)
    )
    main = "\n".join(f"    call{at}();" for at in range(len(calls)))
    return (
        f"class Loops {{\n  static final long[] passes = new long[{len(methods)}];\n"
        "  static boolean odd(int n) {\n    return (n & 1) == 1;\n  }\n"
        "  static boolean left(int n) {\n    return n > 0;\n  }\n"
        f"{own}\n{called}\n  public static void main(String[] args) {{\n{main}\n"
        "    System.out.println(java.util.Arrays.toString(passes));\n  }\n}\n"
    )


@pytest.mark.parametrize(
    ("seed", "number", "newest", "options"),
    [
        (1, FEW, False, []),
        (2, FEW, True, ["-g:none"]),
        pytest.param(3, MANY, False, [], marks=pytest.mark.slow),
        pytest.param(4, MANY, True, [], marks=pytest.mark.slow),
        pytest.param(5, MANY, False, ["--release", "8"], marks=pytest.mark.slow),
    ],
)
def test_iterations_equal_the_passes_that_the_source_counts(
    seed: int, number: int, newest: bool, options: list[str], tmp_path: Path
) -> None:
    ensure_jars()
    random = Random(seed)
    methods = [random_loop(random, one) for one in range(number)]
    # Each state's calls are in a separate method, so that no method is too large.
    calls = []
    for _ in range(STATES):
        state = arguments(random_state(random))
        calls.append(" ".join(f"m{one}({state});" for one in range(number)))
    (tmp_path / "Loops.java").write_text(program(methods, calls))
    home = java_home(newest=newest)
    compile_java([tmp_path / "Loops.java"], tmp_path, *options, java_home=home)
    done = run(
        "run", "-q", "-k", "2", "--no-report", "-o", "l.kpath",
        "--", str(home / "bin" / "java"), "-cp", ".", "Loops",
        directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr.decode()
    passes = json.loads(done.stdout)
    profile = Profile.open(tmp_path / "l.kpath")
    wrong = {}
    for one, java in enumerate(methods):
        table = loops(profile, f"Loops.m{one}")
        bounds = (*table[["iterations", "iterations_most", "entries", "entries_most"]].sum(),)
        least, most, entries, entries_most = bounds
        is_exact = "catch" in java or (least, entries) == (most, entries_most)
        if len(table) and not (
            len(table) == 1
            and is_exact
            and least <= passes[one] <= most
            and entries <= STATES <= entries_most
        ):
            wrong[java] = (passes[one], *bounds)
    assert wrong == {}, "\n".join(f"{java}\n{differ}" for java, differ in [*wrong.items()][:3])
