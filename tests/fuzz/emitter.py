"""Writes instructions, and keeps track of the types that the verifier will see."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from .classwriter import ClassFile, Frame, Handler, Item, Kind

# Maps an instruction's name to its opcode and the types that it pops (the top one last) and pushes.
# A stands for any reference.
SIMPLE: dict[str, tuple[int, str, str]] = {
    "nop": (0x00, "", ""), "lcmp": (0x94, "JJ", "I"), "fcmpl": (0x95, "FF", "I"),
    "fcmpg": (0x96, "FF", "I"), "dcmpl": (0x97, "DD", "I"), "dcmpg": (0x98, "DD", "I"),
    "iaload": (0x2E, "AI", "I"), "laload": (0x2F, "AI", "J"), "iastore": (0x4F, "AII", ""),
    "lastore": (0x50, "AIJ", ""), "aastore": (0x53, "AIA", ""), "arraylength": (0xBE, "A", "I"),
    "monitorenter": (0xC2, "A", ""), "monitorexit": (0xC3, "A", ""),
    "i2l": (0x85, "I", "J"), "i2f": (0x86, "I", "F"), "i2d": (0x87, "I", "D"),
    "l2i": (0x88, "J", "I"), "l2f": (0x89, "J", "F"), "l2d": (0x8A, "J", "D"),
    "f2i": (0x8B, "F", "I"), "f2l": (0x8C, "F", "J"), "f2d": (0x8D, "F", "D"),
    "d2i": (0x8E, "D", "I"), "d2l": (0x8F, "D", "J"), "d2f": (0x90, "D", "F"),
    "i2b": (0x91, "I", "I"), "i2c": (0x92, "I", "I"), "i2s": (0x93, "I", "I"),
    "ishl": (0x78, "II", "I"), "lshl": (0x79, "JI", "J"), "ishr": (0x7A, "II", "I"),
    "lshr": (0x7B, "JI", "J"), "iushr": (0x7C, "II", "I"), "lushr": (0x7D, "JI", "J"),
    "iand": (0x7E, "II", "I"), "land": (0x7F, "JJ", "J"), "ior": (0x80, "II", "I"),
    "lor": (0x81, "JJ", "J"), "ixor": (0x82, "II", "I"), "lxor": (0x83, "JJ", "J"),
}  # fmt: skip
for _at, _name in enumerate(("add", "sub", "mul", "div", "rem")):
    for _offset, _kind in enumerate("IJFD"):
        SIMPLE[f"{'ilfd'[_offset]}{_name}"] = (0x60 + 4 * _at + _offset, 2 * _kind, _kind)
for _offset, _kind in enumerate("IJFD"):
    SIMPLE[f"{'ilfd'[_offset]}neg"] = (0x74 + _offset, _kind, _kind)

LOADS = {"I": 0x15, "J": 0x16, "F": 0x17, "D": 0x18, "A": 0x19}
STORES = {"I": 0x36, "J": 0x37, "F": 0x38, "D": 0x39, "A": 0x3A}
RETURNS = {"I": 0xAC, "J": 0xAD, "F": 0xAE, "D": 0xAF, "A": 0xB0, "V": 0xB1}
UNARY_JUMPS = {"ifeq": 0x99, "ifne": 0x9A, "iflt": 0x9B, "ifge": 0x9C, "ifgt": 0x9D, "ifle": 0x9E}
INT_JUMPS = {
    "if_icmpeq": 0x9F, "if_icmpne": 0xA0, "if_icmplt": 0xA1, "if_icmpge": 0xA2,
    "if_icmpgt": 0xA3, "if_icmple": 0xA4,
}  # fmt: skip
REFERENCE_JUMPS = {"if_acmpeq": 0xA5, "if_acmpne": 0xA6}
NULL_JUMPS = {"ifnull": 0xC6, "ifnonnull": 0xC7}
GOTO, GOTO_W, JSR, RET, TABLESWITCH, LOOKUPSWITCH, ATHROW = 0xA7, 0xC8, 0xA8, 0xA9, 0xAA, 0xAB, 0xBF

OBJECT = "Ljava/lang/Object"
WIDE_KINDS = ("J", "D")


def group(kind: Kind) -> str:
    """Returns the group of a type: I, J, F or D, or A for any reference."""
    return kind if isinstance(kind, str) and kind in "IJFD" else "A"


def width(kind: Kind) -> int:
    """Returns the number of slots that a value takes."""
    return 2 if kind in WIDE_KINDS else 1


def descriptor_of(kind: str) -> str:
    """Returns a type as in a method's descriptor: classes with a semicolon, arrays without an L."""
    if kind[0] != "L":
        return kind
    return kind[1:] if kind[1] == "[" else kind + ";"


@dataclass
class Emitter:
    """The code of one method. ``local`` and ``stack`` hold the types at the code's current end."""

    file: ClassFile
    local: dict[int, Kind] = field(default_factory=dict)
    stack: list[Kind] = field(default_factory=list)
    items: list[Item] = field(default_factory=list)
    handlers: list[Handler] = field(default_factory=list)
    pinned: set[int] = field(default_factory=set)
    """Slots whose types must not change, because a frame elsewhere relies on them."""
    max_stack: int = 0
    max_locals: int = 0

    # ---- state ------------------------------------------------------------------------------

    def push(self, *kinds: Kind) -> None:
        """Records that values are pushed."""
        self.stack += kinds
        self.max_stack = max(self.max_stack, sum(width(kind) for kind in self.stack))

    def pop(self, pattern: Sequence[str]) -> None:
        """Records that values of these groups are popped."""
        for wanted in reversed(pattern):
            found = self.stack.pop()
            assert group(found) == wanted, f"{found} on the stack, {wanted} wanted"

    def frame(self) -> Frame:
        """Returns the types at this place."""
        return Frame(dict(self.local), list(self.stack))

    def resume(self, frame: Frame) -> None:
        """Continues with the types of a frame."""
        self.local, self.stack = dict(frame.local), []
        self.push(*frame.stack)

    @contextmanager
    def pinning(self, slots: set[int]) -> Iterator[None]:
        """Keeps the types of these slots inside the ``with`` block."""
        before = self.pinned
        self.pinned = before | slots
        yield
        self.pinned = before

    # ---- instructions -----------------------------------------------------------------------

    def raw(self, data: bytes) -> Item:
        item = Item(data)
        self.items.append(item)
        return item

    def op(self, name: str) -> None:
        """Adds an instruction without operands."""
        opcode, pops, pushes = SIMPLE[name]
        self.raw(bytes([opcode]))
        self.pop(pops)
        self.push(*pushes)

    def stack_op(self, opcode: int, top: int, below: int = 0) -> None:
        """Adds dup, dup_x1 or the like.

        The instruction copies the uppermost ``top`` values, and puts the copies under the next
        ``below`` values.
        """
        self.raw(bytes([opcode]))
        at = len(self.stack) - top
        moved = self.stack[at:]
        self.stack[at - below : at - below] = moved
        self.push()

    def swap(self) -> None:
        self.raw(b"\x5f")
        self.stack[-2:] = self.stack[:-3:-1]

    def drop(self) -> None:
        """Adds pop or pop2, whichever removes the top value."""
        self.raw(b"\x58" if self.stack.pop() in WIDE_KINDS else b"\x57")

    def load(self, slot: int) -> None:
        kind = self.local[slot]
        self._access(LOADS[group(kind)], slot)
        self.push(kind)

    def store(self, slot: int, kind: Kind | None = None) -> None:
        """Stores the top value. The slot gets the value's type, or the given wider type."""
        found = self.stack.pop()
        self._access(STORES[group(found)], slot)
        self.define(slot, found if kind is None else kind)

    def define(self, slot: int, kind: Kind) -> None:
        self.local[slot] = kind
        self.max_locals = max(self.max_locals, slot + width(kind))

    def _access(self, opcode: int, slot: int) -> None:
        short = len(self.items) % 4 > 0
        if slot < 4 and short:
            base = 0x1A + 4 * (opcode - 0x15) if opcode < 0x36 else 0x3B + 4 * (opcode - 0x36)
            self.raw(bytes([base + slot]))
        elif slot < 256:
            self.raw(bytes([opcode, slot]))
        else:
            self.raw(struct.pack(">BBH", 0xC4, opcode, slot))

    def iinc(self, slot: int, amount: int) -> None:
        if slot < 256 and -128 <= amount < 128:
            self.raw(struct.pack(">BBb", 0x84, slot, amount))
        else:
            self.raw(struct.pack(">BBHh", 0xC4, 0x84, slot, amount))

    def constant(self, index: int, kind: Kind) -> None:
        """Adds ldc, ldc_w or ldc2_w of a constant in the pool."""
        if kind in WIDE_KINDS:
            self.raw(struct.pack(">BH", 0x14, index))
        elif index < 256:
            self.raw(bytes([0x12, index]))
        else:
            self.raw(struct.pack(">BH", 0x13, index))
        self.push(kind)

    def integer(self, value: int) -> None:
        if -1 <= value <= 5:
            self.raw(bytes([3 + value]))
        elif -128 <= value < 128:
            self.raw(struct.pack(">Bb", 0x10, value))
        elif -32768 <= value < 32768:
            self.raw(struct.pack(">Bh", 0x11, value))
        else:
            self.constant(self.file.pool.integer(value), "I")
            return
        self.push("I")

    def with_class(self, opcode: int, name: str) -> Item:
        """Adds new, anewarray, checkcast or instanceof. The caller keeps track of the stack."""
        return self.raw(struct.pack(">BH", opcode, self.file.pool.class_(name)))

    def member(
        self, opcode: int, owner: str, name: str, pops: Sequence[str], result: str, tag: int = 10
    ) -> None:
        """Adds a call or a field access.

        ``pops`` holds the types of the arguments, or of the stored value, without the receiver's.
        """
        is_field = opcode < 0xB6
        if is_field:
            descriptor, tag = descriptor_of(result if opcode % 2 == 0 else pops[0]), 9
        else:
            arguments = "".join(descriptor_of(kind) for kind in pops)
            descriptor = f"({arguments}){descriptor_of(result)}"
        index = self.file.pool.member(tag, owner, name, descriptor)
        receivers = 0 if opcode in (0xB2, 0xB3, 0xB8) else 1
        data = struct.pack(">BH", opcode, index)
        if opcode == 0xB9:
            data += bytes([1 + sum(width(kind) for kind in pops), 0])
        self.raw(data)
        self.pop("A" * receivers + "".join(group(kind) for kind in pops))
        if result != "V" and not (is_field and opcode % 2):
            self.push(result)

    def call_static(self, owner: str, name: str, pops: Sequence[str], result: str) -> None:
        self.member(0xB8, owner, name, pops, result)

    # ---- control ----------------------------------------------------------------------------

    def label(self) -> Item:
        """Returns a new label, to be placed later."""
        return Item(is_label=True)

    def put(self, label: Item) -> Item:
        """Places a label here. Execution may fall through to it if the types fit its frame."""
        self.items.append(label)
        return label

    def place(self) -> Item:
        """Places a new label here."""
        return self.put(self.label())

    def branch(self, opcode: int, pops: Sequence[str], target: Item) -> None:
        self.raw(bytes([opcode, 0, 0])).targets = (target,)
        self.pop(pops)
        self._aimed(target)

    def goto(self, target: Item, wide: bool = False) -> None:
        data = bytes([GOTO_W, 0, 0, 0, 0]) if wide else bytes([GOTO, 0, 0])
        self.raw(data).targets = (target,)
        self._aimed(target)

    def switch(self, keys: Sequence[int], targets: Sequence[Item], default: Item) -> None:
        """Adds a tableswitch or a lookupswitch.

        Consecutive keys usually get a tableswitch, and now and then a lookupswitch. All other keys
        get a lookupswitch.
        """
        table = len(keys) > 0 and list(keys) == list(range(keys[0], keys[0] + len(keys)))
        table = table and len(self.items) % 3 > 0
        item = self.raw(bytes([TABLESWITCH if table else LOOKUPSWITCH]))
        item.keys, item.table, item.targets = tuple(keys), table, (*targets, default)
        self.pop("I")
        for target in item.targets:
            self._aimed(target)

    def _aimed(self, target: Item) -> None:
        if target.frame is None:
            target.frame = self.frame()

    def exit(self, kind: str) -> None:
        """Adds a return of a value of this group, a return of nothing (V), or an athrow (T)."""
        self.raw(bytes([ATHROW if kind == "T" else RETURNS[kind]]))
        self.pop("" if kind == "V" else "A" if kind == "T" else kind)
