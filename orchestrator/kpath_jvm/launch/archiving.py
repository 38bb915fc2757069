"""Archives of class data: a JVM that is to write one refuses every agent, and doesn't start."""

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.command import jvm_options

_VARIABLES = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS")
_WRITERS = ("-XX:ArchiveClassesAtExit=", "-Xshare:dump")
_AUTOMATIC = "-XX:+AutoCreateSharedArchive"
_FILE = "-XX:SharedArchiveFile="


def refuse_archiving(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """KpathError when the JVM that ``command`` starts would refuse the agent for its archive."""
    options = [*_of_environment(environment), *jvm_options(command)]
    if "-XX:+AllowArchivingWithJavaAgent" in options:
        return
    writers = [option for option in options if option.startswith(_WRITERS)]
    files = [option.removeprefix(_FILE) for option in options if option.startswith(_FILE)]
    if _AUTOMATIC in options and files and not Path(files[-1]).exists():
        writers.append(f"{_AUTOMATIC} with no archive {files[-1]} yet")
    if writers:
        raise KpathError(
            f"a JVM that writes an archive of classes refuses every agent: {writers[-1]}; "
            "make the archive without kpath-jvm, or leave the option out",
            125,
        )


def _of_environment(environment: Mapping[str, str]) -> Iterator[str]:
    for name in _VARIABLES:
        try:
            yield from shlex.split(environment.get(name, ""))
        except ValueError:
            # A quotation mark alone: the JVM has its own line for that.
            continue
