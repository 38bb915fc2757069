"""A scanner with an inner loop that looks ahead and so decides the outer loop's next iteration.

Each iteration of the outer loop takes a comma, a semicolon, or a word's first character. The inner
loop skips the word's other characters, and ends at the comma or semicolon after the word. The outer
loop takes this comma or semicolon next.
"""

from pathlib import Path
from random import Random

from builders.walks import Program, walked_profile
from kpath_jvm import Profile

#: The blocks of the outer loop's branches: is the character a comma, and is it a semicolon?
COMMA, SEMICOLON = 2, 3
#: The blocks of the inner loop's branches: is the next character a comma, and is it a semicolon?
NEXT_COMMA, NEXT_SEMICOLON = 4, 5
#: The headers of the outer and of the inner loop.
OUTER, INNER = 1, 4

_SUCCESSORS = [[1], [2, 8], [7, 3], [7, 4], [7, 5], [7, 6], [4], [1], []]


def words(seed: int, count: int, longest: int) -> list[tuple[int, bool]]:
    """Returns random words: for each, its length (at least 1) and whether a comma comes after it.

    A semicolon comes after all other words. A comma is more likely after a shorter word.
    """
    rng = Random(seed)
    lengths = [rng.randint(1, longest) for _ in range(count)]
    return [(length, rng.random() < 0.9 - 0.7 * length / longest) for length in lengths]


def scanned_profile(directory: Path, k: int, text: list[tuple[int, bool]]) -> Profile:
    """Returns the profile of one activation that scans a text made by ``words``."""
    program = Program(Random(0), [list(ways) for ways in _SUCCESSORS])
    assert sorted(program.back_edges) == [(6, INNER), (7, OUTER)]
    walk = [0]
    for length, is_comma in text:
        walk += [1, 2, 3, *[4, 5, 6] * (length - 1), 4, *([] if is_comma else [5]), 7]
        walk += [1, 2, 7] if is_comma else [1, 2, 3, 7]
    directory.mkdir(exist_ok=True)
    return walked_profile(directory, program, "back-edge", k, [[*walk, 1, 8]])
