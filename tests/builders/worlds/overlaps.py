"""Finds the overlapping paths of a run from builders.worlds.enumerated, by their definition."""

from collections import Counter

from builders.worlds.enumerated import A, B, C, D, E, World

#: The path's number, the blocks of its extension, and how the extension ends.
Overlap = tuple[int, tuple[int, ...], str]


def overlaps(world: World, degree: int) -> Counter[Overlap]:
    """Counts the overlapping paths of a degree. The predicates are B (a branch) and E (a latch)."""
    found: Counter[Overlap] = Counter()
    for one in world:
        ways = [(B, C if letter == "C" else D, E) for letter in one.iterations]
        ways += [one.left] if one.left else []
        for at, (number, way) in enumerate(zip(one.paths, ways[1:], strict=False), start=1):
            # If an exception ended this iteration, the last block of the iteration wasn't passed.
            passed = way[:-1] if at == len(one.iterations) else way
            predicates = [place for place, block in enumerate(passed) if block in (B, E)]
            if len(predicates) > degree:
                end = predicates[degree]
                found[number, way[: end + 1], "predicate"] += 1
            elif at == len(one.iterations):
                found[number, (), "open"] += 1
            else:
                found[number, way, "end"] += 1
    return found


def path_and_extension(overlap: Overlap) -> tuple[int, ...]:
    """Returns the blocks of an overlapping path."""
    number, extension, _ = overlap
    path = (*((A,) if number >= 4 else ()), B, C if number in (2, 6) else D, E)
    return (*path, *extension)


def end_of(overlap: Overlap) -> str:
    """Returns the end of an overlapping path as the table of extended paths spells it."""
    _, extension, end = overlap
    return end if end == "open" else f"{end} {extension[-1]}"
