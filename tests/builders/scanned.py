"""A scanner whose inner loop looks ahead, so that it decides the outer loop's next iteration.

Each iteration of the outer loop takes a comma, a semicolon, or a word's first character. In a word,
the inner loop skips the other characters. It is left at the comma or semicolon behind the word,
which is the outer loop's next character.
"""

from pathlib import Path
from random import Random

from builders.walks import Program, walked_profile
from kpath_jvm import Profile

#: The blocks of branches. In the outer loop: is the character a comma, is it a semicolon?
COMMA, SEMICOLON = 2, 3
#: The same questions about the next character, in the inner loop.
NEXT_COMMA, NEXT_SEMICOLON = 4, 5
#: The headers of the outer and of the inner loop.
OUTER, INNER = 1, 4

_SUCCESSORS = [[1], [2, 8], [7, 3], [7, 4], [7, 5], [7, 6], [4], [1], []]


def words(seed: int, count: int, longest: int) -> list[tuple[int, bool]]:
    """Returns random words: for each, its length (at least 1) and whether a comma comes after it.

    Shorter words are more often followed by a comma.
    """
    rng = Random(seed)
    lengths = [rng.randint(1, longest) for _ in range(count)]
    return [(length, rng.random() < 0.9 - 0.7 * length / longest) for length in lengths]


def scanned_profile(directory: Path, k: int, text: list[tuple[int, bool]]) -> Profile:
    """Returns the profile of one activation that scans a text of ``words``."""
    program = Program(Random(0), [list(ways) for ways in _SUCCESSORS])
    assert sorted(program.back_edges) == [(6, INNER), (7, OUTER)]
    walk = [0]
    for length, is_comma in text:
        walk += [1, 2, 3, *[4, 5, 6] * (length - 1), 4, *([] if is_comma else [5]), 7]
        walk += [1, 2, 7] if is_comma else [1, 2, 3, 7]
    directory.mkdir(exist_ok=True)
    return walked_profile(directory, program, "back-edge", k, [[*walk, 1, 8]])
