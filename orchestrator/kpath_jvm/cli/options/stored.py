"""Options that choose runs of a store."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

from kpath_jvm.cli.options.declared import Found, option

if TYPE_CHECKING:
    from kpath_jvm.store.store import Chosen

OnlyService = Annotated[
    str | None,
    option("--service", metavar="NAME", help="Only runs of a service.", found=Found.VALUE),
]
OnlyVersion = Annotated[
    str | None,
    option("--version", metavar="NAME", help="Only runs of a version.", found=Found.VALUE),
]


@dataclass(frozen=True)
class DaysOptions:
    """The options that choose runs by their days."""

    since: Annotated[
        str | None,
        option(
            "--since",
            metavar="DAY",
            help="Only runs of this day and later days.",
            found=Found.VALUE,
        ),
    ]
    until: Annotated[
        str | None,
        option(
            "--until",
            metavar="DAY",
            help="Only runs of this day and earlier days.",
            found=Found.VALUE,
        ),
    ]

    @property
    def words(self) -> list[str]:
        """The days that were given, as options of the command line."""
        pairs = (("--since", self.since), ("--until", self.until))
        return [word for name, day in pairs if day is not None for word in (name, day)]

    def of(self, service: str | None, version: str | None) -> "Chosen":
        """Returns the choice of the runs; None stands for all services, or for all versions."""
        from kpath_jvm.store.store import Chosen, day_of

        first, last = (
            None if day is None else day_of(day).isoformat() for day in (self.since, self.until)
        )
        return Chosen(service, version, first, last)
