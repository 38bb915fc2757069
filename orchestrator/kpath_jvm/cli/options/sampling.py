"""The option to record a program in bursts, and the options that it excludes."""

from typing import Annotated

import click

from kpath_jvm.cli.options import defaults
from kpath_jvm.cli.options.declared import Found, option
from kpath_jvm.recording.options import STREAM, AgentOptions
from kpath_jvm.shares import NoShareError, share_of

#: Options that need a recording without interruption.
_OTHERS = (
    "record", "no_profile", "engine", "per_thread", "guide", "follow_children",
    "class_cache", "retransform", "live", "time", "callers",
)  # fmt: skip


class Percentage(click.ParamType["float"]):
    """A share above 0 % and below 100 %, written as 3% or 0.5%.

    The percent sign is required. Other options read 0.5 as one half, but here 0.5 could also mean
    half a percent.
    """

    name = "percentage"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Returns the share as a number between 0 and 1."""
        text = str(value).strip()
        try:
            share = share_of(text) if text.endswith("%") else 0.0
        except NoShareError:
            share = 0.0
        if not 0 < share < 1:
            self.fail(
                f"{text!r} is not a percentage above 0 and below 100; write it as 3% or 0.5%, "
                "with the percent sign",
                param,
                ctx,
            )
        # ``share_of`` returns a Ratio, but profiles store the share as a plain number.
        return float(share)


MaxOverhead = Annotated[
    float | None,
    option(
        "--max-overhead",
        type=Percentage(),
        metavar="PERCENT",
        help="Record in bursts that cost at most this share of the program's CPU time.",
        more="If `run` starts the program, the agent does nothing between bursts "
        "([sampling.md](sampling.md)). This option can't be combined with options that need a "
        "recording without interruption.",
        found=Found.VALUE,
    ),
]


def refuse_with_sampling(ctx: click.Context, share: float | None, agent: AgentOptions) -> None:
    """Raises UsageError for options that can't be combined with --max-overhead."""
    if share is None:
        return
    if agent.profiler != STREAM:
        raise _both(f"--profiler {agent.profiler}", ctx)
    if agent.values.get("scope") == "hot":
        raise _both("--scope hot", ctx)
    for parameter in ctx.command.get_params(ctx):
        if parameter.name in _OTHERS and defaults.is_given(ctx, parameter.name):
            raise _both(max(parameter.opts, key=len), ctx)


def _both(other: str, ctx: click.Context) -> click.UsageError:
    return click.UsageError(
        f"--max-overhead records in bursts, which {other} doesn't work with; leave one of the two "
        "out",
        ctx,
    )
