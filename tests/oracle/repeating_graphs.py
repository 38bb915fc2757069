"""Generates random methods in which many blocks lead back to themselves."""

from __future__ import annotations

from pathlib import Path
from random import Random

from .assembler import Method, assemble
from .harness import Program


def repeating_program(seed: int, directory: Path) -> Program:
    """Writes a seed's class into a new directory ``classes``, and returns the program."""
    classes = directory / "classes"
    classes.mkdir()
    (classes / "Graphs.class").write_bytes(repeating_graphs(seed))
    return Program(classes, "Graphs")


def repeating_graphs(seed: int) -> bytes:
    """Returns a class ``Graphs``, in whose methods many blocks lead back to themselves.

    Each block adds up the last two numbers. The sums overflow, and their signs decide which block
    is next. An activation ends with a return. After a given number of blocks, a division by 0
    leads to a handler that returns.
    """
    random = Random(seed)
    methods = [_random_method(f"m{number}", random) for number in range(5)]
    methods.append(Method("both", 3, f"START:\n{_BOTH}", [("START", "HANDLER", "HANDLER")]))
    calls = [
        (one.name, [random.randrange(5, 120), *(random.randrange(1, 120) for _ in range(2))])
        for one in methods
        for _ in range(4)
    ]
    return assemble("Graphs", methods, calls)


#: The code of a block. It divides by the fuel in local 0, and so throws when no fuel is left. The
#: sums in locals 1 and 2 decide which block is next.
BODY = """\
iconst_1
iload 0
idiv
pop
iinc 0 -1
iload 1
iload 2
iadd
iload 2
istore 1
istore 2
"""

_HANDLER = "HANDLER:\npop\niload 2\nireturn\n"

#: LATCH is the latch of two loops: the loop of HEADER, and a loop that has no block but LATCH.
_BOTH = f"""\
goto HEADER
LATCH:
{BODY}iload 2
ifgt LATCH
HEADER:
{BODY}iload 1
ifgt LATCH
iload 2
ireturn
{_HANDLER}"""


def _random_method(name: str, random: Random) -> Method:
    count = random.randrange(2, 9)
    text = f"goto B{random.randrange(count)}\n" if random.random() < 0.3 else ""
    for block in range(count):
        text += f"B{block}:\n{BODY}"
        for _ in range(random.randrange(3)):
            text += f"iinc 1 {random.randrange(1, 100)}\n"
        kind = random.random()
        if block == count - 1 or kind < 0.1:
            text += f"iload 2\nifgt B{random.randrange(count)}\n" if kind < 0.5 else ""
            text += "iload 2\nireturn\n"
        elif kind < 0.25:
            text += f"goto B{random.randrange(count)}\n"
        else:
            target = block if random.random() < 0.5 else random.randrange(count)
            text += f"iload 2\nifgt B{target}\n"
    return Method(name, 3, f"START:\n{text}{_HANDLER}", [("START", "HANDLER", "HANDLER")])
