"""Errors that end a command with one line."""


class KpathError(Exception):
    """Bad input or a failed environment: a message of one line and an exit status.

    The line says what is wrong, with the value, and what to do about it.

    The command line prints ``kpath-jvm: <message>`` on stderr, without a traceback, and exits with
    ``exit_status``: 125 for our own failures around a target, otherwise 2. An error's status is
    never 1, because 1 is an answer: no (docs/reference/statuses.md).
    """

    def __init__(self, message: str, exit_status: int = 2) -> None:
        super().__init__(message)
        self.exit_status = exit_status


class GivenUpError(KpathError):
    """Whoever waited for the work has given up."""


class TakenError(KpathError):
    """The name of something that is to be written is taken, and nothing may be replaced."""
