"""The keys of ``doctor --json``."""

from typing import Annotated

from kpath_jvm.reports.documents.keys import Keys


class DoctorCheckKeys(Keys):
    """One thing that was checked."""

    what: str
    found: str
    remedy: Annotated[str | None, "What to do; null if nothing is wrong."]
    is_needed: bool


class DoctorKeys(Keys):
    """What `doctor` checked. The exit status is the same as without `--json`."""

    ok: Annotated[bool, "Whether everything that is needed is there."]
    checks: list[DoctorCheckKeys]
