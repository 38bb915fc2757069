"""Tests which methods ``main`` calls in the fuzzer's programs, and which code is refused."""

import struct
from dataclasses import replace

import pytest

from fuzz.classwriter import ClassFile, Log, Method
from fuzz.emitter import Emitter
from fuzz.programs import Shape, generate

_CLASS, _METHOD, _NAME_AND_TYPE, _UTF8 = 7, 10, 12, 1


def called(file: ClassFile) -> set[str]:
    """Returns the methods that a class file refers to, if generated classes declare them."""
    constants = {index: constant for constant, index in file.pool.constants.items()}

    def parts(index: int, tag: int) -> tuple[int, ...]:
        constant = constants[index]
        assert constant[0] == tag
        return struct.unpack(f">{len(constant) // 2}H", constant[1:])

    def text(index: int) -> str:
        assert constants[index][0] == _UTF8
        return constants[index][3:].decode()

    found = set()
    for index, constant in constants.items():
        if constant[0] == _METHOD:
            owner, named = parts(index, _METHOD)
            name, descriptor = map(text, parts(named, _NAME_AND_TYPE))
            found.add(f"{text(*parts(owner, _CLASS))}.{name}{descriptor}")
    return {one for one in found if one.startswith("G")}


@pytest.mark.parametrize("seed", range(12))
def test_main_calls_all_allowed_methods(seed: int) -> None:
    """In some programs, ``main`` makes further calls at its end, but only of the same methods."""
    shape = Shape(seed, 2, 6)
    program = generate(shape)
    every = {f"{one.owner}.{one.name}{one.descriptor}" for one in program.signatures}
    assert called(program.files["Main"]) == every
    only = frozenset(sorted(every)[::3])
    assert called(generate(replace(shape, only=only)).files["Main"]) == only


@pytest.mark.parametrize(
    ("bytes_between", "wide", "complaint"),
    [
        (32_700, False, None),
        (32_800, False, "a branch of 32803 bytes needs a wide offset"),
        (32_800, True, None),
        (65_532, True, r"far has 655\d\d bytes of code"),
    ],
)
@pytest.mark.parametrize("log", [None, Log(1, set())])
def test_code_is_refused_unless_its_branches_reach(
    bytes_between: int, wide: bool, complaint: str | None, log: Log | None
) -> None:
    """A log adds code to a method, but here not between the branch and its target."""
    file = ClassFile("Far", 49)
    code = Emitter(file)
    end = code.label()
    code.goto(end, wide=wide)
    code.raw(bytes(bytes_between))
    code.put(end)
    code.exit("V")
    file.methods.append(Method(0x0009, "far", "()V", code.items))
    if complaint is None:
        assert len(file.assemble(lambda _: log)) > bytes_between
    else:
        with pytest.raises(OverflowError, match=complaint):
            file.assemble(lambda _: log)
