"""Tests how a k-iteration path's number is decoded, and that damaged tables are refused.

The example is from the paper by Roy and Srikant (docs/profilers.md).
"""

import msgspec
import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.recording.iterations import IterationDecoder, Iterations

#: The method of the paper's Fig. 1, with blocks 1 to 6 and the weights of the paper's Table 1
#: (k = 2).
TWO_ITERATIONS = Iterations(
    asked=2,
    longest=2,
    paths=23,
    loops=((2, 2),),
    starts=(("entry", 1, 0), ("loop", 2, 13)),
    edges=(
        (1, 1, 2, 1, 0, 0),
        (2, 1, 3, 1, 0, 0), (2, 1, 4, 1, 6, 1), (2, 2, 3, 2, 0, 0), (2, 2, 4, 2, 2, 0),
        (3, 1, 5, 1, 0, 0), (3, 2, 5, 2, 0, 0),
        (4, 1, 5, 1, 0, 0), (4, 1, 6, 1, 6, 1), (4, 2, 5, 2, 0, 0), (4, 2, 6, 1, 2, 0),
        (5, 1, 2, 2, 0, 0), (5, 1, 6, 1, 5, 0), (5, 2, 6, 1, 0, 0), (5, 2, 2, 0, 1, 0),
    ),
)  # fmt: skip

#: The paths of the paper's Fig. 2, in order.
PATHS = (
    "1-2-3-5-2-3-5-6 1-2-3-5-2-3-5 1-2-3-5-2-4-5-6 1-2-3-5-2-4-5 1-2-3-5-2-4-6 1-2-3-5-6 "
    "1-2-4-5-2-3-5-6 1-2-4-5-2-3-5 1-2-4-5-2-4-5-6 1-2-4-5-2-4-5 1-2-4-5-2-4-6 1-2-4-5-6 1-2-4-6 "
    "2-3-5-2-3-5-6 2-3-5-2-3-5 2-3-5-2-4-5-6 2-3-5-2-4-5 2-3-5-2-4-6 2-4-5-2-3-5-6 2-4-5-2-3-5 "
    "2-4-5-2-4-5-6 2-4-5-2-4-5 2-4-5-2-4-6"
)


def test_paths_are_those_of_figure_2_in_order() -> None:
    """The first iteration of a path that begins after the back edge also ended an older path."""
    decoder = IterationDecoder(TWO_ITERATIONS)
    found = []
    for number in range(TWO_ITERATIONS.paths):
        path = decoder.path(number)
        found.append("-".join(str(block) for part in path.parts for block in part))
        assert path.start == ("entry" if path.parts[0][0] == 1 else "loop")
        assert path.header == (2 if found[-1][-1] == "5" else None)
        assert path.counted == (0 if path.start == "entry" else 1)
    assert found == PATHS.split(" ")


@pytest.mark.parametrize("number", [-1, 23, 99])
def test_a_number_without_a_path_is_refused(number: int) -> None:
    with pytest.raises(KpathError, match=f"no path {number}: there are 23"):
        IterationDecoder(TWO_ITERATIONS).path(number)


def test_a_cycle_is_refused() -> None:
    """A cycle can only come from a damaged file."""
    cyclic = msgspec.structs.replace(TWO_ITERATIONS, edges=((1, 1, 1, 1, 0, 0),))
    with pytest.raises(KpathError, match="no path"):
        IterationDecoder(cyclic).path(0)


def test_without_tables_a_path_has_only_one_iteration() -> None:
    assert Iterations(asked=3, longest=1, reason="huge-method: no room").shortest == 1
    assert TWO_ITERATIONS.shortest == 2
    for damaged in ({"asked": 3, "longest": 2}, {"asked": 0, "longest": 1}):
        with pytest.raises(msgspec.MsgspecError):
            msgspec.convert(damaged, Iterations)


def test_a_start_without_paths_has_the_val_of_the_next_start() -> None:
    """Block 1 returns, and only handler 2 leads back to it, so no path begins after a back edge."""
    decoder = IterationDecoder(
        Iterations(
            asked=2, longest=2, paths=2, loops=((1, 2),),
            starts=(("entry", 0, 0), ("loop", 1, 1), ("handler", 2, 1)),
            edges=((0, 1, 1, 1, 0, 0), (2, 1, 1, 2, 0, 0), (2, 2, 1, 0, 0, 0)),
        )
    )  # fmt: skip
    found = [decoder.path(number) for number in range(2)]
    assert [one.start for one in found] == ["entry", "handler"]
    assert [one.parts for one in found] == [((0, 1),), ((2,), (1,))]
