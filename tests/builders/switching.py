"""The source of a method that switches over strings, and a profile of the compiled method."""

from collections.abc import Sequence
from pathlib import Path

from builders.methods import MethodSpec
from builders.recordings import RecordingBuilder, demo_run
from kpath_jvm import Profile
from kpath_jvm.profile.writer import write_profile

_SOURCE = """package demo;
class Words {
void kind(String word) {
switch (word) {
case "1": one(); break;
case "a": case "b": two(); break;
default: other();
}
}
}
"""
#: How often the method was called with "1", "a", "b" and other strings.
CALLS = {"1": 2, "a": 3, "b": 1, "other": 4}


def switching_profile(directory: Path, labels: Sequence[str] = ()) -> Profile:
    """Writes the profile, and the source below ``src``.

    javac has given the labels "1", "a" and "b" the numbers 0, 1 and 2. ``labels`` has these labels
    if the agent found them in the class file.
    """
    word = "local 1" if labels else "word"
    spec = MethodSpec(
        class_name="demo/Words", name="kind", descriptor="(Ljava/lang/String;)V",
        blocks=[(0, 3, [(0, 4)]), *((4 * at, 4 * at + 3, [(4 * at, 4)]) for at in range(1, 8)),
                (32, 35, [(32, 5)]), (36, 39, [(36, 6)]), (40, 43, [(40, 7)])],
        edges=[(0, 1, 0), (0, 3, 6), (0, 5, 12), (0, 7, 18),
               (1, 2, 0), (1, 7, 3), (2, 7, 0), (3, 4, 0), (3, 7, 3), (4, 7, 0),
               (5, 6, 0), (5, 7, 3), (6, 7, 0), (7, 8, 0), (7, 9, 1), (7, 10, 2)],
        starts=[("entry", 0, 0)],
        ends=[("exit", 8, 0), ("exit", 9, 0), ("exit", 10, 0)],
        paths=21,
        decisions=[(0, "switch", "I", [f"{word}.hashCode()"], [49, 97, 98], [1, 3, 5, 7]),
                   (1, "true", "Z", [f'{word}.equals("1")'], [1, 0], [2, 7]),
                   (3, "true", "Z", [f'{word}.equals("a")'], [1, 0], [4, 7]),
                   (5, "true", "Z", [f'{word}.equals("b")'], [1, 0], [6, 7]),
                   (7, "switch", "I", ["local 2"], [0, 1, 2], [8, 9, 9, 10], [*labels], "")],
    )  # fmt: skip
    builder = RecordingBuilder()
    builder.add(spec)
    for path, calls in zip((0, 7, 13, 20), CALLS.values(), strict=True):
        builder.count(spec, path, calls)
    builder.auxiliary(spec, entries=sum(CALLS.values()))
    write_profile(directory / "words.kpath", builder.build(directory), demo_run())
    (directory / "src/demo").mkdir(parents=True)
    (directory / "src/demo/Words.java").write_text(_SOURCE)
    return Profile.open(directory / "words.kpath")
