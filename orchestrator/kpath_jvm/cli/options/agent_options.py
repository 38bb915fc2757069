"""The agent's options on the command line, made from the agent's table (recording/options.py)."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

import click
from click.core import ParameterSource

from kpath_jvm.cli.options import declared
from kpath_jvm.cli.options.declared import Found, StreamOption
from kpath_jvm.cli.options.defaults import forget, is_of_project
from kpath_jvm.cli.options.parameters import Included, OfLoops, Pattern, SizeType, WholeNumber
from kpath_jvm.profilers import PROFILERS
from kpath_jvm.recording.options import (
    STREAM,
    AgentOption,
    AgentOptions,
    OptionTable,
    Value,
    agent_table,
    largest_k,
)


def agent_parameters() -> list[click.Parameter]:
    """Returns the options that the agent's table offers, in the table's order."""
    options = agent_table().options.values()
    return [_parameter(option) for option in options if option.placement == "offered"]


def _parameter(option: AgentOption) -> click.Option:
    name = option.name.replace("-", "_")
    found = Found.VALUE if option.in_found_files else Found.REFUSED
    if option.type == "flag":
        spelling = f"{option.spelling}/--no-{option.spelling.removeprefix('--')}"
        return declared.DeclaredOption(
            [spelling, name],
            default=option.default == "yes",
            show_default=True,
            help=option.help,
            found=found,
        )
    repeatable = option.type == "patterns"
    return declared.DeclaredOption(
        [option.spelling, name],
        type=_type(option),
        multiple=repeatable,
        metavar=option.metavar,
        help=f"{option.help}{' Repeatable.' if repeatable else ''}  [default: {option.default}]",
        found=found,
    )


def _type(option: AgentOption) -> "click.ParamType[Any]":
    if option.type == "choice":
        return click.Choice(option.choices)
    if option.type == "number":
        return WholeNumber(option.least, option.most)
    if option.name == "kiter-loops":
        return OfLoops(1, largest_k())
    if option.name == "loop-degree":
        degree = agent_table().options["degree"]
        return OfLoops(degree.least, degree.most)
    if option.type == "size":
        return SizeType(option.least, option.most)
    if option.type == "patterns":
        return Included() if option.name == "include" else Pattern()
    return click.STRING


class AgentCommand(click.Command):
    """A verb that lists the agent's ``offered`` options after its own option --force."""

    #: Names of parameters; None stands for all options that the agent's table offers.
    offered: ClassVar[tuple[str, ...] | None] = None

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Returns the verb's own parameters, with the agent's options after ``--force``."""
        own = super().get_params(ctx)
        at = 1 + next(i for i, parameter in enumerate(own) if parameter.name == "force")
        found = [
            one for one in agent_parameters() if self.offered is None or one.name in self.offered
        ]
        return [*own[:at], *found, *own[at:]]


def given_agent_options(ctx: click.Context, offered: Sequence[str]) -> AgentOptions:
    """Removes the ``offered`` options from ``ctx``, and returns those that were given."""
    values: dict[str, Value] = {}
    for name in offered:
        value = ctx.params.pop(name)
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            values[name.replace("_", "-")] = value
    return AgentOptions(values)


def taken_agent_options(ctx: click.Context) -> AgentOptions:
    """Returns the agent's options that were given, and removes the offered ones from ``ctx``.

    Offered options are for the agent only (``AgentOption.placement``). Raises UsageError for a
    number outside the agent's bounds, for an option that ``--scope hot`` excludes, and for an
    option that has no effect with the chosen profiler. If only a file of defaults sets an option
    that has no effect, the option is ignored instead.
    """
    table = agent_table()
    profiler = ctx.params["profiler"] or table.options["profiler"].default
    values: dict[str, Value] = {"profiler": profiler}
    for parameter in ctx.command.get_params(ctx):
        name, option = str(parameter.name), _option_of(parameter, table)
        is_offered = option is not None and option.placement == "offered"
        value: Any = ctx.params.pop(name) if is_offered else ctx.params.get(name)
        if ctx.get_parameter_source(name) is ParameterSource.DEFAULT:
            continue
        if option is not None and table.takes(profiler, option.name):
            values[option.name] = _checked(option, value, profiler, ctx)
        elif _is_foreign(parameter, option, inline=table.profilers[profiler].inline):
            if is_of_project(ctx, name):
                forget(ctx, name)
                if is_offered:
                    del ctx.params[name]
                continue
            spelling = max(parameter.opts, key=len)
            raise click.UsageError(no_effect(spelling, profiler, takers_of(parameter)), ctx)
    if values.get("scope") == "hot":
        _check_hot(values, profiler, ctx)
    return AgentOptions(values)


def _check_hot(values: Mapping[str, Value], profiler: str, ctx: click.Context) -> None:
    """Raises UsageError for options that can't be combined with ``--scope hot``.

    The agent refuses the same options, but only after the program has been started.
    """
    if values.get("retransform") is False:
        reason = (
            "--scope hot transforms loaded classes again, which --no-retransform forbids; leave "
            "one of the two out"
        )
    elif values.get("calls"):
        reason = (
            "--calls can't be combined with --scope hot, which gives probes to methods while they "
            "run; leave one of the two options out"
        )
    elif "threshold" in agent_table().profilers[profiler].options:
        reason = (
            f"--scope hot can't be combined with --profiler {profiler}, whose first path windows "
            "open when classes are loaded; leave --scope hot out"
        )
    else:
        return
    raise click.UsageError(reason, ctx)


def _is_foreign(parameter: click.Parameter, option: AgentOption | None, *, inline: bool) -> bool:
    """Returns whether a parameter that isn't passed to the agent has no effect in this run."""
    return inline if isinstance(parameter, StreamOption) else option is not None


def takers_of(parameter: click.Parameter) -> tuple[str, ...]:
    """Returns the profilers with which an option of ``run`` has an effect, in the agent's order."""
    table = agent_table()
    option = _option_of(parameter, table)
    found = set(table.profilers)
    if isinstance(parameter, StreamOption):
        found = {STREAM} | (_takers(option, table) if option is not None else set())
    elif option is not None:
        found = _takers(option, table)
    elif str(parameter.name) in table.options:
        # This is the launcher's own option, named like the agent's option that it sets.
        found = _takers(table.options[str(parameter.name)], table) or found
    return tuple(name for name in table.profilers if name in found)


def _takers(option: AgentOption, table: OptionTable) -> set[str]:
    return {name for name in table.profilers if table.takes(name, option.name)}


def no_effect(spelling: str, profiler: str, takers: Sequence[str]) -> str:
    """Returns the message that an option is for ``takers`` and has no effect with ``profiler``."""
    is_alone = len(takers) == len(agent_table().profilers) - 1
    return (
        f"{spelling} has no effect with --profiler {profiler}; it is for "
        f"{'all others' if is_alone else listed(takers)}"
    )


def listed(names: Sequence[str]) -> str:
    """Returns names as a text such as "a, b and c"."""
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def agent_option_of(parameter: click.Parameter) -> AgentOption | None:
    """Returns the agent's option that a parameter sets; None if it sets none."""
    return _option_of(parameter, agent_table())


def _option_of(parameter: click.Parameter, table: OptionTable) -> AgentOption | None:
    return next(
        (
            option
            for option in table.options.values()
            if option.placement in ("offered", "shared") and option.spelling in parameter.opts
        ),
        None,
    )


def _checked(option: AgentOption, value: Value, profiler: str, ctx: click.Context) -> Value:
    if isinstance(value, int) and option.most and not option.least <= value <= option.most:
        other = PROFILERS[profiler].at_k_1 if (option.name, value) == ("k", 1) else ""
        raise click.UsageError(
            f"--profiler {profiler} takes {option.spelling} from {option.least} to {option.most}, "
            f"not {value}{other and f'; give --profiler {other} for that'}",
            ctx,
        )
    return value
