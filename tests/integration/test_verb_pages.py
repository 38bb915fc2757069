"""Runs the examples of docs/verbs: the commands must print what the pages show."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

import kpath_command as kpath
from oracle.harness import compile_java
from shown_output import differences

PAGES = kpath.REPOSITORY / "docs" / "verbs"


@pytest.fixture(scope="module")
def directory(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Compiles and records Collatz as run.md and structure.md do, and returns its directory."""
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("collatz")
    shutil.copy(PAGES / "Collatz.java", directory)
    subprocess.run(["javac", "Collatz.java"], cwd=directory, check=True)
    program = ["--", "java", "-cp", ".", "Collatz"]
    for options in (
        ["-k", "4", "-o", "collatz.kpath"],
        ["--record", "collatz.stream", "--no-profile"],
    ):
        done = kpath.run("run", *options, *program, directory=directory)
        assert done.returncode == 0, done.stderr
        assert done.stdout == b"at most 350 steps\n"
    return directory


def example(page: str, command: str) -> str:
    """Returns the output that a page shows for a command."""
    text = (PAGES / page).read_text("utf-8")
    start = text.index(f"$ {command}\n") + len(f"$ {command}\n")
    whole = text[start : text.index("```", start)]
    # The output ends at the next command or at the end of the block.
    return whole.partition("\n$ ")[0].removesuffix("\n") + "\n"


def printed(directory: Path, command: str) -> str:
    words = command.split()
    assert words[0] == "kpath-jvm"
    done = kpath.run(*words[1:], directory=directory, extra={"COLUMNS": "110"})
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_tree_prints_its_example(directory: Path) -> None:
    command = "kpath-jvm tree collatz.kpath Collatz.steps --top 1 --sources ."
    assert differences(example("tree.md", command), printed(directory, command)) == []


def test_branches_prints_its_example(directory: Path) -> None:
    command = "kpath-jvm branches collatz.kpath --sources ."
    assert differences(example("branches.md", command), printed(directory, command)) == []


@pytest.mark.parametrize("options", ["--top 3", "--table paths --method steps --sources ."])
def test_export_prints_its_examples(directory: Path, options: str) -> None:
    command = f"kpath-jvm export collatz.kpath --format csv {options}"
    assert differences(example("export.md", command), printed(directory, command)) == []


def test_advise_prints_its_example(directory: Path) -> None:
    command = "kpath-jvm advise collatz.kpath --top 1 --sources ."
    assert differences(example("advise.md", command), printed(directory, command)) == []


def test_report_prints_its_example_below_the_header(directory: Path) -> None:
    command = "kpath-jvm report collatz.kpath --method steps --top 1 --sources ."
    shown, real = example("report.md", command), printed(directory, command)
    _, title, shown_below = shown.partition("Hottest loops")
    _, _, real_below = real.partition(title)
    assert differences(shown_below, real_below) == []


def test_report_prints_what_sequences_cover(directory: Path) -> None:
    command = "kpath-jvm report collatz.kpath --method steps --coverage 1,3"
    shown, real = example("report.md", command), printed(directory, command)
    _, title, shown_below = shown.partition("What the hottest sequences cover together")
    _, _, real_below = real.partition(title)
    assert differences(shown_below, real_below) == []


def test_structure_prints_its_example(directory: Path) -> None:
    command = "kpath-jvm structure collatz.stream -k 2,4,8 --csv collatz.csv"
    shown = example("structure.md", command).splitlines()
    assert printed(directory, command).splitlines() == shown[:-1]
    assert shown[-1] == "kpath-jvm: wrote collatz.csv"
    assert (directory / "collatz.csv").is_file()


def test_overlap_and_bounds_print_their_examples(directory: Path) -> None:
    for options in (
        ["--profiler", "ol", "--degree", "0", "-o", "collatz-ol.kpath"],
        ["--profiler", "ol", "--degree", "2", "-o", "collatz-ol2.kpath"],
        ["--profiler", "bpp", "--threshold", "1000", "-o", "collatz-bpp.kpath"],
    ):
        done = kpath.run("run", *options, "--", "java", "-cp", ".", "Collatz", directory=directory)
        assert done.returncode == 0, done.stderr
    compile_java([PAGES / "Work.java"], directory)
    for size in ("200", "2000"):
        words = ["-k", "4", "-o", f"work-{size}.kpath", "--", "java", "-cp", ".", "Work", size]
        done = kpath.run("run", *words, directory=directory)
        assert done.returncode == 0, done.stderr
    for page, command in (
        ("overlap.md", "kpath-jvm overlap collatz-bpp.kpath collatz.kpath"),
        ("overlap.md", "kpath-jvm overlap work-200.kpath work-2000.kpath --method Work.collatz"),
        ("bounds.md", "kpath-jvm bounds collatz-ol.kpath --against collatz.kpath"),
        ("bounds.md", "kpath-jvm bounds collatz-ol2.kpath --against collatz.kpath"),
    ):
        assert differences(example(page, command), printed(directory, command)) == []


EDITS = {"before": ("", ""), "after": ("value < 300", "value < 700")}
"""The versions of Work.java in diff.md and check.md: for each, what is replaced, and by what."""


@pytest.fixture(scope="module")
def versions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Records the versions of Work.java as diff.md and check.md say, and returns the directory."""
    kpath.ensure_jars()
    directory = tmp_path_factory.mktemp("work")
    source = (PAGES / "Work.java").read_text("utf-8")
    for name, (old, new) in EDITS.items():
        assert old in source
        (directory / "Work.java").write_text(source.replace(old, new) if old else source, "utf-8")
        compile_java([directory / "Work.java"], directory / name)
        done = kpath.run(
            "run", "-q", "-k", "4", "-o", f"{name}.kpath", "--", "java", "-cp", name, "Work",
            "2000", directory=directory,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
    return directory


def test_diff_prints_its_example(versions: Path) -> None:
    """Masks the times of the recordings and the Java version."""
    command = "kpath-jvm diff before.kpath after.kpath"
    shown, real = (
        re.sub(r"\bJava [\d.]+\d", "JAVA", re.sub(r"\b20[-\d]{8}T[:\d]{8}\+00:00", "TIME", text))
        for text in (example("diff.md", command), printed(versions, command))
    )
    assert differences(shown, real) == []


def test_check_prints_its_example(versions: Path) -> None:
    rules = (PAGES / "check.md").read_text("utf-8").partition("```\n[[rule]]")[2]
    (versions / "kpath-rules.toml").write_text("[[rule]]" + rules.partition("```")[0], "utf-8")
    command = "kpath-jvm check before.kpath --rules kpath-rules.toml"
    done = kpath.run(*command.split()[1:], directory=versions, extra={"COLUMNS": "110"})
    assert done.returncode == 1
    assert differences(example("check.md", command), done.stdout.decode()) == []


def test_store_and_fleet_print_their_examples(directory: Path) -> None:
    """Masks ids, times and days, because they differ from run to run."""
    second = kpath.run(
        "run", "-k", "4", "-o", "second.kpath", "-q", "--", "java", "-cp", ".", "Collatz",
        directory=directory,
    )  # fmt: skip
    assert second.returncode == 0, second.stderr
    for command in (
        "kpath-jvm store add st collatz.kpath --service demo --version 1",
        "kpath-jvm store add st second.kpath --service demo --version 2 --day 2026-11-20",
    ):
        done = kpath.run(*command.split()[1:], directory=directory)
        assert masked(done.stderr.decode()) == masked(example("store.md", command))
    command = "kpath-jvm store get st --service demo --version 1 -o base.kpath"
    done = kpath.run(*command.split()[1:], directory=directory)
    assert masked(done.stderr.decode()) == masked(example("store.md", command))
    command = "kpath-jvm store list st"
    shown = sorted(masked(example("store.md", command)).splitlines())
    assert sorted(masked(printed(directory, command)).splitlines()) == shown
    for command in (
        "kpath-jvm fleet top st --top 3",
        "kpath-jvm fleet diff st --base 1 --new 2 --top 3",
    ):
        done = kpath.run(*command.split()[1:], directory=directory, extra={"COLUMNS": "140"})
        shown, real = masked(example("fleet.md", command)), masked(done.stdout.decode())
        assert differences(shown, real) == []
    command = "kpath-jvm fleet merge st -o all.kpath"
    done = kpath.run(*command.split()[1:], directory=directory)
    assert done.stderr.decode() == example("fleet.md", command)


def test_fleet_trend_prints_its_example(versions: Path) -> None:
    """Masks ids and Java versions."""
    source = (PAGES / "Work.java").read_text("utf-8")
    assert "n / 10" in source
    (versions / "Work.java").write_text(source.replace("n / 10", "n / 8"), "utf-8")
    compile_java([versions / "Work.java"], versions / "more")
    for day, (name, classes) in enumerate((("night", "before"),) * 2 + (("edited", "more"),), 20):
        words = ["-q", "-k", "4", "-o", f"{name}-{day}.kpath", "--", "java", "-cp", classes, "Work"]
        done = kpath.run("run", *words, "2000", directory=versions)
        assert done.returncode == 0, done.stderr
        added = ["--service", "work", "--version", "main", "--day", f"2026-11-{day}"]
        done = kpath.run(
            "store", "add", "nightly", f"{name}-{day}.kpath", *added, directory=versions
        )
        assert done.returncode == 0, done.stderr
    command = (
        "kpath-jvm fleet trend nightly --figure total --figure 'total(Work.collatz)' "
        "--figure 'iterations(Work.collatz)'"
    )
    done = kpath.run(*shlex.split(command)[1:], directory=versions)
    assert done.returncode == 0, done.stderr
    shown, real = (
        re.sub(r"\b[0-9a-f]{8}\b", "ID", re.sub(r"Java [\d.]+", "JAVA", text))
        for text in (example("fleet.md", command), done.stdout.decode())
    )
    assert differences(shown, real) == []


def without_java(text: str) -> str:
    """Removes the title of the column ``java``. The column is as wide as the Java version."""
    return re.sub(r"\bjava +(run|k) +", r"\1 ", text)


def masked(text: str) -> str:
    text = without_java(text)
    text = re.sub(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ( +[\d.]+ +)?", "TIME ", text)
    return re.sub(r"\b[0-9a-f]{32}\b", "ID", re.sub(r"\b20\d\d-\d\d-\d\d\b", "DAY", text))
