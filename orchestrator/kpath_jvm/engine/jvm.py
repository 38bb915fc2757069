"""The one JVM of this process."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import jpype
import jpype.config

from kpath_jvm.errors import KpathError

# From this version on, JNI that wasn't announced prints a warning.
_NATIVE_ACCESS_VERSION = 22
_YOUNG_BYTES = 32 << 20
# What is no table: buffers of the drains, the JVM's own objects.
_OTHER_BYTES = 64 << 20
# HotSpot's own thresholds of its optimising compiler, for so many times more calls and iterations:
# of a program of seconds it took three times what the engine itself did (docs/evidence/speed.md).
_LATER_OPTIMISED = 100
_THRESHOLDS = {
    "Tier4InvocationThreshold": 5000,
    "Tier4MinInvocationThreshold": 600,
    "Tier4CompileThreshold": 15_000,
    "Tier4BackEdgeThreshold": 40_000,
}
# Options in the environment are the target's: here they would be announced on our stderr, which is
# the target's too, or keep the engine from starting.
_OPTION_VARIABLES = ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS")


def start_jvm(
    library: Path, feature_version: int, class_path: Sequence[Path], memory_bytes: int
) -> None:
    """Starts the JVM; KpathError when that fails. Once in the life of a process.

    ``library`` is a libjvm.so, ``feature_version`` its Java version (17...), ``memory_bytes`` the
    engine's budget, for which the heap must do.
    """
    if jpype.isJVMStarted():
        return
    options = [
        # Signals are Python's: the JVM must not exit on Ctrl-C while a profile is to be written.
        "-Xrs",
        # With -Xrs the JVM listens for agents from its start, at a socket /tmp/.java_pidN; as its
        # process just ends, or is killed, the file would stay, and nobody is to attach to us.
        "-XX:+DisableAttachMechanism",
        # Few, long-lived, large arrays: nothing that a concurrent collector would help.
        "-XX:+UseSerialGC",
        f"-Xmx{memory_bytes + _YOUNG_BYTES + _OTHER_BYTES}",
        # The engine's arrays live in the old generation, which gets all the rest.
        f"-Xmn{_YOUNG_BYTES}",
        "-XX:-UsePerfData",
        *(f"-XX:{name}={_LATER_OPTIMISED * usual}" for name, usual in _THRESHOLDS.items()),
    ]
    if feature_version >= _NATIVE_ACCESS_VERSION:
        options.append("--enable-native-access=ALL-UNNAMED")
    # At Python's exit the process just ends, even while a Java thread still runs.
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


def end_process(status: int) -> None:
    """Ends the process at once if the JVM was started; what is buffered is written before.

    While Python takes itself down, a thread of the JVM that calls back into it (JPype's, which
    releases what Java has collected) would be torn off within C++, and the process be aborted.
    """
    if not jpype.isJVMStarted():
        return
    for stream in (sys.stdout, sys.stderr):
        # Nobody is left who could be told.
        with suppress(OSError, ValueError):
            stream.flush()
    os._exit(status)


@contextmanager
def _without_options_of_others() -> Iterator[None]:
    kept = {name: os.environ.pop(name) for name in _OPTION_VARIABLES if name in os.environ}
    try:
        yield
    finally:
        os.environ.update(kept)
