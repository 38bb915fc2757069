"""Tests the text about methods whose entries alone are counted, and the codes of the reasons."""

from kpath_jvm.profile.entries_only import entries_only, reason_code


def test_methods_with_entries_alone_are_named_with_their_remedy() -> None:
    def method(title: str, reason: str, *sizes: int | None) -> dict[str, object]:
        rejected = [{"rung": "full", "bytes": size} for size in sizes]
        return {
            "title": title, "has_paths": False, "reason": reason, "rejected": rejected,
            "entries": 3, "entries_known": True,
        }  # fmt: skip

    other = method("B.b()", "too-many-locals: 1", None)
    assert entries_only([]) == entries_only([other | {"has_paths": True}]) is None
    told = entries_only([method("A.a()", "huge-method: 1", 9_000, 8_700, None), other])
    assert told is not None
    assert told.startswith("A.a(); B.b(): their loops")
    assert "run --code-limit 8700 records the paths of 1 of them" in told
    told = entries_only([other] * 5)
    assert told is not None
    assert told.startswith("B.b(); B.b(); B.b(); and 2 more: their")
    assert "--code-limit" not in told
    # A method that was never entered would add nothing to any figure.
    assert entries_only([other | {"entries": 0}]) is None
    assert entries_only([other | {"entries": 0, "entries_known": False}]) is not None


def test_reasons_without_figures_are_kept_whole() -> None:
    assert reason_code("huge-method: 1 byte") == "huge-method"
    assert reason_code("excluded by a filter") == "excluded by a filter"
    assert reason_code("the agent failed on it: java.lang.Error") == (
        "the agent failed on it: java.lang.Error"
    )
