"""Loads the agent into a running JVM with the JDK's own module jdk.attach."""

import re
from pathlib import Path

import jpype

from kpath_jvm.engine.bridge import in_background
from kpath_jvm.errors import KpathError

# Older JVMs take arguments of at most this many characters, so no JVM gets longer ones. An argument
# consists of the jar, `=` and the options.
_MOST_CHARACTERS = 1000
#: The class name that precedes an exception's message.
_EXCEPTION = re.compile(r"^(?:[\w$]+\.)+[\w$]+: ")


def load_agent(pid: int, jar: Path, options: str) -> None:
    """Makes a process's JVM run the agent's method ``agentmain``, and waits until it returns.

    The engine's JVM must have been started. Raises KpathError (exit status 125) when the agent
    can't be loaded. The agent's own messages are in the agent's log.
    """
    if len(f"{jar}={options}") > _MOST_CHARACTERS:
        raise KpathError(
            f"the agent's options have {len(options)} characters, and a running JVM takes at most "
            f"{_MOST_CHARACTERS - len(str(jar)) - 1}; give fewer patterns",
            125,
        )
    try:
        machine = jpype.JClass("com.sun.tools.attach.VirtualMachine")
    except TypeError:
        raise KpathError(
            "cannot attach: the engine's JDK lacks the module jdk.attach; pass a full JDK with "
            "--java-home",
            125,
        ) from None

    def load() -> None:
        jvm = machine.attach(str(pid))
        try:
            jvm.loadAgent(str(jar), options)
        finally:
            jvm.detach()

    try:
        in_background(load)
    except KpathError as error:
        reason = _EXCEPTION.sub("", str(error).removeprefix("the engine failed: "))
        raise KpathError(
            f"cannot attach to process {pid}: {reason}; is it alive, and was it started without "
            "-XX:+DisableAttachMechanism?",
            125,
        ) from None
