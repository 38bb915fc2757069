"""The tree's options."""

import pytest

from kpath_jvm.errors import KpathError
from kpath_jvm.reports.tree import parse_share


@pytest.mark.parametrize(("text", "share"), [("10%", 0.1), ("0.25", 0.25), (" 5.5 % ", 0.055)])
def test_shares(text: str, share: float) -> None:
    assert parse_share(text) == pytest.approx(share)


@pytest.mark.parametrize("text", ["10", "101%", "-1%", "x", "", "nan"])
def test_what_is_no_share(text: str) -> None:
    with pytest.raises(KpathError, match="is not a share"):
        parse_share(text)
