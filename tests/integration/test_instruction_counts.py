"""Each block has as many instructions as javap lists for it."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm import Profile
from oracle.targets import all_targets, compiled

TARGETS = ("CaughtInLoop", "Constructors", "ManyPaths", "Monitors", "Switches")
METHOD = re.compile(r"^  (?! )(?:.* )?([\w$<>.]+)\(.*\).*;$|^  static \{\};$")
INSTRUCTION = re.compile(r"^ +(\d+): [a-z]")


def offsets_by_javap(classes: Path, class_name: str) -> Iterator[tuple[str, str, list[int]]]:
    """Yields the name, descriptor and instruction offsets of each method of a class."""
    words = ["javap", "-c", "-s", "-p", "-cp", str(classes), class_name]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    name, descriptor, offsets = "", "", list[int]()
    for line in [*text.splitlines(), "}"]:
        if line == "}" or METHOD.match(line):
            if offsets:
                yield name, descriptor, offsets
            found = METHOD.match(line)
            name, offsets = (found[1] if found else None) or "<clinit>", []
            # javap shows a constructor under its class's name.
            name = "<init>" if name == class_name.replace("/", ".") else name
        elif "descriptor: " in line:
            descriptor = line.partition("descriptor: ")[2]
        elif found := INSTRUCTION.match(line):
            offsets.append(int(found[1]))


@pytest.mark.parametrize("name", TARGETS)
def test_instruction_counts_are_those_of_javap(name: str, tmp_path: Path) -> None:
    kpath.ensure_jars()
    program = compiled(next(target for target in all_targets() if target.name == name))
    target = ("--", "java", "-cp", str(program.classes), program.main)
    kpath.run("run", "--no-report", "-o", "p.kpath", *target, directory=tmp_path)
    profile = Profile.open(tmp_path / "p.kpath")
    blocks = 0
    for class_name, methods in profile.methods.groupby("class"):
        listed = {
            (name, descriptor): offsets
            for name, descriptor, offsets in offsets_by_javap(program.classes, str(class_name))
        }
        for row in methods.itertuples():
            code = profile.code(row.method)
            offsets = listed[row.name, row.descriptor]
            for (first, last), count in zip(code.offsets, code.instructions, strict=True):
                assert {first, last} <= {*offsets}
                assert count == sum(first <= offset <= last for offset in offsets)
                blocks += 1
    assert blocks > 10
