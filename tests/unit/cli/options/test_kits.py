"""Tests the options for official kits, and how shells complete names of suites and benchmarks."""

from pathlib import Path

import click

from kpath_jvm.cli.options.kits import KitOptions, complete_benchmarks, complete_suites
from kpath_jvm.cli.run import command
from kpath_jvm.evaluation.workloads.kits.places import KitPlaces


def test_options_name_the_places_of_kits() -> None:
    assert KitOptions((), None, None).places() == KitPlaces()
    named = KitOptions((Path("a.jar"), Path("b.jar")), Path("spec"), Path("r.jar")).places()
    assert named.dacapo == (Path("a.jar"), Path("b.jar"))
    assert (named.specjvm, named.renaissance) == ((Path("spec"),), (Path("r.jar"),))


def test_shells_complete_suites_and_benchmarks() -> None:
    with click.Context(command) as ctx:
        suite, benchmark = command.params[:2]
        assert complete_suites(ctx, suite, "dacapo") == sorted(
            name for name in complete_suites(ctx, suite, "") if name.startswith("dacapo")
        )
        assert complete_suites(ctx, suite, "nosuch") == []
        everywhere = complete_benchmarks(ctx, benchmark, "")
        ctx.params["suite"] = "dacapo"
        own = complete_benchmarks(ctx, benchmark, "")
        assert "eclipse" in own
        assert set(own) < set(everywhere)
