"""Finds calls and allocations on a branch's arms.

The arms are the code after each outcome, up to the block where all arms meet. A computation might
replace an unpredictable branch, unless the branch decides whether something is called or allocated.
A profile has no instructions. So a call is known only if callers were recorded, or if source text
shows it. An arm without a known call may still call something.
"""

import re
from collections.abc import Collection, Mapping
from typing import Any

from kpath_jvm.profile.code import MethodCode
from kpath_jvm.source.annotation import SourceTexts
from kpath_jvm.source.java_text import blanked

#: Matches a call or an allocation in a line of Java.
_CALL = re.compile(r"\bnew\b|\b(?!(?:if|for|while|switch|catch|return|synchronized)\b)\w+\s*\(")
_IF = re.compile(r"\bif\s*\(")


class Arms:
    """The arms of the branches of one method."""

    def __init__(
        self,
        code: MethodCode,
        row: Mapping[str, Any],
        offsets: Collection[int] = (),
        sources: SourceTexts | None = None,
    ) -> None:
        """Takes the method's code, its row in ``methods``, and what is known about its calls.

        ``offsets`` are the bytecode offsets of known calls.
        """
        self._code = code
        self._row = row
        self._offsets = offsets
        self._sources = sources

    def call(self, block: int, arms: Collection[int]) -> bool:
        """Returns whether the arms of a branch are known to call or allocate something.

        ``block`` ends with the branch, and ``arms`` are the blocks of the branch's arms.
        """
        spans = [self._code.offsets[arm] for arm in arms]
        if any(first <= offset <= last for first, last in spans for offset in self._offsets):
            return True
        own = set(self._code.lines.of_block(block))
        lines = {line for arm in arms for line in self._code.lines.of_block(arm)}
        return any(
            _CALL.search(_behind_condition(text) if line in own else text)
            for line in lines
            if (text := self._text(line)) is not None
        )

    def _text(self, line: int) -> str | None:
        """Returns the source code of a line, or None if there is no source text."""
        if self._sources is None:
            return None
        place = self._code.places.of(line)
        lines = self._sources.lines_of(
            self._row["class"], self._row["source"], place, self._row["digest"]
        )
        if lines is None or not 0 < place.line <= len(lines):
            return None
        return blanked(lines[place.line - 1])


def _behind_condition(text: str) -> str:
    """Returns the text after a branch's condition in the line, or "" if that isn't clear."""
    found = _IF.search(text)
    if found is None:
        return text.partition("?")[2]
    depth = 1
    for at in range(found.end(), len(text)):
        depth += {"(": 1, ")": -1}.get(text[at], 0)
        if depth == 0:
            return text[at + 1 :]
    return ""
