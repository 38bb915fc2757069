"""Tests that a loop of the bytecode never gets the text of another loop's statement."""

import random

import pytest

from kpath_jvm.source.loop_matching import CompiledLoop, named
from kpath_jvm.source.statements import LoopStatement


def _statement(
    text: str, span: tuple[int, int], lines: tuple[int, int], **more: bool
) -> LoopStatement:
    own = range(lines[0], lines[1] + 1)
    parts: dict[str, bool] = {"is_copied": False, "has_place": True, "is_hidden": False} | more
    return LoopStatement(text, own, own, (), span, 0, **parts)


def _loop(first: int, blocks: set[int], lines: set[int]) -> CompiledLoop:
    return CompiledLoop(min(lines), frozenset(lines), frozenset(blocks), first)


@pytest.mark.parametrize(
    ("loops", "statements", "texts"),
    [
        # Two loops are on one line, one after the other or one within the other.
        ([_loop(0, {1}, {4}), _loop(9, {2}, {4})],
         [_statement("a", (0, 9), (4, 4)), _statement("b", (10, 19), (4, 4))], ["a", "b"]),
        ([_loop(0, {1, 2}, {4}), _loop(3, {2}, {4})],
         [_statement("a", (0, 19), (4, 4)), _statement("b", (10, 19), (4, 4))], ["a", "b"]),
        # One of the two statements never goes round, and it isn't known which one. This
        # doesn't matter if both have the same text.
        ([_loop(0, {1}, {4})],
         [_statement("a", (0, 9), (4, 4)), _statement("b", (10, 19), (4, 4))], [None]),
        ([_loop(0, {1}, {4})],
         [_statement("a", (0, 9), (4, 4)), _statement("a", (10, 19), (4, 4))], ["a"]),
        # Only a statement in a finally block is compiled to several loops.
        ([_loop(0, {1}, {4}), _loop(9, {2}, {4})], [_statement("a", (0, 9), (4, 4))], [None] * 2),
        ([_loop(0, {1}, {4}), _loop(9, {2}, {4})],
         [_statement("a", (0, 9), (4, 4), is_copied=True)], ["a", "a"]),
        # A loop that the compiler has added isn't a loop of the source.
        ([_loop(0, {1, 2}, {4, 5}), _loop(9, {2}, {5})],
         [_statement("a", (0, 29), (4, 6)), _statement("s", (9, 20), (5, 6), is_hidden=True)],
         ["a", None]),
        # No statement has the line of the loop.
        ([_loop(0, {1}, {9})], [_statement("a", (0, 9), (4, 4))], [None]),
        # A loop with very many candidates gets no text.
        ([_loop(0, {1}, {4})],
         [_statement(f"{at}", (at, at + 1), (4, 4)) for at in range(0, 40, 2)], [None]),
    ],
)  # fmt: skip
def test_loops_get_text_only_if_it_is_certain(
    loops: list[CompiledLoop], statements: list[LoopStatement], texts: list[str | None]
) -> None:
    found = named(dict(enumerate(loops)), [statements])
    assert [found[at].text for at in range(len(loops))] == texts
    assert all((one.text is None) == bool(one.why) for one in found.values())


def test_loops_of_a_method_belong_to_one_lambda() -> None:
    """The first lambda has one loop on line 4, and the second lambda has two."""
    first = [_statement("a", (0, 9), (4, 4))]
    second = [_statement("b", (20, 29), (4, 4)), _statement("c", (30, 39), (4, 4))]
    loops = {0: _loop(0, {1}, {4}), 1: _loop(9, {2}, {4})}
    assert [one.text for one in named(loops, [first, second]).values()] == ["b", "c"]
    assert named({0: loops[0]}, [first, second])[0].text is None


@pytest.mark.parametrize(
    ("loops", "statements", "alone"),
    [
        # The outer statement's first instruction may be on any of its lines. But its loop begins
        # elsewhere, so it doesn't begin with the inner loop's first instruction.
        ([_loop(0, {1, 2}, {4, 7}), _loop(9, {2}, {7})],
         [_statement("a", (0, 29), (4, 9)), _statement("b", (9, 20), (7, 8))], [True, True]),
        # The inner statement has no loop of its own. It may begin with the outer one.
        ([_loop(0, {1, 2}, {4, 5})],
         [_statement("a", (0, 29), (4, 5)), _statement("b", (9, 20), (4, 4))], [False]),
        ([_loop(0, {1, 2}, {4, 5})],
         [_statement("a", (0, 29), (4, 5)), _statement("b", (9, 20), (5, 5))], [True]),
        # The compiler may make several loops of the inner statement.
        ([_loop(0, {1, 2}, {4, 5}), _loop(9, {2}, {4})],
         [_statement("a", (0, 29), (4, 5)), _statement("b", (9, 20), (4, 4), is_copied=True)],
         [False, True]),
    ],
)  # fmt: skip
def test_a_loop_is_one_statement_only_if_no_other_can_begin_there(
    loops: list[CompiledLoop], statements: list[LoopStatement], alone: list[bool]
) -> None:
    found = named(dict(enumerate(loops)), [statements])
    assert [found[at].begins_alone for at in range(len(loops))] == alone


class _Program:
    """A random nest of loop statements on few lines. Some of the statements never go round."""

    def __init__(self, dice: random.Random) -> None:
        self.statements: list[LoopStatement] = []
        self.loops: dict[int, CompiledLoop] = {}
        self.truth: dict[int, str | None] = {}
        self._dice, self._at, self._line = dice, 0, 1
        for _ in range(dice.randrange(1, 4)):
            self._add(0)

    def _add(self, depth: int) -> tuple[set[int], set[int]]:
        """Adds a statement. Returns the blocks and lines that it adds to the loops around it."""
        dice, start, first, number = self._dice, self._at, self._line, len(self.statements)
        self.statements.append(_statement("", (0, 0), (0, 0)))
        blocks, lines = {start}, {first}
        self._at += 1
        for _ in range(dice.randrange(3) if depth < 3 else 0):
            self._line += dice.random() < 0.2
            own, own_lines = self._add(depth + 1)
            blocks |= own
            lines |= own_lines
        self._line += dice.random() < 0.2
        self._at += 1
        name, is_hidden = f"s{number}", dice.random() < 0.1
        self.statements[number] = _statement(
            name, (start, self._at), (first, self._line), is_hidden=is_hidden
        )
        if dice.random() < 0.8:
            key = len(self.loops)
            self.loops[key] = CompiledLoop(first, frozenset(lines), frozenset(blocks), start)
            self.truth[key] = None if is_hidden else name
        elif dice.random() < 0.5:
            # The statement always leaves the loops around it.
            return set(), set()
        return blocks, lines


def test_random_programs_get_no_wrong_text() -> None:
    dice = random.Random(7)
    told = 0
    for _ in range(400):
        program = _Program(dice)
        for key, one in named(program.loops, [program.statements]).items():
            assert one.text in (None, program.truth[key])
            told += one.text is not None
    assert told > 400
