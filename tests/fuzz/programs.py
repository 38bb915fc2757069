"""Random programs: some classes of generated methods, and a main that calls each method."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

from .bodies import ACC_PUBLIC, Body
from .classwriter import ClassFile, Frame, Handler, Log, Method
from .emitter import OBJECT, Emitter
from .statements import ACC_STATIC, Signature, Statements
from .values import INTS, KINDS, SUPPORT, THROWABLE

ACC_SYNCHRONIZED = 0x0020
MAJORS = (45, 46, 48, 49, 50, 51, 52, 55, 61)
RESULTS = ("I", "I", "I", "J", "F", "D", "V", OBJECT, INTS)


@dataclass(frozen=True)
class Shape:
    """The parameters of a program. The same shape always gives the same program."""

    seed: int
    classes: int = 6
    methods: int = 25
    """The number of methods in each class."""
    only: frozenset[str] = frozenset()
    """The methods that main calls, such as ``G0.m1(II)I``; all if the set is empty."""
    majors: tuple[int, ...] = MAJORS
    longest: int = 60
    """The largest fuel of a call from main. An activation loops about this many times at most."""

    def random(self, *part: object) -> Random:
        """Returns a generator of random numbers that only the given part of the program uses."""
        return Random(":".join(map(str, (self.seed, *part))))


@dataclass
class Generated:
    """The classes of a program, by name."""

    shape: Shape
    files: dict[str, ClassFile]
    signatures: list[Signature]

    def write(
        self, directory: Path, log: Callable[[ClassFile, Method], Log | None] = lambda *_: None
    ) -> None:
        """Writes the class files."""
        directory.mkdir(parents=True, exist_ok=True)
        for name, file in self.files.items():
            data = file.assemble(lambda method, file=file: log(file, method))  # type: ignore[misc]
            (directory / f"{name}.class").write_bytes(data)


def generate(shape: Shape) -> Generated:
    """Generates the program of a shape."""
    names = [f"G{index}" for index in range(shape.classes)]
    random = shape.random("signatures")
    files = {name: ClassFile(name, random.choice(shape.majors)) for name in names}
    for file in files.values():
        file.minor = 3 if file.major == 45 else 0
        file.parent = random.choice(("java/lang/Object", "Root"))
    signatures = [
        _signature(random, name, f"m{index}") for name in names for index in range(shape.methods)
    ]
    signatures = list({(one.owner, one.name, one.descriptor): one for one in signatures}.values())
    for name, file in files.items():
        file.fields.append((0x0009, "self", f"L{name};"))
        file.methods += [_plain_constructor(file), _initialiser(file)]
    for one in signatures:
        choice = shape.random(one.owner, one.name, one.descriptor)
        callees = choice.sample(signatures, min(4, len(signatures)))
        body = Body(choice, files[one.owner], one, [*callees, one])
        files[one.owner].methods.append(body.method())
    files["Main"] = _main(shape, signatures)
    return Generated(shape, files, signatures)


def _signature(random: Random, owner: str, name: str) -> Signature:
    access = ACC_PUBLIC | random.choice((ACC_STATIC, ACC_STATIC, 0))
    extra = tuple(random.choices(KINDS, k=random.choice((0, 0, 0, 1, 2, 4))))
    result = random.choice(RESULTS)
    if random.random() < 0.15:
        return Signature(owner, "<init>", ACC_PUBLIC, extra, "V")
    if random.random() < 0.15:
        access |= ACC_SYNCHRONIZED
    return Signature(owner, name, access, extra, result)


def _plain_constructor(file: ClassFile) -> Method:
    code = Emitter(file)
    code.define(0, "T")
    code.load(0)
    code.member(0xB7, file.parent, "<init>", (), "V")
    code.exit("V")
    return Method(ACC_PUBLIC, "<init>", "()V", code.items, [], code.max_stack, code.max_locals)


def _initialiser(file: ClassFile) -> Method:
    code = Emitter(file)
    new = code.with_class(0xBB, file.name)
    code.push(("U", new))
    code.stack_op(0x59, 1)
    code.member(0xB7, file.name, "<init>", (), "V")
    code.stack[-1] = f"L{file.name}"
    code.member(0xB3, file.name, "self", (f"L{file.name}",), "V")
    code.exit("V")
    return Method(ACC_STATIC, "<clinit>", "()V", code.items, [], code.max_stack, code.max_locals)


def _main(shape: Shape, signatures: list[Signature]) -> ClassFile:
    random = shape.random("main")
    file = ClassFile("Main", 52)
    code = Emitter(file)
    code.define(0, "L[Ljava/lang/String;")
    values = Statements(random, code, 0.0, 0, [], [])
    values.splits = False
    handlers: list[Handler] = []
    for one in signatures:
        for fuel in (
            random.randint(1, 5),
            random.randint(6, 12),
            random.choice((9, 20, shape.longest)),
        ):
            arguments = (random.randint(0, 30), fuel, random.randint(0, 4))
            if _is_called(shape, one):
                handlers.append(_guarded_call(values, one, arguments))
        if _is_called(shape, one):
            code.constant(file.pool.string(f"{one.owner}.{one.name}"), "Ljava/lang/String")
            code.call_static(SUPPORT, "report", ("Ljava/lang/String",), "V")
    handlers += _ending(shape, random, values, signatures)
    code.exit("V")
    file.methods.append(
        Method(
            ACC_PUBLIC | ACC_STATIC,
            "main",
            "([Ljava/lang/String;)V",
            code.items,
            handlers,
            code.max_stack,
            code.max_locals,
        )
    )
    return file


def _ending(
    shape: Shape, random: Random, values: Statements, signatures: list[Signature]
) -> list[Handler]:
    """Adds calls to some programs. A call may end the JVM, or throw an exception out of main."""
    code = values.code
    ending = random.random()
    if ending >= 0.45:
        return []
    is_exit = ending < 0.3
    if is_exit:
        code.integer(random.randint(0, 15))
        code.call_static(SUPPORT, "exitAfter", ("I",), "V")
    handlers = []
    # Leaving out a call doesn't change which other methods are chosen.
    for one in random.sample(signatures, min(8, len(signatures))):
        if _is_called(shape, one) and is_exit:
            handlers.append(_guarded_call(values, one, (9, 9, 3)))
        elif _is_called(shape, one):
            _call(values, one, (9, 9, 3))
    return handlers


def _is_called(shape: Shape, one: Signature) -> bool:
    return not shape.only or f"{one.owner}.{one.name}{one.descriptor}" in shape.only


def _guarded_call(values: Statements, one: Signature, arguments: tuple[int, int, int]) -> Handler:
    code = values.code
    start, end, entry, after = code.place(), code.label(), code.label(), code.label()
    _call(values, one, arguments)
    code.goto(after)
    code.put(end)
    entry.frame = Frame(dict(code.local), [THROWABLE])
    code.put(entry)
    code.resume(entry.frame)
    code.call_static(SUPPORT, "caught", (THROWABLE,), "V")
    code.put(after)
    after.frame = code.frame()
    return Handler(start, end, entry, None)


def _call(values: Statements, one: Signature, arguments: tuple[int, int, int]) -> None:
    supply, fuel, depth = arguments
    code = values.code
    code.integer(supply)
    code.call_static(SUPPORT, "begin", ("I",), "V")
    opcode = 0xB8
    if one.name == "<init>":
        new = code.with_class(0xBB, one.owner)
        code.push(("U", new))
        opcode = 0xB7
    elif not one.is_static:
        code.member(0xB2, one.owner, "self", (), f"L{one.owner}")
        opcode = 0xB6
    code.integer(fuel)
    code.integer(depth)
    for kind in one.extra:
        values.leaf(kind)
    code.member(opcode, one.owner, one.name, ("I", "I", *one.extra), one.result)
    if one.result != "V":
        values.mix()
