"""Estimates how large a method's code becomes if a loop's body is copied.

HotSpot compiles no method of more than 8,000 bytes of code, and inlines none of more than
FreqInlineSize, however hot the call is. So a change that makes a method larger than one of these
limits may cost more than it gains. How large the code really becomes depends on how the copies are
written and compiled: a copy may do without some tests, but needs jumps of its own.
"""

from collections.abc import Iterable

from msgspec import Struct

from kpath_jvm.profile.model import Profile
from kpath_jvm.records.java_command import COMPILE_HUGE_METHODS, HUGE_METHOD_BYTES


class CodeSize(Struct, frozen=True):
    """The sizes, in bytes, of a method and of one of its loops, and HotSpot's limits.

    ``method`` is the size of the method's code. ``body`` is the size of the loop's code, including
    inner loops, handlers and the loop's test. ``compiled`` is the size of the largest method that
    the JVM compiles, and ``inlined`` is the size of the largest that it inlines. Either is None if
    there is no such limit, or if the limit isn't known.
    """

    method: int
    body: int
    compiled: int | None = HUGE_METHOD_BYTES
    inlined: int | None = None

    def with_copies(self, copies: int) -> int:
        """Returns the estimated size of the method with ``copies`` more copies of the body."""
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
        """Returns the smallest of the given numbers of copies that is too large, or None."""
        too_large = (
            one for one in sorted(copies) if not (self.is_compiled(one) and self.is_inlined(one))
        )
        return next(too_large, None)

    def told(self, copies: int) -> str:
        """Returns a text with the method's new size and the limit of HotSpot that it exceeds.

        With this number of copies, the method must exceed a limit.
        """
        noun, verb = ("copy", "makes") if copies == 1 else ("copies", "make")
        text = (
            f"by an estimate, {copies:,} {noun} of the loop's {self.body:,} bytes {verb} the "
            f"method {self.with_copies(copies):,} bytes large instead of {self.method:,}, and "
            "HotSpot "
        )
        if not self.is_compiled(copies):
            return (
                f"{text}compiles no method of more than {self.compiled:,}, unless the JVM has "
                f"{COMPILE_HUGE_METHODS}"
            )
        return f"{text}inlines no method of more than {self.inlined:,}, even if its calls are hot"


def _exceeds(before: int, size: int, limit: int | None) -> bool:
    return limit is not None and before <= limit < size


def code_size(profile: Profile, method: int, loop: int) -> CodeSize:
    """Returns the sizes of a method and of one of its loops, and the JVM's limits.

    ``loop`` is the loop's number in the method. The limit for inlining comes from the recorded
    options; it is 0 there if probes had to ignore the limit. Whether methods of any size are
    compiled is known only from the command of a single JVM.
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
