"""Starts the one JVM of this process, and ends the process safely."""

import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import jpype
import jpype.config

from kpath_jvm.engine.class_archive import ClassArchive
from kpath_jvm.errors import KpathError

# From this version of Java on, undeclared use of JNI prints a warning (JEP 472).
_NATIVE_ACCESS_VERSION = 24
_YOUNG_BYTES = 32 << 20
# The memory that isn't for tables: buffers for reading the streams, and the JVM's own objects.
_OTHER_BYTES = 64 << 20
# The thresholds of HotSpot's optimising compiler are multiplied by _LATER_OPTIMISED. With the usual
# thresholds, and programs of a few seconds, the compiler took three times as long as the engine's
# own work (docs/evidence/speed.md).
_LATER_OPTIMISED = 100
_THRESHOLDS = {
    "Tier4InvocationThreshold": 5000,
    "Tier4MinInvocationThreshold": 600,
    "Tier4CompileThreshold": 15_000,
    "Tier4BackEdgeThreshold": 40_000,
}
# Options in the environment are meant for the target. In the engine's JVM, they would be announced
# on our stderr, which is also the target's stderr, or they would prevent the JVM's start.
_OPTION_VARIABLES = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")
#: The functions that are called at the end of this process, if its JVM was started.
_at_end: list[Callable[[], None]] = []


def start_jvm(
    library: Path,
    feature_version: int,
    class_path: Sequence[Path],
    memory_bytes: int,
    more_options: Sequence[str] | None = None,
) -> None:
    """Starts the JVM, unless it was started before: a process can have only one.

    ``library`` is a libjvm.so, and ``feature_version`` is its Java version (17 or later).
    ``memory_bytes`` is the engine's memory, from which the heap's size is computed. With
    ``more_options``, the JVM doesn't use the archive of its classes, and ``end_process`` makes no
    archive. Raises KpathError when the JVM can't be started.
    """
    if jpype.isJVMStarted():
        return
    if more_options is None:
        archive = ClassArchive.of_user(library, class_path)
        _at_end.append(lambda: archive.make_if_missing(library, feature_version))
        more_options = archive.options()
    options = [
        # Python handles signals, because the JVM must not exit on Ctrl-C before a profile is
        # written.
        "-Xrs",
        # With -Xrs, the JVM would listen for agents from its start, at a socket /tmp/.java_pidN (N
        # is the process id). The socket's file would remain when our process ends or is killed.
        # Nothing needs to attach to our JVM.
        "-XX:+DisableAttachMechanism",
        # The engine has a few large arrays that live long, for which a concurrent collector is
        # useless.
        "-XX:+UseSerialGC",
        f"-Xmx{memory_bytes + _YOUNG_BYTES + _OTHER_BYTES}",
        # The engine's arrays are in the old generation, which gets the rest of the heap.
        f"-Xmn{_YOUNG_BYTES}",
        "-XX:-UsePerfData",
        # The JVM's own warnings would appear on stdout, which is also the target's.
        "-Xlog:disable",
        *more_options,
        *(f"-XX:{name}={_LATER_OPTIMISED * usual}" for name, usual in _THRESHOLDS.items()),
    ]
    if feature_version >= _NATIVE_ACCESS_VERSION:
        options.append("--enable-native-access=ALL-UNNAMED")
    # With this setting, the process just ends when Python exits, even if a Java thread still runs.
    jpype.config.destroy_jvm = False
    try:
        with _without_options_of_others():
            jpype.startJVM(
                str(library),
                *options,
                classpath=[str(path) for path in class_path],
                convertStrings=True,
                interrupt=False,
            )
    except (RuntimeError, OSError) as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise KpathError(
            f"cannot start the engine's JVM {library}: {reason}; try another --java-home", 125
        ) from None
    # Whenever the JVM collects garbage, JPype makes Python collect garbage, too. Without freeze(),
    # the objects that exist now, mainly imported modules, would be visited each time. That took
    # half a CPU while a program was recorded.
    gc.freeze()


def end_process(status: int) -> None:
    """Writes buffered output and ends the process, if the JVM was started.

    A normal exit of Python isn't safe. JPype's thread releases objects that Java has collected, and
    may call into Python while Python shuts down. Python would end this thread within C++ code,
    which would abort the process.
    """
    if not jpype.isJVMStarted():
        return
    for stream in (sys.stdout, sys.stderr):
        # Nobody is left to whom an error could be reported.
        with suppress(OSError, ValueError):
            stream.flush()
    for act in _at_end:
        act()
    os._exit(status)


@contextmanager
def _without_options_of_others() -> Iterator[None]:
    kept = {name: os.environ.pop(name) for name in _OPTION_VARIABLES if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(kept)
