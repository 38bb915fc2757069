"""The keys of ``check --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import FailedGates, GateKeys, WorthKeys, WrongGates


class CheckKeys(Keys):
    """Whether a profile keeps the rules that `check` was given."""

    profile: Annotated[str, "The profile's directory."]
    title: Annotated[str, "What was run, in words."]
    verdict: str
    completeness: WorthKeys
    not_counted: Annotated[str, "In words: which code wasn't recorded."]
    notes: Annotated[
        list[str],
        "Notes on what limits the figures or the rules: the profile adds up profiles that count "
        "different things, the program ended with a status other than 0 or by a signal, or "
        "variables in conditions have no names.",
    ]
    failed: FailedGates
    wrong: WrongGates
    gates: Annotated[
        list[GateKeys],
        "A gate for the profile if it isn't exact, then the rules in the file's order.",
    ]
