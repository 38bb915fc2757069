"""Checks rules, for tests that expect every rule to be judged."""

from collections.abc import Sequence

from kpath_jvm import Profile
from kpath_jvm.analysis.gates.rules import Rule, RuleResult, WrongRule, check
from kpath_jvm.errors import SeveralWrongError


def checked(profile: Profile, rules: Sequence[Rule]) -> list[RuleResult]:
    """Returns the results of rules; raises SeveralWrongError if a rule can't be judged."""
    found = check(profile, rules)
    wrong = [one.message for one in found if isinstance(one, WrongRule)]
    if wrong:
        raise SeveralWrongError(wrong)
    return [one for one in found if isinstance(one, RuleResult)]
