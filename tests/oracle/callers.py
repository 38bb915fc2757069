"""Derives from the tracer's log which method called which.

The caller of an activation is the topmost activation of a recorded method on the thread's stack
before the activation begins. If the caller's latest instruction is a call, this call led to the
activation. If it isn't a call, the JVM itself called the method, for example to initialise a class.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container
from pathlib import Path

from .classfile import read_directory
from .oracle import MethodKey

_CALLS = range(0xB6, 0xBB)
#: The method, its caller or None, and the call's offset, which is -1 without a call.
CallerKey = tuple[MethodKey, MethodKey | None, int]


def callers_of_log(log: Path, classes: Path, recorded: Container[MethodKey]) -> Counter[CallerKey]:
    """Returns how often each recorded method was entered from each place."""
    code = read_directory(classes)
    methods: dict[str, MethodKey] = {}
    # Each activation's method and latest instruction.
    active: dict[str, tuple[MethodKey, int]] = {}
    # Each thread's stack of activations of recorded methods.
    stacks: dict[str, list[str]] = {}
    threads: dict[str, str] = {}
    found: Counter[CallerKey] = Counter()
    with log.open(encoding="utf-8") as lines:
        for line in lines:
            kind, *values = line.split()
            if kind == "M":
                methods[values[0]] = (values[1], values[2], values[3])
            elif kind == "E":
                number, method, thread = values[0], methods[values[1]], values[2]
                stack = stacks.setdefault(thread, [])
                if method in recorded:
                    caller, bci = active[stack[-1]] if stack else (None, -1)
                    is_call = caller and code[caller].instructions[bci].opcode in _CALLS
                    found[method, caller, bci if is_call else -1] += 1
                    stack.append(number)
                threads[number] = thread
                active[number] = (method, -1)
            elif kind == "B":
                active[values[0]] = (active[values[0]][0], int(values[1]))
            elif kind in "RXU":
                stack = stacks[threads[values[0]]]
                if values[0] in stack:
                    stack.remove(values[0])
    return found
