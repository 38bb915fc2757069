"""The sizes up to which a JVM inlines methods are read from the running JVM."""

from pathlib import Path

import kpath_command as kpath
from builders.turns import on_every_jdk

NAMES = ("max-inline-size", "freq-inline-size")


def limits(home: Path, classes: str, directory: Path, *words: str) -> tuple[object, ...]:
    """Returns the limits that a program was recorded with.

    ``words`` are options of `run`, which begin with two hyphens, or of the JVM.
    """
    ours = [word for word in words if word.startswith("--")]
    flags = [word for word in words if word not in ours]
    java = (str(home / "bin" / "java"), *flags, "-cp", classes, "Behaviours", "exit", "0")
    done = kpath.run(
        "run", "-q", "--no-report", "--force", "-o", "p.kpath", *ours, "--", *java,
        directory=directory,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    told = kpath.run_json(directory / "p.kpath")["options"]
    return tuple(told[name] for name in NAMES)


@on_every_jdk
def test_limits_come_from_the_jvms_flags_unless_run_sets_them(
    home: Path, classes: str, tmp_path: Path
) -> None:
    assert limits(home, classes, tmp_path) == (35, 325)
    flags = ("-XX:MaxInlineSize=7", "-XX:FreqInlineSize=90")
    assert limits(home, classes, tmp_path, *flags) == (7, 90)
    assert limits(home, classes, tmp_path, "--freq-inline-size=60", *flags) == (7, 60)
