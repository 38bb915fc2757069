"""Names what ran in a JVM, in words that the user understands."""

import re
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath

from kpath_jvm.profile.names import printable
from kpath_jvm.records.recording import RecordingRecord

_MOST_CHARACTERS = 60
_MOST_IN_A_FILE_NAME = 50
_UNKNOWN = "unknown program"


def jvm_name(agent: RecordingRecord) -> str:
    """Returns a name for what a JVM ran: a main class, a jar, or words for a known launcher.

    The name is safe to show. The jar of a known launcher may only stand for a class path, as a test
    runner's jar in a temporary directory does. So the words for a known launcher follow from its
    main class, and its arguments or its module's directory are added: "surefire fork of core".
    """
    main, _, arguments = _split(agent)
    main_class = agent.main_class or main.rpartition("/")[2]
    known = _LAUNCHERS.get(main_class)
    if known is not None:
        text = known(arguments, _module(agent, main))
    elif agent.main_class is not None:
        text = f"{PurePosixPath(main).name} ({agent.main_class})"
    else:
        text = PurePosixPath(main).name if main.endswith(".jar") else main_class
    return _short(printable(text)) or _UNKNOWN


def file_stem(name: str) -> str:
    """Returns a JVM's name in a form that can be part of a file name."""
    stem = re.sub(r"[^A-Za-z0-9._-]+", "-", name).strip("-.")[:_MOST_IN_A_FILE_NAME]
    return stem.strip("-.") or "jvm"


def _split(agent: RecordingRecord) -> tuple[str, str, str]:
    """Returns main class or jar, separator and arguments; a jar's path may have spaces."""
    text = agent.main or ""
    at = text.find(".jar") if agent.main_class is not None else -1
    if at >= 0 and text[at + 4 : at + 5] in ("", " "):
        return text[: at + 4], " ", text[at + 5 :]
    return text.partition(" ")


def _module(agent: RecordingRecord, main: str) -> str:
    """Returns the directory name of the module that a build tool has started the JVM for."""
    module, is_built, _ = main.rpartition("/target/")
    if is_built:
        return PurePosixPath(module).name
    return PurePosixPath(agent.directory or "").name or "an unknown module"


def _short(text: str) -> str:
    return text if len(text) <= _MOST_CHARACTERS else f"{text[: _MOST_CHARACTERS - 2]} …"


def _gradle_worker(arguments: str, module: str) -> str:
    return f"{arguments.strip(chr(39)) or 'Gradle worker'} of {module}"


#: Readable names for known main classes; each function gets the arguments and the module.
_LAUNCHERS: Mapping[str, Callable[[str, str], str]] = {
    "org.apache.maven.surefire.booter.ForkedBooter": lambda _, module: f"surefire fork of {module}",
    "org.codehaus.plexus.classworlds.launcher.Launcher": lambda arguments, _: f"mvn {arguments}",
    "org.gradle.wrapper.GradleWrapperMain": lambda arguments, _: f"gradlew {arguments}",
    "org.gradle.launcher.GradleMain": lambda arguments, _: f"gradle {arguments}",
    "org.gradle.launcher.daemon.bootstrap.GradleDaemon": lambda *_: "Gradle daemon",
    "worker.org.gradle.process.internal.worker.GradleWorkerMain": _gradle_worker,
}
