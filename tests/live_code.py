"""Stops a running JVM and, from outside, reads the instructions in the JVM's memory."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

_TOOL = "sun.jvm.hotspot.tools.jcore"
_BATCH = 300
_INSTRUCTION = re.compile(r"\s*(\d+): ([a-z]\w*)\s*(.*)")
_CASE = re.compile(r"\s*(-?\d+|default): (\d+)")
_CAUGHT = re.compile(r"\s*(\d+)\s+(\d+)\s+(\d+)\s+(Class .*|any)")
_JUMP = re.compile(r"if|goto|jsr")
#: Matches the index of a constant in the constant pool. Such indices are removed from the code.
_POOL = re.compile(r"#\d+")


def code_in_use(home: Path, pid: int, directory: Path, packages: Sequence[str]) -> dict[str, str]:
    """Returns the code that the JVM runs, for each class of some packages.

    The keys are the classes' declarations, such as ``public final class server.Shop``. The code may
    differ from the code that agents are shown.

    The serviceability agent of the process's own JDK reads the code, and omits classes that aren't
    linked yet. Classes with ``Lambda`` in their names are omitted, too.
    """
    command = [
        str(home / "bin" / "java"), "--add-modules", "jdk.hotspot.agent",
        f"-D{_TOOL}.outputDir={directory}", f"-D{_TOOL}.filter={_TOOL}.PackageNameFilter",
        f"-D{_TOOL}.PackageNameFilter.pkgList={','.join(packages)}",
        f"{_TOOL}.ClassDump", str(pid),
    ]  # fmt: skip
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    files = [path for path in directory.rglob("*.class") if "Lambda" not in path.name]
    files = sorted(path for path in files if path.stat().st_size > 0)
    if not files:
        raise OSError(f"nothing was read from the JVM's memory: {done.stdout}{done.stderr}")
    return code_of(home, files)


def code_of(home: Path, files: Sequence[Path]) -> dict[str, str]:
    """Returns the code in class files, by the classes' declarations."""
    found = {}
    for at in range(0, len(files), _BATCH):
        javap = [str(home / "bin" / "javap"), "-c", "-p", *map(str, files[at : at + _BATCH])]
        told = subprocess.run(javap, capture_output=True, text=True, check=False).stdout
        for text in re.split(r"^Compiled from .*\n", told, flags=re.MULTILINE):
            found[text.partition("{")[0].strip()] = plain(text)
    return found


def plain(listing: str) -> str:
    """Returns what `javap -c` prints for a class, without details that HotSpot changes by itself.

    A class that was transformed has more constants, and an instruction that loads a constant may
    take a byte more. So instructions get consecutive numbers instead of offsets.
    """
    parts = re.split(r"(^\s+Code:\n)", listing, flags=re.MULTILINE)
    return "\n".join(line for part in parts for line in _numbered(part.splitlines()))


def _numbered(lines: Sequence[str]) -> Iterator[str]:
    """Yields the lines of a method's code, with numbers of instructions instead of offsets."""
    matches = (_INSTRUCTION.match(line) for line in lines)
    offsets = [match[1] for match in matches if match]
    at = {offset: str(number) for number, offset in enumerate(offsets)}
    end = str(len(offsets))
    for line in lines:
        if match := _INSTRUCTION.match(line):
            operand = _operand(match[2], match[3], at)
            yield f"{at[match[1]]}: {match[2].replace('ldc_w', 'ldc')} {operand}"
        elif match := _CASE.match(line):
            yield f"{match[1]}: {at[match[2]]}"
        elif match := _CAUGHT.match(line):
            places = (at.get(offset, end) for offset in match.groups()[:3])
            yield f"{' '.join(places)} {match[4]}"
        else:
            yield line.strip()


def _operand(name: str, operand: str, at: dict[str, str]) -> str:
    if _JUMP.match(name):
        return at[operand]
    if name == "invokedynamic":
        # The text depends on whether the class is linked.
        return ""
    return " ".join(_POOL.sub("", operand).split())
