"""A profile for tests of `advise`, with loops that behave in different ways."""

from pathlib import Path

from builders.methods import figure_3
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm.profile.writer import write_profile

# Path numbers in the do-while loop of the k-BLPP paper's Fig. 3. An iteration is even or odd, and
# goes back to the loop's start or leaves the loop.
FIRST_EVEN, FIRST_ODD = 6, 4
EVEN, ODD, EVEN_OUT, ODD_OUT = 2, 0, 3, 1


def advisable_profile(directory: Path, k: int = 8, *, escapes: int = 0, **run: object) -> Path:
    """Writes the profile into ``directory`` and returns its path.

    Each method also has ``escapes`` activations that an exception ended in their first path.
    """
    builder = RecordingBuilder(k=k)
    # Even and odd iterations alternate. The whole loop is on one source line.
    lines = [[(0, 8), (2, 9)], [(4, 9)], [(9, 9)], [(15, 9)], [(21, 9)], [(28, 10)]]
    offsets = [(0, 3), (4, 8), (9, 14), (15, 20), (21, 27), (28, 28)]
    blocks = [(*pair, own) for pair, own in zip(offsets, lines, strict=True)]
    turns = builder.add(figure_3(class_name="demo/Figure3", name="run", blocks=blocks))
    builder.stream(turns, (FIRST_EVEN, *(ODD, EVEN) * 11, ODD_OUT), times=300)
    # In each activation, all six iterations are even or all six are odd.
    steady = builder.add(figure_3(class_name="demo/Steady", name="run"))
    builder.stream(steady, (FIRST_EVEN, *[EVEN] * 4, EVEN_OUT), times=700)
    builder.stream(steady, (FIRST_ODD, *[ODD] * 4, ODD_OUT), times=500)
    # The first iteration is always odd; the others hardly ever are.
    peeled = builder.add(figure_3(class_name="demo/Peeled", name="run"))
    builder.stream(peeled, (FIRST_ODD, *[EVEN] * 6, EVEN_OUT), times=1_150)
    builder.stream(peeled, (FIRST_ODD, EVEN, ODD, EVEN, EVEN_OUT), times=50)
    # After an odd iteration, an even one always follows. After an even one, either kind may follow.
    follows = builder.add(figure_3(class_name="demo/Follows", name="run"))
    builder.stream(follows, (FIRST_ODD, EVEN, EVEN, ODD, EVEN, EVEN_OUT), times=500)
    builder.stream(follows, (FIRST_EVEN, EVEN, ODD, EVEN, ODD, EVEN_OUT), times=400)
    # This loop runs too rarely for any advice.
    rare = builder.add(figure_3(class_name="demo/Rare", name="run"))
    builder.stream(rare, (FIRST_EVEN, EVEN, ODD_OUT), times=20)
    for method, entries in zip(builder.methods, (300, 1_200, 1_200, 900, 20), strict=True):
        builder.auxiliary(method, entries=entries + escapes, escapes=escapes)
    target = directory / "advisable.kpath"
    write_profile(target, builder.build(directory), demo_run(**run))
    return target
