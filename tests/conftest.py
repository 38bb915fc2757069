"""Fixtures and command line options for all tests."""

import contextlib
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

import kpath_command
from builders.recordings import demo_profile
from oracle.harness import SHARED_VARIABLE, refusal_without_all_jdks
from small_filesystem import small_file_system

# If nohup or a background shell starts the tests, this process and its children ignore SIGHUP
# or SIGINT. Without this code, programs would keep running when a test sends them the signal.
for _number in (signal.SIGHUP, signal.SIGINT):
    if signal.getsignal(_number) is signal.SIG_IGN:
        signal.signal(
            _number, signal.default_int_handler if _number == signal.SIGINT else signal.SIG_DFL
        )

# Examples of hypothesis have no time limit: the machine may be busy. Each run draws new examples;
# .ci/slow draws more of them, with --hypothesis-profile=many.
for _profile, _examples in (("few", 40), ("many", 1000)):
    settings.register_profile(
        _profile,
        max_examples=_examples,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("few")

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Adds --rewrite-golden."""
    parser.addoption(
        "--rewrite-golden",
        action="store_true",
        help="overwrite the golden files with the tests' results instead of comparing",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Returns how many processes ``-n auto`` starts: one more than there are CPUs.

    The additional process uses the time in which tests wait for other processes.
    """
    return len(os.sched_getaffinity(0)) + 1


def pytest_configure(config: pytest.Config) -> None:
    """Refuses to run if CI asks for all JDKs and one is missing.

    Makes a directory that this process shares with the processes that xdist starts.
    """
    if hasattr(config, "workerinput"):
        return
    if why := refusal_without_all_jdks():
        raise pytest.UsageError(why)
    shared = tempfile.mkdtemp(prefix="kpath-tests-")
    os.environ[SHARED_VARIABLE] = shared
    config.add_cleanup(lambda: shutil.rmtree(shared, ignore_errors=True))


@pytest.fixture(scope="session", autouse=True)
def class_caches_of_our_own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Makes agents and engines cache classes in a directory that only these tests use.

    Everything else in the user's cache is used as it is.
    """
    users = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    ours = tmp_path_factory.mktemp("caches")
    (ours / "kpath-jvm").mkdir()
    for name in (*_names(users), *(f"kpath-jvm/{name}" for name in _names(users / "kpath-jvm"))):
        if name not in ("kpath-jvm", "kpath-jvm/classes", "kpath-jvm/engine"):
            (ours / name).symlink_to(users / name)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(ours))
        # With this variable, each command would compile kpath_jvm's modules again.
        patch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
        yield


def _names(directory: Path) -> list[str]:
    return [path.name for path in directory.iterdir()] if directory.is_dir() else []


@pytest.fixture(autouse=True)
def nothing_runs_on() -> Iterator[None]:
    """Ends processes that a failed test has left running."""
    yield
    kpath_command.end_all_started()


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Returns a function that compares text with the golden file of a given name."""

    def compare(name: str, text: str) -> None:
        path = GOLDEN / name
        if request.config.getoption("--rewrite-golden"):
            path.write_text(text)
        assert path.exists(), f"no golden file {path}: run pytest with --rewrite-golden"
        assert text == path.read_text(), f"{path} differs; --rewrite-golden accepts the new text"

    return compare


@pytest.fixture
def demo(tmp_path: Path) -> Path:
    """Returns the directory of the demo profile (builders.recordings.demo_recording)."""
    return demo_profile(tmp_path)


@pytest.fixture
def file_system(tmp_path: Path) -> Iterator[Callable[[str], Path]]:
    """Yields a function that mounts a file system of a given size until the test ends."""
    with contextlib.ExitStack() as mounted:

        def mount(size: str) -> Path:
            try:
                return mounted.enter_context(small_file_system(tmp_path, size))
            except OSError as error:
                pytest.skip(f"NOT TESTED: a full file system; mounting requires root: {error}")

        yield mount


@pytest.fixture
def small_disk(file_system: Callable[[str], Path]) -> Path:
    """Returns the directory of a file system so small that a recording fills it."""
    return file_system("1m")


@pytest.fixture
def segments(tmp_path: Path) -> Path:
    """Returns an empty directory for --segment-dir."""
    directory = tmp_path / "segments"
    directory.mkdir()
    return directory


@pytest.fixture
def no_segment_is_left(segments: Path) -> Iterator[None]:
    """Checks that the test leaves the directory for segments empty."""
    yield
    assert list(segments.iterdir()) == []
