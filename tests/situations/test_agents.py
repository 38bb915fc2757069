"""Tests our agent in JVMs that load another agent, too."""

import zipfile
from pathlib import Path

import pytest

import kpath_command as kpath
from kpath_jvm.evaluation.workloads.artifacts import provide
from kpath_jvm.evaluation.workloads.model import MavenArtifact
from situations.harness import (
    Situation,
    agent,
    build,
    check_books,
    chosen,
    classes,
    in_the_matrix,
    java_homes,
    named,
    record,
    run,
)

pytestmark = pytest.mark.slow

JACOCO = MavenArtifact(
    "jacoco",
    "org.jacoco",
    "org.jacoco.agent",
    "0.8.14",
    "runtime",
    "3fb76eea65f81bd9415202bab34b6571728841dff1ab8e6bbe81adc2e299face",
)


@pytest.fixture(autouse=True)
def jars() -> None:
    kpath.ensure_jars()


def meddler(directory: Path) -> Path:
    path = directory / "meddler.jar"
    with zipfile.ZipFile(path, "w") as file:
        manifest = "Manifest-Version: 1.0\nPremain-Class: Meddler\nCan-Redefine-Classes: true\n\n"
        file.writestr("META-INF/MANIFEST.MF", manifest)
        file.write(classes("agents") / "Meddler.class", "Meddler.class")
    return path


def test_a_class_that_another_agent_loaded_before_ours_started_is_recorded(tmp_path: Path) -> None:
    for home in chosen(0):
        situation = Situation(
            ("-cp", str(classes()), "Everyday", "exit"),
            before=(f"-javaagent:{meddler(tmp_path)}=early",),
        )
        finished, profile = record(situation, home, tmp_path)
        check_books(finished, profile)


def test_a_class_loaded_before_our_agent_is_skipped_with_retransform_no(tmp_path: Path) -> None:
    for home in chosen(1):
        situation = Situation(
            ("-cp", str(classes()), "Jacoco"),
            before=(f"-javaagent:{meddler(tmp_path)}=early",),
            options="retransform=no,exclude=Meddler",
        )
        _, profile = record(situation, home, tmp_path)
        assert set(profile.methods["class"]) == {"Jacoco", "Books"}
        reasons = {entry.class_name: entry.reason for entry in profile.run.skipped}
        assert reasons["Work"] == "loaded before the agent, and retransform=no"


@pytest.mark.parametrize("order", ["before", pytest.param("after", marks=in_the_matrix)])
def test_each_definition_by_another_agent_is_recorded(order: str, tmp_path: Path) -> None:
    other = (f"-javaagent:{meddler(tmp_path)}",)
    main = ("-cp", str(classes()), "Redefined", str(classes("redefined") / "Work.class"))
    for home in chosen(1 if order == "before" else 2):
        situation = Situation(main, **{order: other})
        finished, profile = record(situation, home, tmp_path)
        rows = named(profile, "Work", "loop")
        # Each definition is a version with its own ids. Two of the three have the same code.
        assert len(rows) == 3
        merged = profile.merged()
        original, redefined = (
            merged.methods.loc[number] for number in named(merged, "Work", "loop")["method"]
        )
        assert (original["entries"], original["completed"]) == (2, 302)
        assert (redefined["entries"], redefined["completed"]) == (1, 51)
        assert "calls=2 iterations=300" in finished.stdout


def covered(path: Path) -> dict[str, tuple[int, bytes]]:
    """Reads a JaCoCo execution file: each class's id and the probes that were hit."""
    data, at = path.read_bytes(), 0
    found = {}

    def text() -> str:
        nonlocal at
        length = int.from_bytes(data[at : at + 2], "big")
        at += 2 + length
        return data[at - length : at].decode()

    while at < len(data):
        block = data[at]
        at += 1
        if block == 0x01:
            at += 4
        elif block == 0x10:
            text()
            at += 16
        else:
            assert block == 0x11
            identity = int.from_bytes(data[at : at + 8], "big")
            at += 8
            name = text()
            count, shift = 0, 0
            while True:
                byte = data[at]
                at += 1
                count |= (byte & 0x7F) << shift
                shift += 7
                if byte < 0x80:
                    break
            probes = data[at : at + (count + 7) // 8]
            at += (count + 7) // 8
            found[name] = (identity, probes)
    return found


def test_jacoco_works_before_and_after_our_agent(tmp_path: Path) -> None:
    (jacoco,) = provide([JACOCO], java_homes()[0] / "bin" / "java")
    main = ("-cp", str(classes()), "Jacoco")
    for home in chosen(1):
        java = home / "bin" / "java"
        other = f"-javaagent:{jacoco}=destfile=jacoco.exec,includes=Work:Books:Jacoco"
        results = {}
        for order in ("alone", "before", "after"):
            directory = tmp_path / home.name / order
            directory.mkdir(parents=True)
            ours = agent("exclude=org.jacoco.*")
            options = {"alone": [other], "before": [other, ours], "after": [ours, other]}[order]
            results[order] = run([str(java), *options, *main], directory)
            assert results[order] == results["alone"]
            if order != "alone":
                check_books(results[order], build(directory / "recording", home))
        executed = {
            order: covered(tmp_path / home.name / order / "jacoco.exec") for order in results
        }
        assert executed["alone"].keys() == {"Work", "Books", "Jacoco"}
        # JaCoCo identifies a class by its bytes. Before our agent, JaCoCo gets the original bytes.
        assert executed["before"] == executed["alone"]
        assert executed["after"].keys() == executed["alone"].keys()
