"""Assembles textual instructions into class files that javac wouldn't write.

The files have version 49, for which the verifier needs no StackMapTable. The methods are static,
and take and return ints. ``main`` prints what each of the given calls returns.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field

VERSION = 49
PUBLIC_STATIC = 0x0009
MAX_STACK, MAX_LOCALS = 8, 8

PLAIN = {
    "aconst_null": 0x01, "iconst_0": 0x03, "iconst_1": 0x04, "pop": 0x57, "iadd": 0x60,
    "idiv": 0x6C, "ireturn": 0xAC, "return": 0xB1, "athrow": 0xBF,
}  # fmt: skip
BYTE_OPERAND = {"bipush": 0x10, "iload": 0x15, "istore": 0x36}
JUMPS = {
    "ifeq": 0x99, "ifne": 0x9A, "ifgt": 0x9D, "if_icmplt": 0xA1, "if_icmpge": 0xA2, "goto": 0xA7,
}  # fmt: skip
CALLS = {"invokevirtual": 0xB6, "invokestatic": 0xB8, "getstatic": 0xB2}


@dataclass
class Method:
    """A method.

    Each line of ``text`` has an instruction or ``LABEL:``. ``handlers`` has three labels for each
    handler: where the covered code starts, where it ends, and where the handler begins.
    """

    name: str
    parameters: int
    text: str
    handlers: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def descriptor(self) -> str:
        return f"({'I' * self.parameters})I"


class _Pool:
    """The constant pool, which holds each constant once."""

    def __init__(self) -> None:
        self.constants: dict[bytes, int] = {}

    def add(self, tag: int, body: bytes) -> int:
        return self.constants.setdefault(bytes([tag]) + body, len(self.constants) + 1)

    def utf8(self, text: str) -> int:
        data = text.encode("utf-8")
        return self.add(1, struct.pack(">H", len(data)) + data)

    def class_(self, name: str) -> int:
        return self.add(7, struct.pack(">H", self.utf8(name)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        pair = self.add(12, struct.pack(">HH", self.utf8(name), self.utf8(descriptor)))
        return self.add(tag, struct.pack(">HH", self.class_(owner), pair))


def assemble(class_name: str, methods: list[Method], calls: list[tuple[str, list[int]]]) -> bytes:
    """Returns the class file of a public class with the methods and a main that makes the calls."""
    pool = _Pool()
    by_name = {method.name: method for method in methods}
    printed = []
    for name, arguments in calls:
        printed.append("getstatic java/lang/System out Ljava/io/PrintStream;")
        printed += [f"bipush {argument}" for argument in arguments]
        printed.append(f"invokestatic {class_name} {name} {by_name[name].descriptor}")
        printed.append("invokevirtual java/io/PrintStream println (I)V")
    start = Method("main", 0, "\n".join([*printed, "return"]))
    bodies = [_method(pool, start, "([Ljava/lang/String;)V")]
    bodies += [_method(pool, method, method.descriptor) for method in methods]
    this, parent = pool.class_(class_name), pool.class_("java/lang/Object")
    constants = b"".join(pool.constants)
    return b"".join(
        [
            struct.pack(">IHHH", 0xCAFEBABE, 0, VERSION, len(pool.constants) + 1),
            constants,
            struct.pack(">HHHHHH", 0x0021, this, parent, 0, 0, len(bodies)),
            *bodies,
            struct.pack(">H", 0),
        ]
    )


def _method(pool: _Pool, method: Method, descriptor: str) -> bytes:
    code, labels = _code(pool, method.text)
    table = [
        struct.pack(">HHHH", labels[start], labels[end], labels[entry], 0)
        for start, end, entry in method.handlers
    ]
    lines = struct.pack(">HIHHH", pool.utf8("LineNumberTable"), 6, 1, 0, 1)
    body = struct.pack(">HHI", MAX_STACK, MAX_LOCALS, len(code)) + code
    body += struct.pack(">H", len(table)) + b"".join(table) + struct.pack(">H", 1) + lines
    name, kind = pool.utf8(method.name), pool.utf8(descriptor)
    head = struct.pack(">HHHH", PUBLIC_STATIC, name, kind, 1)
    return head + struct.pack(">HI", pool.utf8("Code"), len(body)) + body


def _code(pool: _Pool, text: str) -> tuple[bytes, dict[str, int]]:
    code = bytearray()
    labels: dict[str, int] = {}
    jumps: list[tuple[int, str]] = []
    for line in text.split("\n"):
        name, *operands = line.split() or [""]
        if name.endswith(":"):
            labels[name[:-1]] = len(code)
        elif name in PLAIN:
            code.append(PLAIN[name])
        elif name in BYTE_OPERAND:
            code += bytes([BYTE_OPERAND[name], int(operands[0])])
        elif name == "iinc":
            code += struct.pack(">BBb", 0x84, int(operands[0]), int(operands[1]))
        elif name in JUMPS:
            jumps.append((len(code), operands[0]))
            code += bytes([JUMPS[name], 0, 0])
        elif name in CALLS:
            tag = 9 if name == "getstatic" else 10
            code += struct.pack(">BH", CALLS[name], pool.member(tag, *operands))
        elif name:
            raise ValueError(f"no instruction {name}")
    for at, label in jumps:
        struct.pack_into(">h", code, at + 1, labels[label] - at)
    return bytes(code), labels
