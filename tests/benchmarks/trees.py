"""Finds and builds the checkouts that are compared: this one, and one of another commit."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from kpath_jvm.errors import KpathError
from kpath_jvm.installation import require_jars

_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Tree:
    """A checkout whose jars are built."""

    directory: Path

    def environment(self) -> dict[str, str]:
        """Returns the environment in which ``python -m kpath_jvm...`` runs this tree's code."""
        return {**os.environ, "PYTHONPATH": str(self.directory / "orchestrator")}


def this_tree() -> Tree:
    """Returns the checkout that this file is in.

    Builds the jars only if they are missing or out of date, because another process may be using
    the existing ones.
    """
    try:
        require_jars()
    except KpathError:
        return _built(_ROOT)
    return Tree(_ROOT)


def other_tree(commit: str, scratch: Path) -> Tree:
    """Makes and builds a checkout of a commit in ``scratch``, and returns the checkout.

    If ``commit`` is a directory with a checkout, builds and returns that checkout. Raises a
    KpathError if there is no such commit, or if the build fails.
    """
    if (Path(commit) / "orchestrator").is_dir():
        return _built(Path(commit).resolve())
    directory = scratch / "other"
    # A clone, unlike a worktree, leaves no trace in the repository.
    _run(["git", "clone", "-q", "--shared", "--no-checkout", str(_ROOT), str(directory)], _ROOT)
    _run(["git", "checkout", "-q", "--detach", _full_name(commit)], directory)
    return _built(directory)


def _full_name(commit: str) -> str:
    return _run(["git", "rev-parse", "--verify", f"{commit}^{{commit}}"], _ROOT).strip()


def _built(directory: Path) -> Tree:
    _run([sys.executable, str(directory / "orchestrator" / "build_java.py")], directory)
    return Tree(directory)


def _run(command: list[str], directory: Path) -> str:
    done = subprocess.run(command, cwd=directory, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        last = (done.stderr.strip() or done.stdout.strip() or "no output").splitlines()[-1]
        raise KpathError(f"{' '.join(command)} failed in {directory}: {last}")
    return done.stdout
