"""Generates random methods whose handlers lead back into the code, even to blocks that return.

So in some loops, each way from the header back to the header goes through an exception. In some of
these loops, the header returns. Other loops can be left only from the header.
"""

from __future__ import annotations

from random import Random

from .assembler import Method, assemble
from .repeating_graphs import BODY


def retry_graphs(seed: int) -> bytes:
    """Returns a class ``Retries``, in which blocks use up fuel and handlers give new fuel.

    A block throws if no fuel is left. An activation ends with a return in a block or, after enough
    exceptions, in a handler.
    """
    random = Random(seed)
    methods = [_method(f"m{number}", random) for number in range(5)]
    calls = [
        (one.name, [random.randrange(1, 12), *(random.randrange(1, 120) for _ in range(2))])
        for one in methods
        for _ in range(3)
    ]
    return assemble("Retries", methods, calls)


def _method(name: str, random: Random) -> Method:
    count = random.randrange(2, 7)
    divided = random.randrange(1, count)
    text = f"bipush {random.randrange(2, 7)}\nistore 3\n"
    for block in range(count):
        text += f"B{block}:\n{BODY}"
        for _ in range(random.randrange(3)):
            text += f"iinc 1 {random.randrange(1, 100)}\n"
        kind = random.random()
        if block == count - 1 or kind < 0.4:
            text += "iload 2\nireturn\n"
        elif kind < 0.5:
            text += f"goto B{random.randrange(count)}\n"
        else:
            text += f"iload 2\nifgt B{random.randrange(count)}\n"
    for handler in ("FIRST", "SECOND"):
        text += f"{handler}:\npop\niinc 3 -1\nbipush {random.randrange(1, 6)}\nistore 0\n"
        for _ in range(random.randrange(2)):
            text += f"iload 2\nifgt B{random.randrange(count)}\n"
        text += f"iload 3\nifgt B{random.randrange(count)}\niload 2\nireturn\n"
    ranges = [("B0", f"B{divided}", "FIRST"), (f"B{divided}", "FIRST", "SECOND")]
    return Method(name, 3, text, ranges)
