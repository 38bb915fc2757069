"""Records a program that consists of one class, given as source text."""

from pathlib import Path

import kpath_command
from oracle.harness import compile_java


def recorded(
    directory: Path, name: str, class_name: str, source: str, *arguments: str, k: int = 2
) -> Path:
    """Compiles a program into ``directory/name``, records a run, and returns the profile's path."""
    classes = directory / name
    classes.mkdir()
    (classes / f"{class_name}.java").write_text(source)
    compile_java([classes / f"{class_name}.java"], classes)
    profile = directory / f"{name}.kpath"
    kpath_command.run(
        "run", "-k", f"{k}", "-o", str(profile),
        "--", "java", "-cp", str(classes), class_name, *arguments, directory=directory,
    )  # fmt: skip
    return profile
