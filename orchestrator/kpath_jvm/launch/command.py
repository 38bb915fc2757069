"""Makes the target's command by adding the agent to the user's command, and reads java commands."""

import shlex
import shutil
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.launch.jdk import MIN_TARGET_VERSION, OPTION_VARIABLES, Jdk, of_launcher
from kpath_jvm.records.java_command import NAMING, WITH_VALUE, is_java, program_at

_MANAGER = "-Djava.security.manager"
# A JVM that is told to write an archive of class data refuses every agent, and doesn't start.
_ARCHIVE_WRITERS = ("-XX:ArchiveClassesAtExit=", "-Xshare:dump")
_ARCHIVE_AUTOMATIC = "-XX:+AutoCreateSharedArchive"
_ARCHIVE_FILE = "-XX:SharedArchiveFile"
#: The options with which the agent does nothing until a second agent is attached.
DORMANT = "dormant"


def resolve_java(command: Sequence[str], java_home: Path | None = None) -> Path:
    """Returns the launcher that ``command`` names.

    For a bare ``java``, this is the launcher of ``java_home`` or, without ``java_home``, of the
    PATH. A launcher that is given by its path is returned as it is. Raises KpathError when the
    command isn't a ``java`` or doesn't exist.
    """
    name = command[0]
    if not is_java(name):
        raise KpathError(
            f"the command must start with java, and {name!r} is something else; write "
            "`kpath-jvm run -- java ...`, or pass --follow-children for the JVMs that it starts",
            125,
        )
    if "/" not in name and java_home is not None:
        return java_home / "bin" / "java"
    found = shutil.which(name)
    if found is None:
        raise KpathError(
            f"no {name} to run: it is not on the PATH or not executable; "
            "install a JDK 17 or newer, or pass --java-home",
            125,
        )
    return Path(found)


def require_target(java: Path) -> Jdk:
    """Returns the target's JDK. Raises KpathError when the agent can't run in it."""
    jdk = of_launcher(java)
    if 0 < jdk.feature_version < MIN_TARGET_VERSION:
        raise KpathError(
            f"{java} is Java {jdk.version}, too old for the agent; "
            f"use Java {MIN_TARGET_VERSION} or newer (--java-home)",
            125,
        )
    if not jdk.has_instrument:
        raise KpathError(
            f"{java} lacks the module java.instrument, so it cannot load agents; "
            "use a full JDK (--java-home)",
            125,
        )
    return jdk


def with_agent(command: Sequence[str], java: Path, agent_jar: Path, options: str) -> list[str]:
    """Returns ``command`` with the launcher ``java``, and with the agent as its first option."""
    return [str(java), _agent_argument(agent_jar, options), *command[1:]]


def tool_options(agent_jar: Path, options: str, inherited: str | None) -> str:
    """Returns the inherited value of JAVA_TOOL_OPTIONS, with the agent appended."""
    argument = _agent_argument(agent_jar, options)
    if any(character.isspace() for character in argument) or "'" in argument or '"' in argument:
        if '"' in argument:
            raise KpathError(
                f"JAVA_TOOL_OPTIONS cannot hold a path with a quotation mark: {agent_jar}; "
                "install kpath-jvm elsewhere",
                125,
            )
        argument = f'"{argument}"'
    return f"{inherited} {argument}" if inherited else argument


def _agent_argument(agent_jar: Path, options: str) -> str:
    if "=" in str(agent_jar):
        raise KpathError(
            f"the JVM cannot load an agent from a path with '=' in it: {agent_jar}; "
            "install kpath-jvm elsewhere",
            125,
        )
    return f"-javaagent:{agent_jar}={options}"


def native_command(command: Sequence[str], program: Path) -> list[str]:
    """Returns ``command`` without the agent; ``program``, the launcher, replaces its ``java``."""
    return [str(program) if is_java(command[0]) else command[0], *command[1:]]


def resolve_command(command: Sequence[str], java_home: Path | None = None) -> Path:
    """Returns the program that a command names.

    Raises KpathError when the program can't be run, or is an unsuitable java.
    """
    name = command[0]
    if is_java(name):
        java = resolve_java(command, java_home)
        require_target(java)
        return java
    found = shutil.which(name)
    if found is None:
        raise KpathError(
            f"no {name} to run: it is not on the PATH or not executable; correct the command", 125
        )
    return Path(found)


def program_name(command: Sequence[str]) -> str:
    """Returns a short name for what a command runs.

    The name is that of the main class, without its package, or that of the jar, source file or
    other program, without its extension.
    """
    main = main_word(command)
    if main.endswith((".jar", ".java")):
        return Path(main).stem
    return Path(main).stem if not is_java(command[0]) else _simple_name(main)


def main_word(command: Sequence[str]) -> str:
    """Returns what a java command runs: its main class, or the name of its jar or source file.

    The main class of a module is given without the module. The result is "java" if the command
    names none of these, and the command's own name if the command isn't java.
    """
    if not is_java(command[0]):
        return Path(command[0]).name or "command"
    word, name, *_ = [*command[program_at(command) :], "java", "java"]
    if word == "-jar":
        return Path(name).name or "java"
    if word in NAMING:
        return _class_of(name)
    if word.startswith("--module="):
        return _class_of(word.partition("=")[2])
    return Path(word).name if word.endswith(".java") else word


def jvm_options(command: Sequence[str]) -> list[str]:
    """Returns the JVM's options in a java command, which come before its main class or jar.

    Options whose value is a separate argument are omitted. For a command that isn't java, the list
    is empty.
    """
    if not is_java(command[0]):
        return []
    options: list[str] = []
    arguments = iter(command[1 : program_at(command)])
    for argument in arguments:
        if argument in WITH_VALUE:
            next(arguments, None)
        else:
            options.append(argument)
    return options


def refuse_archiving(command: Sequence[str], environment: Mapping[str, str]) -> None:
    """Raises KpathError when a command makes the JVM write an archive of classes."""
    options = all_options(command, environment)
    if "-XX:+AllowArchivingWithJavaAgent" in options:
        return
    writers = [option for option in options if option.startswith(_ARCHIVE_WRITERS)]
    pairs = (option.partition("=") for option in options)
    files = [value for name, _, value in pairs if name == _ARCHIVE_FILE]
    if _ARCHIVE_AUTOMATIC in options and files and not Path(files[-1]).exists():
        writers.append(f"{_ARCHIVE_AUTOMATIC} with no archive {files[-1]} yet")
    if writers:
        raise KpathError(
            f"a JVM that writes an archive of classes refuses every agent: {writers[-1]}; "
            "make the archive without kpath-jvm, or leave the option out",
            125,
        )


def why_silent(options: Iterable[str]) -> str | None:
    """Returns why the agent of a JVM with these options is silent, or None if that isn't known.

    A silent agent has neither started nor said why it couldn't. A security manager may keep it from
    writing even its log.
    """
    named = [one for one in options if one.partition("=")[0] == _MANAGER]
    if not named or named[-1].partition("=")[2] in ("disallow", "allow"):
        return None
    return (
        f"a security manager ({named[-1]}) keeps it from its files; grant kpath.jar "
        "java.security.AllPermission in the policy, or leave the option out"
    )


def all_options(command: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Returns the options in a JVM's command and environment, in the order of with_environment."""
    return with_environment(jvm_options(command), environment)


def with_environment(options: Sequence[str], environment: Mapping[str, str]) -> list[str]:
    """Returns the options on a JVM's command line and in its environment.

    They are in the order in which the JVM reads them. If an option occurs twice, the later one
    counts.
    """
    *before, last = (_words_in(environment.get(name, "")) for name in OPTION_VARIABLES)
    return [*chain(*before), *options, *last]


def _words_in(value: str) -> list[str]:
    """Returns the options in a variable's value, as the JVM and its launcher find them.

    Blanks separate options, except between quotation marks. A backslash has no special meaning.
    """
    words = shlex.shlex(value, posix=True, punctuation_chars=False)
    words.whitespace = " \t\n\v\f\r"
    words.whitespace_split = True
    words.commenters = words.escape = ""
    try:
        return list(words)
    except ValueError:
        # A quotation mark isn't closed; the JVM itself reports that.
        return []


def _class_of(name: str) -> str:
    """Returns a.b.c.D for module/a.b.c.D."""
    return name.rpartition("/")[2] or "java"


def _simple_name(name: str) -> str:
    """Returns D for a.b.c.D."""
    return name.rpartition("/")[2].rpartition(".")[2] or "java"
