"""Estimates how large a method's code becomes if a loop's body is copied.

HotSpot compiles no method of more than 8,000 bytes of code, and inlines none of more than
FreqInlineSize, however hot the call is. So a change that makes a method larger than that may cost
more than it gains. How large the code really becomes depends on what the source and its compiler
make of the copies: a copy may do without some tests, but needs jumps of its own.
"""

from collections.abc import Iterable

from msgspec import Struct

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.java_command import COMPILE_HUGE_METHODS, HUGE_METHOD_BYTES


class CodeSize(Struct, frozen=True):
    """The sizes in bytes of a method's code and of a loop's part of it, and HotSpot's limits.

    ``compiled`` is the largest size of a method that the JVM compiles, and ``inlined`` the largest
    that it inlines. They are None if there is no limit, or if it isn't known. ``body`` includes
    inner loops, handlers and the loop's test.
    """

    method: int
    body: int
    compiled: int | None = HUGE_METHOD_BYTES
    inlined: int | None = None

    def with_copies(self, copies: int) -> int:
        """Returns the estimated size of the method with more ``copies`` of the loop's body."""
        return self.method + copies * self.body

    def is_compiled(self, copies: int) -> bool:
        """Returns whether copies of the body leave the method small enough to be compiled.

        Also returns True if the method is too large already, because then copies change nothing.
        """
        return not _exceeds(self.method, self.with_copies(copies), self.compiled)

    def is_inlined(self, copies: int) -> bool:
        """Returns whether copies of the body leave the method small enough to be inlined.

        Also returns True if the method is too large already.
        """
        return not _exceeds(self.method, self.with_copies(copies), self.inlined)

    def first_too_large(self, copies: Iterable[int]) -> int | None:
        """Returns the least number of copies with which a limit is exceeded; None if there is none.

        Only the given numbers are considered.
        """
        too_large = (
            one for one in sorted(copies) if not (self.is_compiled(one) and self.is_inlined(one))
        )
        return next(too_large, None)

    def told(self, copies: int) -> str:
        """Says how large the method becomes, and which limit of HotSpot that exceeds.

        The copies must exceed a limit.
        """
        noun, verb = ("copy", "makes") if copies == 1 else ("copies", "make")
        text = (
            f"by an estimate, {copies:,} {noun} of the loop's {self.body:,} bytes {verb} the "
            f"method {self.with_copies(copies):,} bytes large instead of {self.method:,}, and "
            "HotSpot "
        )
        if not self.is_compiled(copies):
            return (
                f"{text}compiles no method of more than {self.compiled:,}, unless its JVM has "
                f"{COMPILE_HUGE_METHODS}"
            )
        return f"{text}inlines no method of more than {self.inlined:,}, even if its calls are hot"


def _exceeds(before: int, size: int, limit: int | None) -> bool:
    return limit is not None and before <= limit < size


def code_size(profile: Profile, method: int, loop: int) -> CodeSize:
    """Returns the sizes of a method and of its loop with the given number, with the JVM's limits.

    The recorded options have the limit of inlining that the JVM had, 0 if probes were to ignore it.
    Whether methods of any size are compiled is known only from the command of a single JVM.
    """
    run, code = profile.run, profile.code(method)
    whole = int(profile.method_rows.row(method)["bytes"])
    starts = sorted(first for first, _ in code.offsets)
    # A block ends where the next one in the code begins.
    ends = dict(zip(starts, [*starts[1:], max(whole, starts[-1])], strict=True))
    firsts = [code.offsets[block][0] for block in code.loops[loop].blocks]
    return CodeSize(
        whole,
        sum(ends[first] - first for first in firsts),
        None if run.compiles_huge_methods else HUGE_METHOD_BYTES,
        run.option("freq-inline-size", int) or None,
    )
