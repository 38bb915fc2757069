"""Tests what the first lines of all outputs say about the samples of time."""

from pathlib import Path

import kpath_jvm
from builders.timed import DEMO, DEMO_CALLS, DEMO_STACKS, add_samples, sampled
from json_documents import complaints
from kpath_jvm import Profile
from kpath_jvm.reports.page.document import PageOptions, page_document
from kpath_jvm.reports.summary import ReportOptions, summarise
from kpath_jvm.reports.time_lines import (
    about_sampled_time,
    most_of_it,
    time_elsewhere,
    what_to_include,
)
from verb_runs import printed


def _first_lines(profile: Path, *words: str) -> str:
    """Returns what a report says before its first list."""
    first, found, _ = printed(["report", str(profile), *words]).partition("Hottest loops")
    assert found
    return " ".join(first.split())


def test_few_samples_and_failed_runs_are_mentioned(demo: Path) -> None:
    place = sampled("demo/Figure3", "plain", "(I)I", 0, 12)
    add_samples(demo, place, exit_status=3)
    time = summarise(Profile.open(demo), ReportOptions())["time"]
    few = (
        "Too few to rank by: 100 samples in recorded code are needed, and this run gave 12; a run "
        "with about "
    )
    # The run of 12 samples took 2.5 s.
    of_wall = about_sampled_time(time | {"cpu_seconds": None})
    assert f"{few}20.9 s would give them. " in of_wall
    of_cpu = about_sampled_time(time | {"cpu_seconds": 1.25})
    assert f"{few}10.5 s of CPU time would give them. " in of_cpu
    none = about_sampled_time(time | {"samples_counted": 0})
    assert "this run gave 0; sample a run that has more CPU time" in none
    assert of_cpu.endswith("The sampled run ended with status 3")
    add_samples(demo, sampled("demo/Figure3", "plain", "(I)I", 0, 100))
    time = summarise(Profile.open(demo), ReportOptions())["time"]
    assert "oo few" not in about_sampled_time(time)
    assert "status" not in about_sampled_time(time)


def test_the_first_lines_say_what_the_samples_lack_of_the_cpu_time(demo: Path) -> None:
    add_samples(
        demo, sampled("demo/Figure3", "plain", "(I)I", 0, 120), cpu_seconds=1.5, collections=4,
        pause_seconds=0.152,
    )  # fmt: skip
    time = summarise(Profile.open(demo), ReportOptions())["time"]
    assert (time["cpu_seconds"], time["samples_of_cpu_time"]) == (1.5, 150)
    told = (
        "120 samples, 80.0 % of the 150 that 1.5 s of CPU time have room for; the rest was the "
        "time of the JVM's own threads (compiler, garbage collector), or was missed. 4 garbage "
        "collections stopped the program for 0.15 s"
    )
    assert about_sampled_time(time) == told
    for words in ([], ["--format", "md"]):
        assert told in _first_lines(demo, *words)
    page = page_document(Profile.open(demo), PageOptions()).whole["time"]
    assert page["lines"] == [f"{told}."]
    frame = kpath_jvm.times(Profile.open(demo))
    assert (frame.attrs["collections"], frame.attrs["pause_seconds"]) == (4, 0.152)
    assert about_sampled_time(time | {"samples": 150}).startswith("150 samples of 1.5 s of CPU ")
    none = about_sampled_time(time | {"collections": 0, "pause_seconds": 0.0})
    assert none.endswith("missed. 0 garbage collections")
    # Profiles of earlier versions have neither the CPU time nor the garbage collections.
    earlier = {"cpu_seconds": None, "samples_of_cpu_time": None, "collections": None}
    assert about_sampled_time(time | earlier) == "120 samples"


def test_every_output_says_where_most_of_the_time_was_spent(demo: Path) -> None:
    add_samples(demo, *DEMO, below=(), partial=20, on_stack=DEMO_STACKS, calls=DEMO_CALLS)
    profile = Profile.open(demo)
    document = summarise(profile, ReportOptions())
    assert complaints(document, "report") == []
    most = document["time"]["heaviest_calls"]
    found = [(one["method"], one["line"], one["skipped"]) for one in most]
    assert found == [("run", None, 0), ("plain", None, 1)]
    assert [one["inclusive"]["samples"] for one in most] == [980, 710]
    run, plain, through = "Figure3.run", "Figure3.plain", "called through 1 other method"
    told = f"≥ 98.0 % in {run}, with all that it called; ≥ 71.0 % in {plain} ({through})"
    assert f"most of it {told}" in _first_lines(demo)
    quoted = told.replace(run, f"`{run}`").replace(plain, f"`{plain}`")
    assert f"Most of it: {quoted}." in _first_lines(demo, "--format", "md")
    page = page_document(profile, PageOptions()).whole["time"]
    assert page["most"] == f"Most of the sampled time: {told}."
    assert most_of_it({"heaviest_calls": None}) is None
    # A report on a part of the profile is about the methods in this part.
    part = _first_lines(demo, "--method", "Tangle.spin")
    assert "most of it ≥ 70.0 % in Tangle.spin, with all that it called not recorded" in part


def test_the_command_for_the_next_run_is_whole() -> None:
    # If the run had an --include, the command has the patterns of that --include.
    packages = [{"pattern": "java.util.*", "samples": 9}]
    to_include = {"packages": packages, "given": ["demo", "org"], "own": ["x.*"]}
    assert what_to_include({"samples": 100, "to_include": to_include}) == (
        "java.util.* has 9.0 %; kpath-jvm run --time --include 'java.util.*' --include 'demo' "
        "--include 'org' … also counts the bytecodes in it, but no allocations"
    )
    packages.append({"pattern": "java.nio.*", "samples": 8})
    many = to_include | {"given": [], "own": ["a.*", "b.*", "c.*", "d.*", "e.*"]}
    assert what_to_include({"samples": 100, "to_include": many}) == (
        "java.util.* has 9.0 % and java.nio.* has 8.0 %; kpath-jvm run --time --include "
        "'java.util.*' --include 'java.nio.*' …, with an --include for the program's own "
        "classes, also counts the bytecodes in them, but no allocations"
    )


def test_unrecorded_code_has_the_methods_that_led_there() -> None:
    time = {
        "samples": 100, "samples_elsewhere": 40, "to_include": None,
        "most_below": [{"title": "a.A.m(int)", "class": "a/A", "samples": 4},
                       {"title": "a.A.n(int)", "class": "a/A", "samples": 3}],
    }  # fmt: skip
    assert time_elsewhere(time) == (
        "40.0 % of the sampled time (40 samples) was in code that isn't recorded, such as the "
        "JDK's: 4.0 % in what A.m called"
    )
    assert time_elsewhere(time | {"samples_elsewhere": 0}) is None
