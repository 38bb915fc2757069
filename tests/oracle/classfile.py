"""Reads class files (chapter 4 of the JVM specification), as far as the oracle needs them.

It reads only methods with code: the instructions, their successors, the called methods and the
exception table. It refuses subroutines (jsr, ret), because the oracle can't handle them.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

MAGIC = 0xCAFEBABE
PRIVATE = 0x0002

# The number of bytes after the tag, for the kinds of constants that have a fixed length (JVMS 4.4).
# Utf8 is handled separately.
CONSTANT_BYTES = {
    3: 4, 4: 4, 5: 8, 6: 8, 7: 2, 8: 2, 9: 4, 10: 4, 11: 4,
    12: 4, 15: 3, 16: 2, 17: 4, 18: 4, 19: 2, 20: 2,
}  # fmt: skip
UTF8, LONG, DOUBLE, CLASS = 1, 5, 6, 7
METHOD, INTERFACE_METHOD, NAME_AND_TYPE = 10, 11, 12

# Instructions of several bytes, except wide and switches: the first and last opcode of a range, and
# the number of bytes that each instruction in the range has.
LENGTHS = [
    (0x10, 0x10, 2), (0x11, 0x11, 3), (0x12, 0x12, 2), (0x13, 0x14, 3), (0x15, 0x19, 2),
    (0x36, 0x3A, 2), (0x84, 0x84, 3), (0x99, 0xA8, 3), (0xA9, 0xA9, 2), (0xB2, 0xB8, 3),
    (0xB9, 0xBA, 5), (0xBB, 0xBB, 3), (0xBC, 0xBC, 2), (0xBD, 0xBD, 3), (0xC0, 0xC1, 3),
    (0xC5, 0xC5, 4), (0xC6, 0xC7, 3), (0xC8, 0xC9, 5),
]  # fmt: skip
LENGTH_OF = {op: size for first, last, size in LENGTHS for op in range(first, last + 1)}

IINC, GOTO, JSR, RET, TABLESWITCH, LOOKUPSWITCH = 0x84, 0xA7, 0xA8, 0xA9, 0xAA, 0xAB
ATHROW, WIDE, GOTO_W, JSR_W = 0xBF, 0xC4, 0xC8, 0xC9
RETURNS = range(0xAC, 0xB2)
INVOKEVIRTUAL, INVOKESPECIAL, INVOKESTATIC, INVOKEINTERFACE = range(0xB6, 0xBA)
CONDITIONS = (*range(0x99, 0xA7), 0xC6, 0xC7)


@dataclass
class Instruction:
    """One instruction: where it may jump, and whether it may fall through to the next one."""

    bci: int
    length: int
    opcode: int
    targets: list[int] = field(default_factory=list)
    falls_through: bool = True

    @property
    def ends_block(self) -> bool:
        """Whether the instruction is a branch, a switch, a return or an athrow."""
        return bool(self.targets) or not self.falls_through

    @property
    def exits(self) -> bool:
        """Whether the instruction is a return or an athrow, and so completes a path at an exit."""
        return self.opcode == ATHROW or self.opcode in RETURNS


@dataclass
class Handler:
    """A line of the exception table: the handler at ``entry`` covers [start, end)."""

    start: int
    end: int
    entry: int


@dataclass
class MethodCode:
    """A method that has code, with the instructions by bytecode offset."""

    owner: str
    name: str
    descriptor: str
    instructions: dict[int, Instruction]
    handlers: list[Handler]
    #: The class, name and descriptor of the method that a call names, by the call's offset.
    calls: dict[int, tuple[str, str, str]] = field(default_factory=dict)
    is_private: bool = False

    @property
    def key(self) -> tuple[str, str, str]:
        """Class (with slashes), name and descriptor."""
        return (self.owner, self.name, self.descriptor)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = 0

    def take(self, count: int) -> bytes:
        self.at += count
        return self.data[self.at - count : self.at]

    def u1(self) -> int:
        return self.take(1)[0]

    def u2(self) -> int:
        return int.from_bytes(self.take(2), "big")

    def u4(self) -> int:
        return int.from_bytes(self.take(4), "big")


def read_class(data: bytes) -> list[MethodCode]:
    """Reads a class file, and returns the methods that have code."""
    reader = _Reader(data)
    if reader.u4() != MAGIC:
        raise ValueError("not a class file")
    reader.take(4)  # versions
    pool = _read_pool(reader)
    reader.take(2)  # access
    owner = pool[pool[reader.u2()]]
    reader.take(2)  # superclass
    reader.take(2 * reader.u2())  # interfaces
    for _ in range(reader.u2()):  # fields
        reader.take(6)
        for _ in range(reader.u2()):
            _read_attribute(reader, pool)
    methods = []
    for _ in range(reader.u2()):
        access = reader.u2()
        name, descriptor = pool[reader.u2()], pool[reader.u2()]
        for _ in range(reader.u2()):
            attribute, body = _read_attribute(reader, pool)
            if attribute == "Code":
                methods.append(_read_code((owner, name, descriptor), _Reader(body), pool))
                methods[-1].is_private = bool(access & PRIVATE)
    return methods


def read_directory(directory: Path) -> dict[tuple[str, str, str], MethodCode]:
    """Reads every class file below a directory, and returns the methods that have code."""
    methods = {}
    for file in sorted(directory.rglob("*.class")):
        for method in read_class(file.read_bytes()):
            methods[method.key] = method
    return methods


def _read_pool(reader: _Reader) -> dict[int, Any]:
    """Returns the constants that the oracle needs, by index.

    The value of a constant is a string, the index of another constant, or a pair of such indices.
    """
    pool: dict[int, Any] = {}
    size = reader.u2()
    index = 1
    while index < size:
        tag = reader.u1()
        if tag == UTF8:
            # This is modified UTF-8. Decoding fails at a NUL and leaves the surrogates of a pair
            # apart, so names with either would need another decoder.
            pool[index] = reader.take(reader.u2()).decode("utf-8", "surrogatepass")
        elif tag == CLASS:
            pool[index] = reader.u2()
        elif tag in (METHOD, INTERFACE_METHOD, NAME_AND_TYPE):
            pool[index] = (reader.u2(), reader.u2())
        else:
            reader.take(CONSTANT_BYTES[tag])
        index += 2 if tag in (LONG, DOUBLE) else 1
    return pool


def _read_attribute(reader: _Reader, pool: dict[int, Any]) -> tuple[str, bytes]:
    name = pool[reader.u2()]
    return name, reader.take(reader.u4())


def _read_code(key: tuple[str, str, str], reader: _Reader, pool: dict[int, Any]) -> MethodCode:
    reader.take(4)  # max_stack, max_locals
    code = reader.take(reader.u4())
    handlers = []
    for _ in range(reader.u2()):
        start, end, entry, _caught = (reader.u2() for _ in range(4))
        handlers.append(Handler(start, end, entry))
    found = _decode(code)
    calls = {
        bci: _method(pool, int.from_bytes(code[bci + 1 : bci + 3], "big"))
        for bci, instruction in found.items()
        if INVOKEVIRTUAL <= instruction.opcode <= INVOKEINTERFACE
    }
    return MethodCode(*key, found, handlers, calls)


def _method(pool: dict[int, Any], index: int) -> tuple[str, str, str]:
    owner, named = pool[index]
    name, descriptor = pool[named]
    return pool[pool[owner]], pool[name], pool[descriptor]


def _decode(code: bytes) -> dict[int, Instruction]:
    instructions = {}
    bci = 0
    while bci < len(code):
        instruction = _decode_one(code, bci)
        instructions[bci] = instruction
        bci += instruction.length
    return instructions


def _decode_one(code: bytes, bci: int) -> Instruction:
    opcode = code[bci]
    if opcode in (JSR, RET, JSR_W):
        raise ValueError("the oracle can't read subroutines (jsr, ret)")
    if opcode == WIDE:
        return Instruction(bci, 6 if code[bci + 1] == IINC else 4, opcode)
    if opcode in (TABLESWITCH, LOOKUPSWITCH):
        return _decode_switch(code, bci)
    instruction = Instruction(bci, LENGTH_OF.get(opcode, 1), opcode)
    if opcode in CONDITIONS or opcode == GOTO:
        instruction.targets = [bci + struct.unpack_from(">h", code, bci + 1)[0]]
    elif opcode == GOTO_W:
        instruction.targets = [bci + struct.unpack_from(">i", code, bci + 1)[0]]
    instruction.falls_through = opcode not in (GOTO, GOTO_W) and not instruction.exits
    return instruction


def _decode_switch(code: bytes, bci: int) -> Instruction:
    at = (bci // 4 + 1) * 4
    if code[bci] == TABLESWITCH:
        default, low, high = struct.unpack_from(">iii", code, at)
        count = high - low + 1
        offsets = struct.unpack_from(f">{count}i", code, at + 12)
        end = at + 12 + 4 * count
    else:
        default, count = struct.unpack_from(">ii", code, at)
        offsets = struct.unpack_from(f">{2 * count}i", code, at + 8)[1::2]
        end = at + 8 + 8 * count
    targets = sorted({bci + offset for offset in (default, *offsets)})
    return Instruction(bci, end - bci, code[bci], targets, falls_through=False)
