"""Fixtures: one browser for all tests of the page, and pages to open in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from builders.pages import HARMFUL_CLASS, HARMFUL_SOURCE, harmful_profile, large_profile
from builders.recordings import demo_profile
from page.browser import Page, started
from page.files import page_of


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Makes the tests of this folder integration tests.

    They start a browser, so README's test command leaves them out.
    """
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.integration)


SOURCE = """package demo;

/** The graph of Fig. 3. */
class Figure3 {
    int n;

    void run(int seed) {
        prepare(seed);
        for (int i = 0; i < n; i++) {
            if (i % 2 == 0)
                even(i);
            else
                odd(i);
            // odd and even ones
            done(i);
        }
    }


    int plain(boolean it) {
        if (it) {
            return 1;
        }
        return 2;
    }
}
"""


@pytest.fixture(scope="session")
def page() -> Iterator[Page]:
    with started() as browser:
        yield browser


@pytest.fixture(scope="session")
def demo_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the demo profile's page, with the source of Figure3."""
    directory = tmp_path_factory.mktemp("demo")
    sources = directory / "src" / "demo"
    sources.mkdir(parents=True)
    (sources / "Figure3.java").write_text(SOURCE)
    return page_of(demo_profile(directory), "--sources", str(directory / "src"))


@pytest.fixture(scope="session")
def harmful_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the page of a profile whose names and sources try to inject code."""
    directory = tmp_path_factory.mktemp("harmful")
    profile = harmful_profile(directory)
    package, _, simple = HARMFUL_CLASS.rpartition("/")
    sources = directory / "src" / package
    sources.mkdir(parents=True)
    (sources / f"{simple}.java").write_text(f"{HARMFUL_SOURCE}\n" * 20 + "]")
    return page_of(profile, "--sources", str(directory / "src"))


@pytest.fixture(scope="session")
def large_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the page of a method with more than 100,000 sequences."""
    return page_of(large_profile(tmp_path_factory.mktemp("large")), "--nodes", "200000")
