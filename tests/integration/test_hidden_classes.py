"""Hidden classes, which the JVM shows to no agent, must run unchanged."""

from pathlib import Path

import kpath_command as kpath
from kpath_jvm import Profile


def test_hidden_class_runs_unrecorded(classes: str, tmp_path: Path) -> None:
    words = ("run", "-q", "--no-report", "-k", "2", "-o", "p.kpath", "--")
    done = kpath.run(*words, "java", "-cp", classes, "HiddenClass", directory=tmp_path)
    assert (done.returncode, done.stdout) == (0, b"true 135 225\n"), done.stderr
    methods = Profile.open(tmp_path / "p.kpath").methods
    entries = methods.set_index(["class", "name"])["entries"].to_dict()
    assert entries["HiddenClass", "calls"] == 2
    assert entries["HiddenClass$Body", "applyAsInt"] == 3
    assert not any("/" in name.partition("HiddenClass")[2] for name, _ in entries)
