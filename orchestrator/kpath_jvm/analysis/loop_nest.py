"""Describes a method's loops: their blocks, and the tests by which they go on or end."""

from collections.abc import Collection, Mapping
from functools import cached_property
from typing import Any

import numpy as np

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.forest import BoolArray, IndexArray, Int32Array

#: The place that stands for no loop.
NONE = -1


class LoopNest:
    """The loops of a method, as places in ``MethodCode.loops``."""

    def __init__(self, code: MethodCode, row: Mapping[str, Any]) -> None:
        """Takes the method's code and its row in ``methods``."""
        self._code = code
        self._cuts: dict[int, set[int]] = {}
        self._following: dict[int, frozenset[int]] = {}
        self._tests: dict[int, frozenset[int]] = {}
        for source, target in row["cuts"]:
            self._cuts.setdefault(source, set()).add(target)
        self._is_irreducible = bool(row["irreducible"])
        #: Whether every edge into a loop header ends paths, not only the back edges.
        self.is_cut_at_headers = row["cut"] == "loop-header"
        self.loops = code.loops
        #: The blocks that end in an athrow.
        self.athrows: frozenset[int] = frozenset(row["athrows"])
        self.headers: IndexArray = np.array([loop.header for loop in code.loops], dtype=np.intp)

    @cached_property
    def holds(self) -> BoolArray:
        """Whether a loop, with its inner loops, contains a block: shape (loops, blocks)."""
        found = np.zeros((len(self.loops), len(self._code.offsets)), dtype=bool)
        for loop, one in enumerate(self.loops):
            found[loop, list(one.blocks)] = True
        return found

    @cached_property
    def is_latch(self) -> BoolArray:
        """Whether one of a loop's back edges begins at a block: shape (loops, blocks)."""
        found = np.zeros((len(self.loops), len(self._code.offsets)), dtype=bool)
        for loop, one in enumerate(self.loops):
            found[loop, list(one.latches)] = True
        return found

    @cached_property
    def innermost(self) -> IndexArray:
        """The innermost loop around each block, or NONE."""
        found = np.full(len(self._code.offsets), NONE, dtype=np.intp)
        # If two loops are equally large, the later one is the inner one, as in LoopForest.java.
        for loop in sorted(range(len(self.loops)), key=lambda loop: -len(self.loops[loop].blocks)):
            found[list(self.loops[loop].blocks)] = loop
        return found

    def depth(self, loop: int) -> int:
        """Returns how deep a loop lies; 1 for an outermost loop."""
        return len(self.chain(loop))

    @cached_property
    def around(self) -> Int32Array:
        """The innermost loop that contains two loops, or NONE: shape (loops + 1, loops + 1).

        The last row and column are those of NONE.
        """
        count = len(self.loops)
        found = np.full((count + 1, count + 1), NONE, dtype=np.int32)
        chains = [self.chain(loop) for loop in range(count)]
        for one, chain in enumerate(chains):
            for other, others in enumerate(chains):
                shared = set(others)
                found[one, other] = next((loop for loop in chain if loop in shared), NONE)
        return found

    def chain(self, loop: int) -> list[int]:
        """Returns a loop and those around it, innermost first; an empty list for ``NONE``."""
        chain: list[int] = []
        while loop >= 0 and loop not in chain:
            chain.append(loop)
            loop = self.loops[loop].parent
        return chain

    def is_entered_at_header(self, loop: int) -> bool:
        """Returns whether a loop is entered only at its header.

        The result is also False if a block of the loop leads to the header by an edge that isn't a
        back edge. Such an edge, or an entry elsewhere, is possible only in an irreducible method.
        Only ordinary edges are considered.
        """
        if not self._is_irreducible:
            return True
        header, holds, latches = self.loops[loop].header, self.holds[loop], self.is_latch[loop]
        if holds[0] and header != 0:
            return False
        edges = (
            (block, target) for block in range(len(holds)) for target in self.successors(block)
        )
        return all(
            bool(latches[block]) if target == header and holds[block]
            else target == header or bool(holds[block])
            for block, target in edges
            if holds[target]
        )  # fmt: skip

    def ways_out(self, loop: int) -> set[int]:
        """Returns the blocks outside a loop to which ordinary edges lead from the loop."""
        holds = self.holds[loop]
        inside = np.flatnonzero(holds).tolist()
        return {to for block in inside for to in self.successors(block) if not holds[to]}

    def may_return(self, loop: int) -> bool:
        """Returns whether a path that has left a loop may enter it again before the path ends.

        A path ends at back edges, so it can enter the loop again only in a handler's code or in an
        irreducible method. For an irreducible method, the result is always True.
        """
        if self._is_irreducible:
            return True
        left = [*self.ways_out(loop)]
        seen = set(left)
        while left:
            onward = self._onward(left.pop()) - seen
            seen |= onward
            left += onward
        return self.loops[loop].header in seen

    def may_lead_to(self, block: int, firsts: Collection[int]) -> bool:
        """Returns whether ordinary edges may lead from the blocks ``firsts`` to ``block``.

        A block whose successor no table lists (``successors``) may lead to any header.
        """
        left, seen = list(firsts), set(firsts)
        while left:
            at = left.pop()
            onward = self.successors(at)
            if at == block or (not onward and "loop" in self._code.decoder.ends_at(at)):
                return True
            left += onward - seen
            seen |= onward
        return False

    def most_iterations_in_a_path(self, loop: int) -> int:
        """Returns an upper bound on the number of a loop's iterations in one path.

        The bound is 1 if the loop is entered only at its header. If a loop can be entered in
        several places, a path can leave the loop and enter it again several times, but leaves it
        from another block each time. In addition, the path's last edge may be a back edge.
        """
        if self.is_entered_at_header(loop):
            return 1
        holds, test = self.holds[loop], self.test(loop)
        leaving = [
            block
            for block in np.flatnonzero(holds).tolist()
            if block not in test and not all(holds[target] for target in self.successors(block))
        ]
        return len(leaving) + 1

    def test(self, loop: int) -> frozenset[int]:
        """Returns the blocks of a loop's test, as docs/loops.md defines it, or an empty set."""
        if loop not in self._tests:
            found = self._first_conditions(loop)
            self._tests[loop] = frozenset() if self._is_at_the_end(loop, found) else found
        return self._tests[loop]

    def leading_conditions(self, loop: int) -> frozenset[int]:
        """Returns the blocks of the conditions at the top of a loop that has no loop test.

        A pass that leaves the loop there is an iteration. The result is empty if the loop has a
        loop test, or no such conditions.
        """
        return frozenset() if self.test(loop) else self._first_conditions(loop)

    def _first_conditions(self, loop: int) -> frozenset[int]:
        """Returns the blocks that are the loop test, unless they are at an iteration's end."""
        region, found = {self.loops[loop].header}, frozenset[int]()
        while True:
            ways = {block: self.successors(block) for block in region}
            targets = set[int]().union(*ways.values())
            onward = set[int]().union(*map(self._onward, region))
            inside = {block for block in onward if self.holds[loop, block]} - region
            leaving = {block for block in targets if not self.holds[loop, block]}
            exits = {self._led_out(loop, block) for block in leaving}
            is_more = any(ways[block] & leaving for block in region - found)
            # After the header, an iteration is under way where a block does more than test or jump.
            # At a latch, an exit completes another iteration.
            is_plain = all(
                ways[block]
                and not self.is_latch[loop, block]
                and self.innermost[block] == loop
                and (block == self.loops[loop].header or self._only_tests(block))
                for block in region
            )
            if not is_plain or not inside or len(exits) > 1:
                return found
            if len(inside) == 1 and is_more:
                found = frozenset(region)
            # In an irreducible method, a way around the header may lead to one of the later blocks.
            if self._is_irreducible:
                return found
            region.add(min(inside, key=self._places.__getitem__))

    def _is_at_the_end(self, loop: int, first: frozenset[int]) -> bool:
        """Returns whether a loop's first conditions are those at the end of its iterations.

        An example is ``do { c; } while (a && b)``, whose header consists of ``c`` and ``a``. The
        header must do more than test, only conditions and jumps may come after ``first``, and one
        of these conditions must take a back edge. (If the body of a ``while`` has no code, a jump
        takes the back edge.) A handler's code is taken to come after ``first`` only if it reaches a
        back edge without passing through ``first``.
        """
        if not first or self._only_tests(self.loops[loop].header):
            return False
        # The back edges count, too: in an irreducible method, the header may have a back edge to
        # another header in the loop.
        begun = {to for block in first for to in self.successors(block)}
        after = self._reached(loop, begun, first)
        for handler in self._code.decoder.begun_at("handler") - first:
            caught = self._reached(loop, {handler}, first)
            if any(self.is_latch[loop, block] for block in caught):
                after |= caught
        return all(self.innermost[one] == loop and self._only_tests(one) for one in after) and any(
            self.is_latch[loop, one] and one in self._code.deciding for one in after
        )

    def _reached(self, loop: int, firsts: Collection[int], without: Collection[int]) -> set[int]:
        """Returns the blocks of a loop that can be reached from ``firsts`` without a back edge.

        Only ordinary edges are considered. The blocks ``without`` are neither passed nor returned.
        """
        found, left = set[int](), list(firsts)
        while left:
            block = left.pop()
            if self.holds[loop, block] and block not in found and block not in without:
                found.add(block)
                left += self._onward(block)
        return found

    def meet(self, loop: int, targets: Collection[int]) -> bool:
        """Returns whether the ways from ``targets`` meet before any of these ways branches.

        The ways must meet at the loop's header at the latest, where an iteration ends. Only if
        they meet might a computation replace the branch that leads to ``targets``.
        """
        first, *others = (self._straight_way(loop, target) for target in targets)
        return bool(first.intersection(*others))

    def arms(self, loop: int, targets: Collection[int]) -> frozenset[int]:
        """Returns the blocks on the ways from ``targets`` to the block where these ways meet."""
        first, *others = (self._straight_way(loop, target) for target in targets)
        return frozenset(first.union(*others) - first.intersection(*others))

    def _straight_way(self, loop: int, block: int) -> set[int]:
        """Returns the blocks from ``block`` to the loop's header, or to a block that branches."""
        way = {block}
        while block != self.loops[loop].header and len(self.successors(block)) == 1:
            (block,) = self.successors(block)
            if block in way:
                break
            way.add(block)
        return way

    def _only_tests(self, block: int) -> bool:
        """Returns whether a block only evaluates a condition or jumps."""
        decision = self._code.deciding.get(block)
        if decision is not None:
            # -1 means that the instructions that compute the operands aren't known. Then the whole
            # block counts as a part of the condition.
            return decision.instructions in (-1, self._code.instructions[block])
        if self._jump(block) is not None:
            return True
        # A block may compute an operand of a branch in the next block, as the arms of ``c ? a : b``
        # do. If the next block is the header of another loop, the operand belongs to that loop.
        after = [
            None if target in self.headers else self._code.deciding.get(target)
            for target in self.successors(block)
        ]
        return len(after) == 1 and after[0] is not None and after[0].instructions == -1

    def _led_out(self, loop: int, block: int) -> int:
        """Returns the block to which jumps lead from a block outside a loop.

        A jump into the loop isn't followed. The result is ``block`` if that may do more than jump.
        """
        passed: list[int] = []
        while block not in passed:
            passed.append(block)
            target = self._jump(block)
            if target is None or self.holds[loop, target]:
                return block
            block = target
        # The jumps form an endless loop. The result is the same wherever they began.
        return min(passed[passed.index(block) :])

    def _jump(self, block: int) -> int | None:
        """Returns the target of a block that only jumps, or None if the block may do more.

        If a block has one instruction, and one successor that isn't the next block, the instruction
        is a goto. With --cut loop-header, the target of a jump into a loop isn't known.
        """
        following = self.successors(block)
        if self._code.instructions[block] != 1 or len(following) != 1:
            return None
        (target,) = following
        return None if target == block + 1 else target

    def successors(self, block: int) -> frozenset[int]:
        """Returns the successors of a block.

        With --cut loop-header, the successor of a block that always goes on to a header is missing,
        because no table lists it.
        """
        if block not in self._following:
            found = self._code.decoder.following(block) | self._cuts.get(block, set())
            decision = self._code.deciding.get(block)
            if decision is not None:
                found |= set(decision.targets)
            self._following[block] = found | self._back.get(block, set())
        return self._following[block]

    def ways_on(self, block: int) -> frozenset[int]:
        """Returns the blocks that may follow a block after which the method goes on.

        If no table lists the successor of such a block (``successors``), the block enters a loop.
        Then the headers of all loops that don't contain the block are returned.
        """
        entered = (one.header for one in self.loops if block not in one.blocks)
        return self.successors(block) or frozenset(entered)

    def _onward(self, block: int) -> frozenset[int]:
        return self.successors(block) - self._back.get(block, set())

    @cached_property
    def _back(self) -> dict[int, set[int]]:
        """For each block, the headers to which its back edges lead."""
        found: dict[int, set[int]] = {}
        for loop in self.loops:
            for latch in loop.latches:
                found.setdefault(latch, set()).add(loop.header)
        return found

    @cached_property
    def _places(self) -> dict[int, int]:
        """The places of the blocks in an order in which all edges but back edges lead forward."""
        order: list[int] = []
        left: dict[int, list[int]] = {}
        for first in range(len(self._code.offsets)):
            way = [] if first in left else [first]
            while way:
                if way[-1] not in left:
                    left[way[-1]] = list(self._onward(way[-1]))
                rest = left[way[-1]]
                while rest and rest[-1] in left:
                    rest.pop()
                if rest:
                    way.append(rest[-1])
                else:
                    order.append(way.pop())
        return {block: place for place, block in enumerate(reversed(order))}
