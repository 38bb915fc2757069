"""Records programs of one class, given as its source."""

from pathlib import Path

import kpath_command
from oracle.harness import compile_java


def recorded(
    directory: Path, name: str, class_name: str, source: str, *arguments: str, k: int = 2
) -> Path:
    """Returns the profile ``NAME.kpath`` of a run; the class files are in ``directory/name``."""
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
