"""Tests how one of several JVMs is found by its process id or its name."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from kpath_jvm import Profile
from kpath_jvm.errors import KpathError
from kpath_jvm.records.completeness import Completeness
from kpath_jvm.records.jvms import find
from kpath_jvm.records.run import JvmEntry, ProfileRecord


def entry(pid: int, name: str, profile: str | None) -> JvmEntry:
    return JvmEntry(
        pid=pid, parent_pid=1, main=None, name=name, java_version="17", profile=profile,
        started="2026-01-02T03:04:05+00:00", completeness=Completeness(), events=1, threads=1,
        lost_events=0, completed=7,
    )  # fmt: skip


@pytest.fixture
def run(demo: Path) -> ProfileRecord:
    jvms = (
        entry(71, "org.foo.Main", "jvms/Main-71.kpath"),
        entry(72, "org.foo.Main", "jvms/Main-72.kpath"),
        entry(73, "worker.jar", "jvms/worker-73.kpath"),
        entry(74, "unknown", None),
    )
    return replace(Profile.open(demo).run, jvms=jvms)


def test_a_jvm_is_found_by_process_id_or_name(run: ProfileRecord) -> None:
    place = Path("p.kpath")
    assert find(place, run, "71") == place / "jvms/Main-71.kpath"
    assert find(place, run, "worker.jar") == place / "jvms/worker-73.kpath"
    assert find(place, run, "WORK") == place / "jvms/worker-73.kpath"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("Main", r"several JVMs match 'Main': .* one of 71 org\.foo\.Main, 72 org\.foo\.Main$"),
        ("75", r"no JVM '75' in p\.kpath; there are 71 org\.foo\.Main, .*, 74 unknown"),
        ("74", r"JVM 74 \(unknown\) has no profile in p\.kpath: it loaded no class"),
    ],
)
def test_one_jvm_with_a_profile_must_match(run: ProfileRecord, text: str, message: str) -> None:
    with pytest.raises(KpathError, match=message) as failure:
        find(Path("p.kpath"), run, text)
    assert failure.value.exit_status == 2


def test_a_single_jvm_has_the_whole_profile(run: ProfileRecord) -> None:
    with pytest.raises(KpathError, match="leave out --jvm"):
        find(Path("p.kpath"), replace(run, jvms=None), "71")
    # The only JVM needs no profile of its own.
    alone = replace(run, jvms=(entry(71, "Main", None),))
    assert find(Path("p.kpath"), alone, "71") == Path("p.kpath")


def test_the_jvm_option_is_refused_if_the_profile_lists_no_jvms(demo: Path) -> None:
    with pytest.raises(KpathError, match="leave out --jvm"):
        Profile.open(demo, jvm="71")
