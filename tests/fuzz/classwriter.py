"""Writes class files from given instructions, labels and frames.

A method's code is assembled plainly, or with calls into a log before chosen instructions. Both
forms come from the same list of instructions, so the log names instructions by their offsets in the
plain code.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from dataclasses import dataclass, field

FIRST_MAJOR_WITH_FRAMES = 50
MOST_CODE_BYTES = 65_535
FARTHEST_BRANCH_BYTES = 32_767
"""How far a branch with a 16-bit offset reaches.

Generated methods have a few kilobytes of code at most, even with calls into a log.
"""


@dataclass(eq=False)
class Item:
    """An instruction or a label. A label has a frame if something branches to it."""

    data: bytes = b""
    targets: tuple[Item, ...] = ()
    keys: tuple[int, ...] | None = None
    """A switch's keys, one for each target except the last one, which is the default."""
    table: bool = False
    frame: Frame | None = None
    is_label: bool = False
    line: int = 0
    """The source line that begins here, or 0."""
    offset: int = -1

    def size(self, offset: int) -> int:
        """Returns the item's size in bytes at this offset, including the padding of a switch."""
        if self.keys is None:
            return len(self.data)
        operands = 8 if not self.table else 12
        return 4 - offset % 4 + operands + len(self.keys) * (4 if self.table else 8)

    def encoded(self) -> bytes:
        """Returns the item's bytes. All offsets must be known."""
        if not self.targets:
            return self.data
        to = [target.offset - self.offset for target in self.targets]
        if self.keys is None:
            wide = len(self.data) == 5
            if not wide and abs(to[0]) > FARTHEST_BRANCH_BYTES:
                raise OverflowError(f"a branch of {abs(to[0])} bytes needs a wide offset")
            return self.data[:1] + struct.pack(">i" if wide else ">h", to[0])
        head = self.data[:1] + bytes(3 - self.offset % 4) + struct.pack(">i", to[-1])
        if self.table:
            low, high = self.keys[0], self.keys[-1]
            return head + struct.pack(f">ii{len(to) - 1}i", low, high, *to[:-1])
        pairs = [number for pair in zip(self.keys, to[:-1], strict=True) for number in pair]
        return head + struct.pack(f">i{len(pairs)}i", len(self.keys), *pairs)


Kind = str | tuple[str, Item]
"""The type of a value, as the verifier sees it.

It is I, J, F, D, N (null), T (``this`` before it is initialised), L followed by a class's name or
an array's descriptor, or ("U", item) for an uninitialised object; the item is the object's ``new``.
"""


@dataclass
class Frame:
    """The types of the locals, by their first slots, and of the values on the stack."""

    local: dict[int, Kind]
    stack: list[Kind]


@dataclass
class Handler:
    """A row of the exception table. ``caught`` is a class's name, or None for all exceptions."""

    start: Item
    end: Item
    entry: Item
    caught: str | None


@dataclass
class Method:
    """A method with its code."""

    access: int
    name: str
    descriptor: str
    items: list[Item] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)
    max_stack: int = 0
    max_locals: int = 0


class Pool:
    """The constant pool, which holds each constant once."""

    def __init__(self) -> None:
        self.constants: dict[bytes, int] = {}
        self.count = 1
        self.bootstraps: list[bytes] = []

    def add(self, tag: int, body: bytes) -> int:
        """Returns the index of a constant, adding it if necessary."""
        key = bytes([tag]) + body
        if key not in self.constants:
            self.constants[key] = self.count
            self.count += 2 if tag in (5, 6) else 1
        return self.constants[key]

    def utf8(self, text: str) -> int:
        data = text.encode("utf-8")
        return self.add(1, struct.pack(">H", len(data)) + data)

    def integer(self, value: int) -> int:
        return self.add(3, struct.pack(">i", value))

    def float_(self, value: float) -> int:
        return self.add(4, struct.pack(">f", value))

    def long_(self, value: int) -> int:
        return self.add(5, struct.pack(">q", value))

    def double(self, value: float) -> int:
        return self.add(6, struct.pack(">d", value))

    def class_(self, name: str) -> int:
        return self.add(7, struct.pack(">H", self.utf8(name)))

    def string(self, text: str) -> int:
        return self.add(8, struct.pack(">H", self.utf8(text)))

    def name_and_type(self, name: str, descriptor: str) -> int:
        return self.add(12, struct.pack(">HH", self.utf8(name), self.utf8(descriptor)))

    def member(self, tag: int, owner: str, name: str, descriptor: str) -> int:
        """Returns the index of a field (9), a method (10) or an interface's method (11)."""
        pair = self.name_and_type(name, descriptor)
        return self.add(tag, struct.pack(">HH", self.class_(owner), pair))

    def handle_of_static(self, owner: str, name: str, descriptor: str) -> int:
        return self.add(15, struct.pack(">BH", 6, self.member(10, owner, name, descriptor)))

    def method_type(self, descriptor: str) -> int:
        return self.add(16, struct.pack(">H", self.utf8(descriptor)))

    def dynamic(self, bootstrap: bytes, name: str, descriptor: str) -> int:
        """Returns the index of a new call site. ``bootstrap`` is its entry in BootstrapMethods."""
        self.bootstraps.append(bootstrap)
        pair = self.name_and_type(name, descriptor)
        return self.add(18, struct.pack(">HH", len(self.bootstraps) - 1, pair))


@dataclass
class ClassFile:
    """A public class. ``fields`` are given as (access, name, descriptor)."""

    name: str
    major: int
    pool: Pool = field(default_factory=Pool)
    fields: list[tuple[int, str, str]] = field(default_factory=list)
    methods: list[Method] = field(default_factory=list)
    minor: int = 0
    parent: str = "java/lang/Object"

    def assemble(self, log: Callable[[Method], Log | None] = lambda _: None) -> bytes:
        """Returns the class file. ``log`` returns what to log in a method, or None for nothing."""
        pool = self.pool
        bodies = [_method(pool, method, self.major, log(method)) for method in self.methods]
        fields = [
            struct.pack(">HHHH", access, pool.utf8(name), pool.utf8(descriptor), 0)
            for access, name, descriptor in self.fields
        ]
        attributes = []
        if pool.bootstraps:
            table = struct.pack(">H", len(pool.bootstraps)) + b"".join(pool.bootstraps)
            attributes.append(_attribute(pool, "BootstrapMethods", table))
        this, parent = pool.class_(self.name), pool.class_(self.parent)
        head = struct.pack(">HHHH", 0x0021, this, parent, 0)
        return b"".join(
            [
                struct.pack(">IHHH", 0xCAFEBABE, self.minor, self.major, pool.count),
                *pool.constants,
                head,
                struct.pack(">H", len(fields)), *fields,
                struct.pack(">H", len(bodies)), *bodies,
                struct.pack(">H", len(attributes)), *attributes,
            ]
        )  # fmt: skip


@dataclass
class Log:
    """What to log in a method's code: the entry, and some instructions.

    The entry is logged as the number ``method``, and an instruction as its offset in plain code.
    """

    method: int
    offsets: set[int]


def _attribute(pool: Pool, name: str, body: bytes) -> bytes:
    return struct.pack(">HI", pool.utf8(name), len(body)) + body


def _method(pool: Pool, method: Method, major: int, log: Log | None) -> bytes:
    from .logging_twin import with_log

    lay_out(method.items)
    if log is not None:
        method = with_log(pool, method, log)
    size = lay_out(method.items)
    if size > MOST_CODE_BYTES:
        raise OverflowError(f"{method.name} has {size} bytes of code")
    code = b"".join(item.encoded() for item in method.items)
    table = [
        struct.pack(
            ">HHHH", one.start.offset, one.end.offset, one.entry.offset,
            pool.class_(one.caught) if one.caught else 0,
        )
        for one in method.handlers
        if one.start.offset < one.end.offset
    ]  # fmt: skip
    frames = b""
    count = 0
    if major >= FIRST_MAJOR_WITH_FRAMES:
        by_offset = {
            item.offset: item.frame
            for item in method.items
            if item.is_label and item.frame is not None and item.offset < size
        }
        count = len(by_offset)
        frames = _frames(pool, by_offset, method.max_locals)
    attributes = [_attribute(pool, "StackMapTable", struct.pack(">H", count) + frames)] * (
        count > 0
    )
    lines = [struct.pack(">HH", item.offset, item.line) for item in method.items if item.line]
    if lines:
        number_table = struct.pack(">H", len(lines)) + b"".join(lines)
        attributes.append(_attribute(pool, "LineNumberTable", number_table))
    body = struct.pack(">HHI", method.max_stack, method.max_locals, len(code)) + code
    body += struct.pack(">H", len(table)) + b"".join(table)
    body += struct.pack(">H", len(attributes)) + b"".join(attributes)
    name, kind = pool.utf8(method.name), pool.utf8(method.descriptor)
    head = struct.pack(">HHHH", method.access, name, kind, 1)
    return head + _attribute(pool, "Code", body)


def lay_out(items: list[Item]) -> int:
    """Gives each item its offset, and returns the code's size in bytes."""
    offset = 0
    for item in items:
        item.offset = offset
        offset += item.size(offset)
    return offset


def _frames(pool: Pool, frames: dict[int, Frame], max_locals: int) -> bytes:
    """Returns the bytes of the frames. Each frame is written in full, not as a change."""
    data = b""
    before = -1
    for offset in sorted(frames):
        local = _locals(pool, frames[offset], max_locals)
        stack = [_verification_type(pool, kind) for kind in frames[offset].stack]
        data += struct.pack(">BHH", 255, offset - before - 1, len(local)) + b"".join(local)
        data += struct.pack(">H", len(stack)) + b"".join(stack)
        before = offset
    return data


def _locals(pool: Pool, frame: Frame, max_locals: int) -> list[bytes]:
    local = []
    slot = 0
    last = max(frame.local, default=-1)
    while slot <= last and slot < max_locals:
        kind = frame.local.get(slot)
        local.append(b"\0" if kind is None else _verification_type(pool, kind))
        slot += 2 if kind in ("J", "D") else 1
    return local


def _verification_type(pool: Pool, kind: Kind) -> bytes:
    if isinstance(kind, tuple):
        return struct.pack(">BH", 8, kind[1].offset)
    if kind in "IFDJNT":
        return bytes([{"I": 1, "F": 2, "D": 3, "J": 4, "N": 5, "T": 6}[kind]])
    return struct.pack(">BH", 7, pool.class_(kind[1:]))
