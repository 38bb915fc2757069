"""Generates random method bodies, each for a planned graph of blocks.

Each jump back, and each entry of a handler, takes one unit of fuel from a local variable. When no
fuel is left, the code leaves the loop or the method instead. The number of calls is limited, too,
by a supply that all methods share. So every body ends.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from .classwriter import ClassFile, Frame, Handler, Item, Method
from .emitter import Emitter, group, width
from .plans import OLD_VERIFIER, Block, Plan
from .statements import Signature, Statements
from .values import THROWABLE

ACC_PUBLIC = 0x0001


@dataclass
class Stub:
    """Code that a jump reaches before its target, and that sets the types that the target needs.

    No handler covers a stub.
    """

    label: Item
    target: Block
    takes_fuel: bool


class Body:
    """Generates one method, in the order of its code."""

    def __init__(
        self, random: Random, file: ClassFile, signature: Signature, callees: list[Signature]
    ) -> None:
        self.random = random
        self.signature = signature
        self.old = file.major <= OLD_VERIFIER
        self.code = Emitter(file)
        self.is_constructor = signature.name == "<init>"
        self.fuel = 0 if signature.is_static else 1
        self._define_parameters()
        self.cells = self._cells()
        self.statements = Statements(
            random, self.code, random.choice((0.0, 0.1, 0.3)), self.fuel, callees, self.cells
        )
        self.statements.splits = random.random() < 0.7
        self.statements.calls = random.random() < 0.7
        self.statements.dangers = random.random() < 0.5
        self._reserve_locks()
        self.code.max_locals = max([*self.cells, *self.statements.locks]) + 2
        parameters = dict(self.code.local)
        self.stubs: list[Stub] = []
        self.exits: list[tuple[Item, Frame]] = []
        self.has_lines = random.random() < 0.5
        self.lines = 0
        self.plan = Plan(
            random, parameters, self.cells, signature.owner,
            is_constructor=self.is_constructor, old=self.old,
        )  # fmt: skip

    # ---- the method's locals ----------------------------------------------------------------

    def _define_parameters(self) -> None:
        code, slot = self.code, 0
        if not self.signature.is_static:
            code.define(0, "T" if self.is_constructor else f"L{self.signature.owner}")
            slot = 1
        for kind in ("I", "I", *self.signature.extra):
            code.define(slot, kind)
            slot += width(kind)

    def _cells(self) -> list[int]:
        random = self.random
        first = self.code.max_locals
        if random.random() < 0.1:
            first += random.choice((250, 255, 300))
        return [first + 2 * cell for cell in range(random.randint(1, 6))]

    def _reserve_locks(self) -> None:
        if self.random.random() < 0.4:
            first = self.cells[-1] + 2
            self.statements.locks = [first, first + 2]

    # ---- the code ---------------------------------------------------------------------------

    def method(self) -> Method:
        """Returns the whole method."""
        for block in self.plan.blocks:
            self._block(block)
        self._stubs()
        self._exits()
        handlers = list(self.statements.monitors)
        for one in self.plan.ranges:
            first = self.plan.blocks[one.first]
            start = first.middle or first.label
            entry = self.plan.blocks[one.handler].label
            handlers.append(Handler(start, self.plan.blocks[one.last].end, entry, one.caught))
        code = self.code
        return Method(
            self.signature.access, self.signature.name, self.signature.descriptor,
            code.items, handlers, code.max_stack, code.max_locals,
        )  # fmt: skip

    def _block(self, block: Block) -> None:
        code, random = self.code, self.random
        block.label.frame = Frame(block.local, block.stack)
        code.put(block.label)
        code.resume(block.label.frame)
        # Locals in a handler's frame must keep their types in the code that the handler covers.
        code.pinned = set(block.local)
        self.statements.uninitialised_this = block.uninitialised
        if block.is_handler:
            self._take_fuel()
        if self.is_constructor and block.index == self.plan.entered:
            self._initialise()
        if code.stack and random.random() < 0.6:
            self._mix_all()
        for _ in range(random.choice((0, 0, 1, 1, 2, 3))):
            self._line()
            self.statements.statement()
        if random.random() < 0.3:
            block.middle = code.place()
            self.statements.statement()
        self._line()
        self._terminate(block)
        code.put(block.end)

    def _line(self) -> None:
        if self.has_lines:
            self.lines += 1
            # The lines are out of order, and some occur more than once.
            self.code.place().line = 1 + self.lines * 7 % 50

    def _initialise(self) -> None:
        code = self.code
        code.load(0)
        taken: tuple[str, ...] = ()
        if code.file.parent == "Root" and self.random.random() < 0.8:
            # The constructor of the superclass Root throws now and then.
            self.statements.value("I", 2)
            taken = ("I",)
        code.member(0xB7, code.file.parent, "<init>", taken, "V")
        code.local[0] = f"L{self.signature.owner}"
        self.statements.uninitialised_this = False

    def _mix_all(self) -> None:
        while self.code.stack:
            self.statements.mix()

    def _take_fuel(self) -> None:
        code = self.code
        code.iinc(self.fuel, -1)
        code.load(self.fuel)
        way_out = code.label()
        code.branch(0x9E, "I", way_out)
        assert way_out.frame is not None
        self.exits.append((way_out, way_out.frame))

    def _targets(self, block: Block) -> list[Block]:
        first, last = 0, len(self.plan.blocks)
        if self.is_constructor:
            before = block.index < self.plan.entered
            first, last = (0, self.plan.entered + 1) if before else (self.plan.entered + 1, last)
        return self.plan.blocks[first:last]

    def _needs_fuel(self, source: Block, target: Block) -> bool:
        return target.index <= source.index

    def _terminate(self, block: Block) -> None:
        random = self.random
        targets = self._targets(block)
        back = [one for one in targets if one.index <= block.index]
        if self.is_constructor and self.old and block.index < self.plan.entered:
            # The old verifier allows no jump back while ``this`` isn't initialised.
            targets, back = [one for one in targets if one.index > block.index], []
        may_return = not self.is_constructor or block.index >= self.plan.entered
        roll = random.random()
        if not targets or (roll < 0.12 and block.index > 0):
            self._leave(may_return)
        elif roll < 0.35:
            self._way_to(block, random.choice(targets), random.choice(targets))
        elif roll < 0.55 and back:
            self._loop_back(block, random.choice(back), random.choice(targets))
        elif roll < 0.68:
            self._switch(block, random.choices(targets, k=random.randint(1, 5)))
        else:
            near = [one for one in targets if one.index == block.index + 1] or targets
            taken = random.choice(targets)
            self._carry(taken)
            taken_label = self._destination(block, taken)
            before = self.code.pinned
            self.statements.condition(taken_label, 2)
            self.code.pinned = before
            self._way_to(block, random.choice(near), taken)

    def _carry(self, target: Block) -> None:
        """Replaces the values on the stack if they don't have the types that the target needs."""
        if self.code.stack == target.stack:
            return
        self._mix_all()
        for kind in target.stack:
            self.statements.value(kind, 1)

    def _fits(self, target: Block) -> bool:
        code = self.code
        return code.stack == target.stack and all(
            code.local.get(slot) == kind for slot, kind in target.local.items()
        )

    def _destination(self, block: Block, target: Block) -> Item:
        """Returns the target's label if code may jump there directly, else a new stub's label."""
        if self._fits(target) and not self._needs_fuel(block, target):
            return target.label
        stub = Stub(self.code.label(), target, self._needs_fuel(block, target))
        stub.label.frame = self.code.frame()
        self.stubs.append(stub)
        return stub.label

    def _way_to(self, block: Block, target: Block, wanted: Block) -> None:
        """Continues at the target: by a jump, or often without one if it is the next block."""
        code, random = self.code, self.random
        retyped = any(
            slot in code.pinned and code.local.get(slot) != kind
            for slot, kind in target.local.items()
        )
        if retyped or random.random() < 0.2:
            if random.random() < 0.5:
                self._carry(wanted)
            code.goto(self._destination(block, target), wide=random.random() < 0.05)
            return
        if self._needs_fuel(block, target):
            self._take_fuel()
        self._make_fit(target)
        if target.index != block.index + 1 or random.random() < 0.1:
            code.goto(target.label, wide=random.random() < 0.05)

    def _make_fit(self, target: Block) -> None:
        code = self.code
        self._carry(target)
        for slot, kind in target.local.items():
            if code.local.get(slot) != kind:
                self.statements.leaf(kind)
                code.store(slot, kind)

    def _loop_back(self, block: Block, header: Block, next_block: Block) -> None:
        """Uses the fuel itself as the loop's condition, so that a loop may be a single block."""
        code = self.code
        self._carry(header)
        if not self._fits(header):
            self._way_to(block, next_block, header)
            return
        code.iinc(self.fuel, -1)
        code.load(self.fuel)
        code.branch(0x9D, "I", header.label)
        self._way_to(block, next_block, next_block)

    def _switch(self, block: Block, targets: list[Block]) -> None:
        code, random = self.code, self.random
        self._carry(random.choice(targets))
        labels = [self._destination(block, target) for target in targets]
        self.statements.value("I", 2)
        code.integer(7)
        code.op("iand")
        first = random.choice((0, 0, 1, -1))
        keys = range(first, first + len(labels) - 1)
        if random.random() < 0.4:
            keys = [3 * key for key in keys]  # type: ignore[assignment]
        code.switch(keys, labels[:-1], labels[-1])

    def _leave(self, may_return: bool) -> None:
        code, random = self.code, self.random
        if may_return and random.random() < 0.7:
            result = self.signature.result
            if result != "V":
                self.statements.value(result, 2)
            code.exit(group(result) if result != "V" else "V")
        else:
            if not self.statements.chance(0.9):
                code.raw(b"\x01")
                code.push(THROWABLE)
            else:
                self.statements.value(THROWABLE, 2)
            code.exit("T")

    # ---- code that no handler covers --------------------------------------------------------

    def _stubs(self) -> None:
        code = self.code
        self.statements.splits = False
        for stub in self.stubs:
            assert stub.label.frame is not None
            code.put(stub.label)
            code.resume(stub.label.frame)
            code.pinned = set()
            if stub.takes_fuel:
                self._take_fuel()
            self._make_fit(stub.target)
            code.goto(stub.target.label)

    def _exits(self) -> None:
        code = self.code
        for label, frame in self.exits:
            code.put(label)
            code.resume(frame)
            while code.stack:
                code.drop()
            result = self.signature.result
            if code.local.get(0) == "T":
                code.member(0xB2, "Support", "fault", (), THROWABLE)
                code.exit("T")
            else:
                if result != "V":
                    self.statements.leaf(result)
                code.exit(group(result) if result != "V" else "V")
