"""The keys of ``check --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys
from kpath_jvm.reports.documents.shared import FailedGates, GateKeys, WorthKeys, WrongGates


class CheckKeys(Keys):
    """Whether a profile keeps the rules."""

    profile: Annotated[str, "The profile's directory."]
    title: Annotated[str, "What was run, for people."]
    verdict: str
    completeness: WorthKeys
    notes: Annotated[
        list[str],
        "What limits the figures: that the profile adds up profiles that count different things, "
        "or that the program ended with another status than 0, or by a signal.",
    ]
    failed: FailedGates
    wrong: WrongGates
    gates: Annotated[
        list[GateKeys],
        "A gate for the profile if it isn't exact, then the rules in the file's order.",
    ]
