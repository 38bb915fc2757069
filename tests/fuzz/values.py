"""Random expressions. Each leaves one value of a wanted type on the stack, on top of the rest."""

from __future__ import annotations

from random import Random

from .classwriter import Item, Kind
from .emitter import (
    INT_JUMPS,
    NULL_JUMPS,
    OBJECT,
    REFERENCE_JUMPS,
    UNARY_JUMPS,
    Emitter,
    group,
)  # fmt: skip

SUPPORT = "Support"
INTS, LONGS, OBJECTS, CELL = "L[I", "L[J", "L[Ljava/lang/Object;", "LSupport"
THROWABLE = "Ljava/lang/Throwable"
KINDS = ("I", "I", "I", "J", "F", "D", OBJECT, INTS, LONGS, OBJECTS, CELL, THROWABLE)
EXCEPTIONS = (
    "Red", "Blue", "java/lang/RuntimeException", "java/lang/ArithmeticException",
    "java/lang/NullPointerException", "java/lang/IndexOutOfBoundsException",
)  # fmt: skip
_CONVERSIONS = {"I": ("l2i", "f2i", "d2i"), "J": ("i2l", "f2l", "d2l"),
                "F": ("i2f", "l2f", "d2f"), "D": ("i2d", "l2d", "f2d")}  # fmt: skip
_FIELDS = {"I": "number", "J": "large", "F": "real", "D": "precise", OBJECT: "thing",
           INTS: "ints", LONGS: "longs", OBJECTS: "objects", CELL: "cell",
           THROWABLE: "fault"}  # fmt: skip
NEW, NEWARRAY, ANEWARRAY, CHECKCAST, INSTANCEOF = 0xBB, 0xBC, 0xBD, 0xC0, 0xC1


class Values:
    """Pushes expressions. ``risk`` is the share of expressions that may throw."""

    def __init__(self, random: Random, code: Emitter, risk: float) -> None:
        self.random = random
        self.code = code
        self.risk = risk
        self.pool = code.file.pool
        self.splits = True
        """Whether expressions may branch."""

    def chance(self, probability: float) -> bool:
        return self.random.random() < probability

    def value(self, kind: Kind, depth: int = 3) -> None:
        """Pushes a value of a type."""
        assert isinstance(kind, str)
        if depth > 0 and self.splits and self.chance(0.12):
            self._either(kind, depth)
        elif self.chance(0.35) and (slots := self._holding(kind)):
            self.code.load(self.random.choice(slots))
        elif depth <= 0 or self.chance(0.25):
            self._leaf(kind)
        elif group(kind) == "A":
            self._reference(kind, depth)
        else:
            self._number(kind, depth)

    def _holding(self, kind: str) -> list[int]:
        return [slot for slot, held in self.code.local.items() if held == kind]

    def leaf(self, kind: Kind) -> None:
        """Pushes a value by code that neither throws nor branches."""
        assert isinstance(kind, str)
        if (slots := self._holding(kind)) and self.chance(0.5):
            self.code.load(self.random.choice(slots))
        else:
            self._leaf(kind)

    def _leaf(self, kind: str) -> None:
        code, random = self.code, self.random
        if kind == "I":
            code.integer(
                random.choice([0, 1, 2, 3, -1, 7, 100, 1000, -70000, random.randint(-9, 99)])
            )
        elif kind == "J":
            code.constant(
                self.pool.long_(random.choice([0, 1, -5, 1 << 40, random.randint(0, 9)])), "J"
            )
        elif kind == "F":
            code.constant(self.pool.float_(random.choice([0.0, 1.5, -3.0, 1e30])), "F")
        elif kind == "D":
            code.constant(self.pool.double(random.choice([0.0, -0.5, 2.0, 1e300])), "D")
        elif kind not in _FIELDS or self.chance(0.2):
            code.raw(b"\x01")
            code.push(kind)
        else:
            code.member(0xB2, SUPPORT, _FIELDS[kind], (), kind)

    def _number(self, kind: str, depth: int) -> None:
        letter = {"I": "i", "J": "l", "F": "f", "D": "d"}[kind]
        code, random = self.code, self.random
        roll = random.random()
        if roll < self.risk:
            self._risky(kind, depth)
        elif roll < 0.5:
            self.value(kind, depth - 1)
            self.value(kind, depth - 1)
            if kind == "I" and self.chance(0.2):
                code.swap()
            code.op(letter + random.choice(("add", "sub", "mul")))
        elif roll < 0.7:
            name = random.choice(_CONVERSIONS[kind])
            self.value({"i": "I", "l": "J", "f": "F", "d": "D"}[name[0]], depth - 1)
            code.op(name)
        elif roll < 0.8 and kind in "IJ":
            self.value(kind, depth - 1)
            self.value("I", depth - 1)
            code.op(letter + random.choice(("shl", "shr", "ushr")))
        elif roll < 0.9 and kind in "IJ":
            self.value(kind, depth - 1)
            self.value(kind, depth - 1)
            code.op(letter + random.choice(("and", "or", "xor")))
        elif kind == "I":
            self._small_int(depth)
        else:
            self.value(kind, depth - 1)
            code.op(letter + "neg")

    def _small_int(self, depth: int) -> None:
        code, random = self.code, self.random
        what = random.randrange(4)
        if what == 0:
            self.value(OBJECT, depth - 1)
            code.with_class(INSTANCEOF, random.choice(["Red", "[I", SUPPORT, "java/lang/String"]))
            code.pop("A")
            code.push("I")
        elif what == 1:
            self.value("J", depth - 1)
            code.stack_op(0x5C, 1)
            code.op("lcmp")
        elif what == 2:
            self.value("I", depth - 1)
            code.stack_op(0x59, 1)
            code.op(random.choice(("imul", "iadd")))
        else:
            self.value("I", depth - 1)
            code.op(random.choice(("i2b", "i2c", "i2s", "ineg")))

    def _risky(self, kind: str, depth: int) -> None:
        """Pushes a number by code that may throw, for instance a division or an array access."""
        code, random = self.code, self.random
        if kind in "IJ" and self.chance(0.4):
            self.value(kind, depth - 1)
            self.value(kind, depth - 1)
            code.op({"I": "i", "J": "l"}[kind] + random.choice(("div", "rem")))
        elif kind in "IJ" and self.chance(0.6):
            self.value(INTS if kind == "I" else LONGS, depth - 1)
            self.index(depth)
            code.op("iaload" if kind == "I" else "laload")
        elif kind == "I" and self.chance(0.3):
            self.value(random.choice((INTS, LONGS, OBJECTS)), depth - 1)
            code.op("arraylength")
        elif kind in "IJ" and self.chance(0.5):
            self.value("I", depth - 1)
            code.call_static(SUPPORT, "mayThrow", ("I",), "I")
            if kind == "J":
                code.op("i2l")
        else:
            self.value(CELL, depth - 1)
            code.member(0xB4, SUPPORT, f"my{kind}", (), kind)

    def index(self, depth: int) -> None:
        """Pushes an index, usually one that is valid in an array of eight."""
        self.value("I", depth - 1)
        if self.chance(0.8):
            self.code.integer(self.random.choice((3, 7, 7, 15)))
            self.code.op("iand")

    def _reference(self, kind: str, depth: int) -> None:
        code, random = self.code, self.random
        if kind == OBJECT and self.chance(0.5):
            self.value(random.choice((INTS, CELL, THROWABLE, OBJECTS)), depth - 1)
            code.pop("A")
            code.push(OBJECT)
        elif kind in (INTS, LONGS) and self.chance(0.5):
            self.value("I", depth - 1)
            code.integer(15)
            code.op("iand")
            if self.chance(self.risk):
                # Now and then the size is negative.
                code.integer(2)
                code.op("isub")
            code.raw(bytes([NEWARRAY, 10 if kind == INTS else 11]))
            code.pop("I")
            code.push(kind)
        elif kind in (CELL, THROWABLE) or (kind == OBJECT and self.chance(0.5)):
            self._created(kind, depth)
        elif self.chance(self.risk):
            self.value(OBJECT, depth - 1)
            code.with_class(CHECKCAST, kind[1:])
            code.pop("A")
            code.push(kind)
        else:
            self._leaf(kind)

    def _created(self, kind: str, depth: int) -> None:
        """Pushes a new object, whose constructor's argument may be computed with branches."""
        name = SUPPORT if kind != THROWABLE else self.random.choice(("Red", "Blue"))
        code = self.code
        new = code.with_class(NEW, name)
        code.push(("U", new))
        code.stack_op(0x59, 1)
        self.value("I", depth - 1)
        code.member(0xB7, name, "<init>", ("I",), "V")
        code.stack[-1] = kind

    def _either(self, kind: str, depth: int) -> None:
        """Pushes one of two values, by branches that keep the rest of the stack."""
        code = self.code
        other, end = code.label(), code.label()
        self.condition(other, depth - 1)
        before = dict(code.local)
        self.value(kind, depth - 1)
        code.goto(end)
        assert other.frame is not None
        code.put(other)
        code.resume(other.frame)
        self.value(kind, depth - 1)
        code.put(end)
        code.local = before
        code.stack[-1] = kind
        end.frame = code.frame()

    def condition(self, target: Item, depth: int) -> None:
        """Adds a conditional jump."""
        code, random = self.code, self.random
        roll = random.random()
        if roll < 0.35:
            self.value("I", depth)
            if self.chance(0.6):
                code.integer(random.choice((1, 1, 2, 3, 4)))
                code.op("iand")
            code.branch(random.choice(list(UNARY_JUMPS.values())), "I", target)
        elif roll < 0.65:
            self.value("I", depth)
            self.value("I", depth)
            code.branch(random.choice(list(INT_JUMPS.values())), "II", target)
        elif roll < 0.85:
            kind, name = random.choice((("J", "lcmp"), ("F", "fcmpl"), ("F", "fcmpg"),
                                        ("D", "dcmpl"), ("D", "dcmpg")))  # fmt: skip
            self.value(kind, depth)
            self.value(kind, depth)
            code.op(name)
            code.branch(random.choice(list(UNARY_JUMPS.values())), "I", target)
        elif roll < 0.93:
            self.value(OBJECT, depth)
            code.branch(random.choice(list(NULL_JUMPS.values())), "A", target)
        else:
            self.value(OBJECT, depth)
            self.value(OBJECT, depth)
            code.branch(random.choice(list(REFERENCE_JUMPS.values())), "AA", target)
