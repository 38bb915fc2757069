"""Describes how the paths of a loop's sequence differ from the loop's other executed paths."""

from collections.abc import Callable, Collection, Mapping
from typing import Any

from kpath_jvm.analysis.loop_nest import LoopNest
from kpath_jvm.analysis.of_loops.executed import ExecutedPaths
from kpath_jvm.analysis.singled_out import singled_out
from kpath_jvm.analysis.told import ToldMethod
from kpath_jvm.facts.iterations import ROUNDING
from kpath_jvm.profile.code import MethodCode
from kpath_jvm.profile.decoding import DecodedPath
from kpath_jvm.profile.metadata import Loop
from kpath_jvm.profile.places import lines_phrase
from kpath_jvm.reports.described_paths import described_paths, told_apart
from kpath_jvm.reports.output import counted
from kpath_jvm.source.annotation import SourceTexts

#: At most this many paths of a loop's sequence are described with their lines.
MOST_TOLD = 4
#: How texts say which path is called A, which B and so on.
LETTERS = "letters name a method's paths, the one with the most completions first"
#: What the letters in the sequence of a loop mean, and where to read how the sequence is chosen.
RULE = f"{LETTERS}; which sequence of a loop is shown is explained in docs/loops.md"


def told_sequence_paths(
    code: MethodCode,
    row: Mapping[str, Any],
    told: ToldMethod,
    names: Mapping[int, str],
    executed: ExecutedPaths,
    loop: Loop | None,
    paths: Collection[DecodedPath],
    sources: SourceTexts | None = None,
) -> dict[str, Any]:
    """Returns the keys ``shared`` and ``named`` of a sequence (docs/formats/json.md).

    ``row`` is the method's row in ``methods``, and ``executed`` has all executed paths of the
    method. If ``loop`` isn't None, the paths are compared only with those that run through it.
    """
    described = described_paths(code, row, told, names, paths, sources)
    test = () if loop is None else LoopNest(code, row).test(code.loops.index(loop))
    found = singled_out(code, told, executed, loop, paths, test=test)
    for path in described:
        described[path] |= {
            **told_apart(code, told, found.in_full[path]),
            "briefly": [one.text for one in found.own[path]],
            "begins": found.begins[path],
            "alike": found.alike[path],
        }
    return {
        "shared": [one.text for one in found.shared],
        "named": sorted(described.values(), key=lambda one: (len(one["name"]), one["name"])),
    }


def is_negligible(sequence: Mapping[str, Any]) -> bool:
    """Returns whether a loop's sequence covers hardly anything, and another path covers more."""
    return sequence.get("commoner") is not None and sequence["share_of_loop"] < ROUNDING


def shared_text(sequence: Mapping[str, Any], quote: Callable[[str], str] = str) -> str:
    """Says what all paths of a sequence decide alike, unlike other executed paths of the loop.

    Returns "" if there is no such decision.
    """
    if not sequence["shared"] or is_negligible(sequence):
        return ""
    return f"{all_paths(sequence)}: {', '.join(map(quote, sequence['shared']))}"


def all_paths(sequence: Mapping[str, Any]) -> str:
    """Returns words for all paths of a sequence that has at least two different paths."""
    return "both paths" if len(sequence["named"]) == 2 else "all its paths"


def place_text(path: Mapping[str, Any]) -> str:
    """Returns a path's lines, after the place where the path begins if ``begins`` names one."""
    begins = f"{path['begins']}, " if path["begins"] else ""
    return f"{begins}{lines_phrase(path['lines_text'] or 'unknown')}"


def not_alone(path: Mapping[str, Any]) -> str:
    """Says how many other executed paths fit a path's description; "" if no other path does."""
    if not path["alike"]:
        return ""
    others = counted(path["alike"], "more executed path")
    return f" ({others} {'reads' if path['alike'] == 1 else 'read'} like this)"


def described(sequence: Mapping[str, Any], most: int = MOST_TOLD) -> list[dict[str, Any]]:
    """Returns the paths to describe fully: at most ``most`` of a sequence, and one other path.

    The other path, if any, comes last. It has more completions than the loop's sequence can cover,
    so its description matters most. If the sequence is negligible, only this path is described.
    """
    commoner = sequence.get("commoner")
    paths = [] if is_negligible(sequence) else sequence["named"][:most]
    return [*paths, *([] if commoner is None else [commoner["told"]])]


def sequence_lines(sequence: Mapping[str, Any]) -> list[str]:
    """Returns a line on what a sequence's paths share, if anything, and a line for each path."""
    found = [
        f"{path['name']}  {place_text(path)}"
        f"{': ' if path['briefly'] else ''}{', '.join(path['briefly'])}{not_alone(path)}"
        for path in described(sequence)
    ]
    if shared := shared_text(sequence):
        found.insert(0, shared)
    return found + [f"{name}  {text}" for name, text in others_briefly(sequence)]


def others_briefly(sequence: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Returns the name and a brief description of each path after the first MOST_TOLD paths.

    A description has a path's decisions, but no lines if there are decisions. The list is empty if
    the sequence is negligible.
    """
    named = [] if is_negligible(sequence) else sequence["named"][MOST_TOLD:]
    return [(path["name"], _briefly(path)) for path in named]


def _briefly(path: Mapping[str, Any]) -> str:
    if not path["briefly"]:
        return f"{place_text(path)}{not_alone(path)}"
    begins = f"{path['begins']}, " if path["begins"] else ""
    return f"{begins}{', '.join(path['briefly'])}"
