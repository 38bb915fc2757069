"""Drives a headless Chromium. Both Chromium and its driver must be installed already."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.webelement import WebElement
from selenium.webdriver.support.wait import WebDriverWait

from builders.waiting import LIMIT_SECONDS

# The last flag keeps Chromium off /dev/shm, which in containers is too small for a large page.
_FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync",
    "--disable-dev-shm-usage",
)  # fmt: skip


class Page:
    """One of our pages in the browser."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(self, file: Path, part: str = "", *, width: int = 1400, height: int = 1000) -> None:
        """Opens a file from disk at a fragment ``part``, and waits until the page is laid out."""
        self.media("light")
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        # If only the fragment changed, the browser wouldn't load the page again.
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(f"{file.resolve().as_uri()}{part}")
        self.wait("return document.documentElement.dataset.ready === 'true'")
        # The page's observers of sizes run between two frames.
        self.driver.execute_async_script(
            "const done = arguments[0]; requestAnimationFrame(() => requestAnimationFrame(done))"
        )

    def media(self, scheme: str) -> None:
        """Sets the preferred colour scheme, light or dark."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def wait(self, script: str) -> Any:
        """Waits until a script returns something true, and returns this value."""
        return WebDriverWait(self.driver, LIMIT_SECONDS, 0.05).until(
            lambda driver: driver.execute_script(script)
        )

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def one(self, selector: str) -> WebElement:
        """Returns the only element that matches."""
        (found,) = self.driver.find_elements(By.CSS_SELECTOR, selector)
        return found

    def texts(self, selector: str) -> list[str]:
        """Returns the texts of all elements that match."""
        script = "return [...document.querySelectorAll(arguments[0])].map((it) => it.textContent)"
        found: list[str] = self.run(script, selector)
        return found

    def press(self, *keys: str) -> None:
        """Presses keys, wherever the focus is."""
        for key in keys:
            self.driver.switch_to.active_element.send_keys(getattr(Keys, key, key))

    def problems(self) -> list[str]:
        """Returns the browser's complaints since the page was opened."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@contextmanager
def started() -> Iterator[Page]:
    """Starts the browser, or skips the test if there is none."""
    chromium, driver = shutil.which("chromium"), shutil.which("chromedriver")
    if chromium is None or driver is None:
        pytest.skip("NOT TESTED: the page in a browser; install chromium and chromium-driver")
    with tempfile.TemporaryDirectory() as profile:
        options = Options()
        options.binary_location = chromium
        for flag in (*_FLAGS, f"--user-data-dir={profile}"):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        browser = webdriver.Chrome(options=options, service=Service(driver))
        try:
            browser.set_page_load_timeout(LIMIT_SECONDS)
            browser.set_script_timeout(LIMIT_SECONDS)
            yield Page(browser)
        finally:
            browser.quit()
