"""Builds jars with a defect: one source is changed, and its compiled classes go into the jars."""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path

from oracle.harness import compile_java

REPOSITORY = Path(__file__).resolve().parent.parent.parent
RECORDER_EXPORTS = [
    "--add-exports", "java.base/jdk.internal.misc=ALL-UNNAMED",
    "--add-exports", "java.base/jdk.internal.vm.annotation=ALL-UNNAMED",
]  # fmt: skip


def build_mutant(jars: Path, directory: Path, source: str, find: str, replacement: str) -> Path:
    """Returns a directory with copies of the jars, in which the classes of one source are changed.

    Args:
        jars: the directory of the jars.
        directory: where the copies and the compiler's files go.
        source: the source's path from the repository's root.
        find: the text that is replaced. It must occur exactly once.
        replacement: the text that replaces it.

    Raises:
        AssertionError: If ``find`` doesn't occur exactly once. A defect that can't be seeded any
            more would prove nothing.
    """
    text = (REPOSITORY / source).read_text(encoding="utf-8")
    assert text.count(find) == 1, f"{text.count(find)} times in {source}, not once: {find}"
    classes = _compile(jars, directory, source, text.replace(find, replacement))
    target = directory / "jars"
    shutil.copytree(jars, target)
    changed = [_overlay(jar, target / jar.name, classes) for jar in sorted(jars.glob("*.jar"))]
    assert any(changed), f"no jar has the classes of {source}"
    return target


def _compile(jars: Path, directory: Path, source: str, text: str) -> dict[str, bytes]:
    """Compiles the source and returns its classes by entry name."""
    file = directory / "source" / Path(source).name
    file.parent.mkdir(parents=True)
    file.write_text(_shaded(text), encoding="utf-8")
    out = directory / "classes"
    out.mkdir()
    exports = RECORDER_EXPORTS if source.startswith("agent/runtime/") else []
    class_path = ":".join(str(jar) for jar in sorted(jars.glob("*.jar")))
    # Only the engine is for Java 17. --release would hide the JDK's internal packages that the
    # recorder uses.
    version = "17" if source.startswith("agent/engine/") else "11"
    compile_java(
        [file], out, "-source", version, "-target", version, "-proc:none", "-cp", class_path,
        *exports,
    )  # fmt: skip
    return {str(path.relative_to(out)): path.read_bytes() for path in sorted(out.rglob("*.class"))}


def _shaded(text: str) -> str:
    """Returns the source with ASM's package named as in the agent's jar."""
    return re.sub(r"\borg\.objectweb\.asm\b", "org.kpathjvm.shaded.asm", text)


def _overlay(jar: Path, target: Path, classes: dict[str, bytes]) -> bool:
    """Writes a copy of a jar in which ``classes`` replace the classes with the same names.

    Writes nothing and returns False if the jar has none of these classes.
    """
    with zipfile.ZipFile(jar) as original:
        entries = {info.filename: original.read(info) for info in original.infolist()}
    if not classes.keys() & entries.keys():
        return False
    with zipfile.ZipFile(target, "w") as changed:
        for name, content in {**entries, **classes}.items():
            changed.writestr(name, content)
    return True
