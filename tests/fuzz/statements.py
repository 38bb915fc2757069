"""Random statements. Each leaves the stack as it was."""

from __future__ import annotations

import struct
from dataclasses import dataclass
from random import Random

from .classwriter import Handler
from .emitter import OBJECT, Emitter, descriptor_of, group
from .values import CELL, INTS, KINDS, LONGS, OBJECTS, SUPPORT, Values

ACC_STATIC = 0x0008
SUPPLIER = "java/util/function/IntSupplier"
METAFACTORY = (
    "(Ljava/lang/invoke/MethodHandles$Lookup;Ljava/lang/String;Ljava/lang/invoke/MethodType;"
    "Ljava/lang/invoke/MethodType;Ljava/lang/invoke/MethodHandle;Ljava/lang/invoke/MethodType;)"
    "Ljava/lang/invoke/CallSite;"
)


@dataclass(frozen=True)
class Signature:
    """A generated method. Its first parameters are the ints fuel and depth."""

    owner: str
    name: str
    access: int
    extra: tuple[str, ...]
    result: str

    @property
    def is_static(self) -> bool:
        """Whether the method has no receiver."""
        return self.access & ACC_STATIC != 0

    @property
    def descriptor(self) -> str:
        """The descriptor, as in the class file."""
        extra = "".join(descriptor_of(kind) for kind in self.extra)
        return f"(II{extra}){descriptor_of(self.result)}"


class Statements(Values):
    """Statements of one method. ``cells`` are the slots that statements may use for any type."""

    def __init__(
        self,
        random: Random,
        code: Emitter,
        risk: float,
        fuel: int,
        callees: list[Signature],
        cells: list[int],
    ) -> None:
        super().__init__(random, code, risk)
        self.fuel = fuel
        self.callees = callees
        self.cells = cells
        self.locks: list[int] = []
        """The first of the two slots of each monitor that may be held at the same time."""
        self.nesting = 0
        self.calls = True
        self.dangers = False
        self.monitors: list[Handler] = []
        """Handlers of monitors, which come before all others in the exception table."""
        self.uninitialised_this = False

    def statement(self) -> None:
        """Adds a statement of a random kind."""
        choices = [self._assign] * 4 + [self._mix] * 3 + [self._array_store, self._field]
        choices += [self._increment] * 2 + [self._if, self._shuffle]
        if self.dangers:
            choices += [self._danger] * 3
        if self.calls and self.callees:
            choices += [self._call] * 3
        if self.locks and self.nesting < 2 and not self.uninitialised_this:
            choices += [self._locked]
        if self.splits and self.nesting < 2:
            choices += [self._small_loop]
        self.random.choice(choices)()

    def mix(self) -> None:
        """Adds the top of the stack to the checksum."""
        kind = self.code.stack[-1]
        taken = kind if group(kind) != "A" else OBJECT
        assert isinstance(taken, str)
        self.code.call_static(SUPPORT, "mix", (taken,), "V")

    def _mix(self) -> None:
        self.value(self.random.choice(KINDS))
        self.mix()

    def _danger(self) -> None:
        """Adds code that throws now and then."""
        code = self.code
        roll = self.random.random()
        self.value("I", 1)
        if roll < 0.6:
            code.call_static(SUPPORT, "mayThrow", ("I",), "I")
        elif roll < 0.8:
            code.integer(1)
            code.op("iand")
            code.integer(100)
            code.swap()
            code.op("idiv")
        else:
            code.member(0xB2, SUPPORT, "ints", (), INTS)
            code.swap()
            code.integer(15)
            code.op("iand")
            code.op("iaload")
        self.mix()

    def _assign(self) -> None:
        code = self.code
        cell = self.random.choice(self.cells)
        kind = code.local.get(cell)
        if cell not in code.pinned or kind is None:
            kind = self.random.choice(KINDS)
        self.value(kind)
        code.store(cell, kind)

    def _increment(self) -> None:
        ints = [cell for cell in self.cells if self.code.local.get(cell) == "I"]
        if ints:
            self.code.iinc(self.random.choice(ints), self.random.choice((1, -1, 5, 127, -300)))

    def _array_store(self) -> None:
        code = self.code
        kind, item, name = self.random.choice(
            ((INTS, "I", "iastore"), (LONGS, "J", "lastore"), (OBJECTS, OBJECT, "aastore"))
        )
        self.value(kind)
        self.index(2)
        self.value(item, 2)
        code.op(name)

    def _field(self) -> None:
        code = self.code
        kind = self.random.choice("IJFD")
        self.value(CELL if self.chance(self.risk) else "LSupport", 2)
        self.value(kind, 2)
        code.member(0xB5, SUPPORT, f"my{kind}", (kind,), "V")

    def _shuffle(self) -> None:
        """Adds dup, dup2, dup_x1 or swap on ints."""
        code = self.code
        self.value("I", 1)
        self.value("I", 1)
        opcode, top, below = self.random.choice(
            ((0x5A, 1, 1), (0x5C, 2, 0), (0x59, 1, 0), (0x5F, 0, 0))
        )
        if opcode == 0x5F:
            code.swap()
        else:
            code.stack_op(opcode, top, below)
        code.push()
        for _ in range(2 + top):
            if self.chance(0.7):
                self.mix()
            else:
                code.drop()

    def _if(self) -> None:
        code = self.code
        end = code.label()
        self.condition(end, 2)
        before = dict(code.local)
        self.statement()
        code.local = {slot: kind for slot, kind in before.items() if code.local.get(slot) == kind}
        code.put(end)
        end.frame = code.frame()

    def _small_loop(self) -> None:
        """Adds a small loop that runs until no fuel is left. Values on the stack stay there."""
        code = self.code
        self.nesting += 1
        head = code.place()
        head.frame = code.frame()
        with code.pinning(set(code.local)):
            for _ in range(self.random.randint(0, 2)):
                self.statement()
            code.local = dict(head.frame.local)
            code.iinc(self.fuel, -1)
            code.load(self.fuel)
            code.branch(0x9D, "I", head)
        self.nesting -= 1

    def _locked(self) -> None:
        """Adds a synchronized block as javac makes it, with a handler that covers itself."""
        code = self.code
        self.nesting += 1
        lock, thrown = self.locks[self.nesting - 1], self.locks[self.nesting - 1] + 1
        code.member(0xB2, SUPPORT, "lock", (), OBJECT)
        code.stack_op(0x59, 1)
        code.store(lock)
        code.op("monitorenter")
        start = code.place()
        frame = code.frame()
        with code.pinning(set(code.local)):
            inner = len(self.monitors)
            for _ in range(self.random.randint(1, 3)):
                self.statement()
            self.monitors, inner_ones = self.monitors[:inner], self.monitors[inner:]
        code.load(lock)
        code.op("monitorexit")
        end = code.place()
        after = code.label()
        code.local = dict(frame.local)
        code.goto(after)
        entry, done = code.label(), code.label()
        entry.frame = frame.__class__(dict(frame.local), ["Ljava/lang/Throwable"])
        below = list(code.stack)
        code.put(entry)
        code.resume(entry.frame)
        code.store(thrown)
        code.load(lock)
        code.op("monitorexit")
        code.put(done)
        code.load(thrown)
        code.exit("T")
        self.monitors += inner_ones
        self.monitors.append(Handler(start, end, entry, None))
        self.monitors.append(Handler(entry, done, entry, None))
        code.put(after)
        code.local = dict(frame.local)
        del code.local[lock]
        code.stack = below
        after.frame = code.frame()
        self.nesting -= 1

    def _call(self) -> None:
        """Adds code that calls a generated method if the depth and the supply allow a call."""
        code = self.code
        skip = code.label()
        code.load(self.fuel + 1)
        code.call_static(SUPPORT, "mayCall", ("I",), "I")
        code.branch(0x99, "I", skip)
        callee = self.random.choice(self.callees)
        if self._fits_lambda(callee) and self.chance(0.3):
            self._call_lambda(callee)
        else:
            self._call_plainly(callee)
        code.put(skip)
        skip.frame = code.frame()

    def _call_plainly(self, callee: Signature) -> None:
        code = self.code
        opcode, kept = 0xB8, False
        if callee.name == "<init>":
            new = code.with_class(0xBB, callee.owner)
            code.push(("U", new))
            kept = self.chance(0.5)
            if kept:
                code.stack_op(0x59, 1)
            opcode = 0xB7
        elif not callee.is_static:
            code.member(0xB2, callee.owner, "self", (), f"L{callee.owner}")
            opcode = 0xB6
        self._fuel_and_depth()
        for kind in callee.extra:
            self.value(kind, 1)
        code.member(opcode, callee.owner, callee.name, ("I", "I", *callee.extra), callee.result)
        if kept:
            code.stack[-1] = f"L{callee.owner}"
        if kept or callee.result != "V":
            self.mix()

    def _fuel_and_depth(self) -> None:
        code = self.code
        if self.chance(0.5):
            code.integer(self.random.randint(0, 7))
        else:
            code.load(self.fuel)
        code.load(self.fuel + 1)
        code.integer(1)
        code.op("isub")

    def _fits_lambda(self, callee: Signature) -> bool:
        plain = callee.is_static and not callee.extra and callee.result == "I"
        return plain and self.code.file.major >= 52

    def _call_lambda(self, callee: Signature) -> None:
        code, pool = self.code, self.pool
        pool_handle = pool.handle_of_static
        factory = pool_handle("java/lang/invoke/LambdaMetafactory", "metafactory", METAFACTORY)
        method = pool_handle(callee.owner, callee.name, callee.descriptor)
        kind = pool.method_type("()I")
        bootstrap = struct.pack(">HHHHH", factory, 3, kind, method, kind)
        site = pool.dynamic(bootstrap, "getAsInt", f"(II)L{SUPPLIER};")
        self._fuel_and_depth()
        code.raw(struct.pack(">BHH", 0xBA, site, 0))
        code.pop("II")
        code.push(f"L{SUPPLIER}")
        code.member(0xB9, SUPPLIER, "getAsInt", (), "I", tag=11)
        self.mix()
