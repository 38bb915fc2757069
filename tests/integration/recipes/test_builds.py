"""Runs the builds that the recipes describe, and checks the profiles."""

import os
import shutil
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

import kpath_command as kpath
from integration.recipes.commands import TIMEOUT_SECONDS, call, copied, maven, quiet
from kpath_jvm.installation import require_jars, require_jmh_profiler
from kpath_jvm.launch.jdk import default_jdk

pytestmark = pytest.mark.slow
#: PriceTest loops over six pieces and PageTest over nine characters, a thousand times each.
PRICES = "6,000 iterations in 1,000 entries"
PAGES = "9,000 iterations in 1,000 entries"


@pytest.fixture(scope="module", autouse=True)
def jars() -> None:
    kpath.ensure_jars()


def kpath_jvm(directory: Path, *arguments: str | Path) -> str:
    done = kpath.run(*map(str, arguments), directory=directory)
    assert done.returncode == 0, done.stderr
    return (done.stdout + done.stderr).decode()


def merged(directory: Path, recordings: list[Path]) -> str:
    """Builds a profile of each recording, merges the profiles, and returns the report."""
    profiles = []
    for number, recording in enumerate(recordings):
        profiles.append(f"{number}.kpath")
        kpath_jvm(directory, "build", recording, "-k", "4", "-o", profiles[-1])
    kpath_jvm(directory, "merge", *profiles, "-o", "all.kpath", "--one-run")
    return kpath_jvm(directory, "report", "all.kpath", "--top", "5")


def test_maven_records_with_the_agent_in_arg_line(tmp_path: Path) -> None:
    shop = copied(tmp_path, "shop") / "shop"
    told = maven("-Pkpath", f"-Dkpath.jar={require_jars().agent}", "test")
    call(told, shop, quiet())
    recordings = sorted(shop.glob("*/target/kpath/*"))
    # The module core has two test classes, each in its own JVM; web has the third.
    assert [path.parts[-4] for path in recordings] == ["core", "core", "web"]
    report = merged(tmp_path, recordings)
    assert PRICES in report
    assert PAGES in report
    # A second build, without `clean`, keeps the recordings of the first.
    call(told, shop, quiet())
    assert len(sorted(shop.glob("*/target/kpath/*"))) == 6


def test_maven_records_with_an_unchanged_pom(tmp_path: Path) -> None:
    shop = copied(tmp_path, "shop") / "shop"
    options = ["--follow-children", "--include", "shop", "--top", "5", "-o", "p.kpath"]
    report = kpath_jvm(shop, "run", *options, "--", *maven("test"))
    assert PRICES in report
    assert PAGES in report
    assert report.count("surefire fork of core") >= 2
    assert PAGES in kpath_jvm(shop, "report", "p.kpath", "--jvm", "web")


@pytest.mark.skipif(shutil.which("gradle") is None, reason="no gradle on the PATH")
def test_gradle_records_with_the_agent_in_jvm_args(tmp_path: Path) -> None:
    project = copied(tmp_path, "shop", "gradle") / "gradle"
    agent = f"-Pkpath={require_jars().agent}"
    call(["gradle", "--no-daemon", "-q", agent, "test"], project, quiet())
    recordings = sorted(project.glob("build/kpath/*"))
    assert len(recordings) == 2
    report = merged(tmp_path, recordings)
    assert PRICES in report
    assert PAGES in report


def test_a_script_records_with_java_tool_options(tmp_path: Path) -> None:
    shutil.copy(kpath.REPOSITORY / "docs" / "verbs" / "Collatz.java", tmp_path)
    call([default_jdk().home / "bin" / "javac", "Collatz.java"], tmp_path, quiet())
    script = "java -version && java -cp . Collatz && java -cp . Collatz"
    agent = f"-javaagent:{require_jars().agent}=output=recordings/%p"
    printed = call(["sh", "-c", script], tmp_path, {**os.environ, "JAVA_TOOL_OPTIONS": agent})
    assert printed.count("at most 350 steps") == 2
    recordings = list((tmp_path / "recordings").iterdir())
    assert len(recordings) == 3
    assert "21,507,680 iterations in 200,000 entries" in merged(tmp_path, recordings)


def test_jmh_records_with_the_profiler(tmp_path: Path) -> None:
    """The profile counts as many iterations of the benchmark's loop as JMH counts operations."""
    pom = kpath.REPOSITORY / "agent" / "pom.xml"
    module = ["-Pmicro", "-Dmaven.test.skip=true", "-pl", "../benchmarks/micro"]
    call(maven("-f", pom, *module, "package"), tmp_path, quiet())
    jar = kpath.REPOSITORY / "benchmarks" / "micro" / "target" / "kpath-micro.jar"
    command = tmp_path / "kpath-jvm"
    words = " ".join(f"'{word}'" for word in kpath.command([]))
    command.write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    command.chmod(0o755)
    prof = f"kpath:k=4;dir=profiles;command={command};run=--scope loops"
    lengths = ["-f", "2", "-wi", "1", "-w", "100ms", "-i", "2", "-r", "100ms"]
    class_path = f"{jar}:{require_jmh_profiler()}"
    java = [default_jdk().java, "-cp", class_path, "org.openjdk.jmh.Main"]
    printed = call([*java, "-prof", prof, *lengths, "Loops.branchy"], tmp_path, kpath.environment())
    told = [line for line in printed.splitlines() if line.startswith("profile profiles/")]
    assert len(told) == 2
    for line in told:
        operations = sum(int(word) for word in line.split() if word.isdigit())
        assert f" {operations:,} iterations in " in printed


def test_maven_records_and_checks_gates(tmp_path: Path) -> None:
    """If a rule can't be judged and a condition of diff holds, one build reports both."""
    project = copied(tmp_path, "gated") / "gated"
    tools = tmp_path / "tools"
    tools.mkdir()
    words = " ".join(f"'{word}'" for word in kpath.command([]))
    (tools / "kpath-jvm").write_text(f'#!/bin/sh\nexec {words} "$@"\n')
    (tools / "kpath-jvm").chmod(0o755)
    path = f"{tools}{os.pathsep}{os.environ['PATH']}"
    environment = kpath.environment() | {"PATH": path}
    told = call(maven("verify"), project, environment)
    assert "2 rules, none failed" in told
    results = [project / "target" / f"kpath-{gate}.xml" for gate in ("check", "diff")]
    assert [one.exists() for one in results] == [True, False]
    shutil.copytree(project / "target" / "new.kpath", project / "base.kpath")
    source = project / "src" / "main" / "java" / "gated" / "Words.java"
    edited = source.read_text().replace("if (length > longest)", "for (; length >= longest;)")
    source.write_text(edited.replace("longest = length;", "longest = length + 1;"))
    done = subprocess.run(
        maven("verify", "-Dkpath.base=base.kpath"), cwd=project, env=environment,
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        check=False, timeout=TIMEOUT_SECONDS,
    )  # fmt: skip
    assert done.returncode == 1
    assert "rule 'few words are the longest so far': no branch is in Words.longest" in done.stdout
    assert "FAILED  new-loop > 1%" in done.stdout
    # Both commands have written their results. In check's results, the rule is an error.
    root = ElementTree.parse(results[0]).getroot()
    assert [root.attrib[name] for name in ("tests", "failures", "errors")] == ["2", "0", "1"]
    assert results[1].exists()
