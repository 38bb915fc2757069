"""Errors that end a command with a message of one or a few lines."""

from collections.abc import Sequence


class KpathError(Exception):
    """An error in the input or the environment, with a one-line message and an exit status.

    The line says what is wrong, quotes the wrong value, and says what to do about it.

    The command line prints ``kpath-jvm: <message>`` on stderr, without a traceback. It exits with
    ``exit_status``: 125 if kpath-jvm can't do its part in running a program, otherwise 2. No error
    has the status 1, with which verbs such as ``check`` answer "no" (docs/reference/statuses.md).
    """

    def __init__(self, message: str, exit_status: int = 2) -> None:
        super().__init__(message)
        self.exit_status = exit_status
        #: The lines to print.
        self.messages: tuple[str, ...] = (message,)

    def add(self, end: str) -> None:
        """Adds words to the end of the message."""
        self.args = (f"{self}{end}",)
        self.messages = (*self.messages[:-1], f"{self.messages[-1]}{end}")


class SeveralWrongError(KpathError):
    """Several things are wrong at once; each of the ``messages`` describes one."""

    def __init__(self, messages: Sequence[str], exit_status: int = 2) -> None:
        super().__init__("; ".join(messages), exit_status)
        self.messages = tuple(messages)


class GivenUpError(KpathError):
    """The work was given up before it was finished."""


class TakenError(KpathError):
    """A file or directory can't be written, because it exists and mustn't be replaced."""
