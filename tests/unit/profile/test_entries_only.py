"""Tests the text about methods whose entries alone are counted, and the codes of reasons."""

from kpath_jvm.profile.entries_only import entries_only, may_be_hot, may_be_missing, reason_code


def test_methods_with_only_entries_are_named_with_the_remedy() -> None:
    def method(title: str, reason: str, *sizes: int | None) -> dict[str, object]:
        rejected = [{"rung": "full", "bytes": size} for size in sizes]
        return {
            "title": title, "class": "a/A", "has_paths": False, "reason": reason,
            "rejected": rejected, "entries": 3, "entries_known": True,
        }  # fmt: skip

    other = method("B.b()", "too-many-locals: 1", None)
    assert entries_only([]) == entries_only([other | {"has_paths": True}]) is None
    told = entries_only([method("A.a()", "huge-method: 1", 9_000, 8_700, None), other])
    assert told is not None
    assert told.startswith("A.a(), entered 3 times; B.b(), entered 3 times: their loops")
    assert "with run --code-limit 8700 the paths of 1 of them would be recorded, but" in told
    told = entries_only([other] * 5)
    assert told is not None
    three = "; ".join(["B.b(), entered 3 times"] * 3)
    assert told.startswith(f"{three}; and 2 more: their")
    assert "--code-limit" not in told
    # A method that was never entered would add nothing to any figure.
    assert entries_only([other | {"entries": 0}]) is None
    assert entries_only([other | {"entries": 0, "entries_known": False}]) is not None


def test_a_rarely_entered_method_is_not_called_hot() -> None:
    def told(*entries: int | None) -> str:
        methods = [
            {
                "title": "a.b.C.m(int)", "class": "a/b/C", "has_paths": False, "reason": None,
                "rejected": [], "entries": one or 0, "entries_known": one is not None,
            }
            for one in entries
        ]  # fmt: skip
        text = entries_only(methods)
        assert text is not None
        assert may_be_hot(methods) == ("may be hot" in text)
        return text

    counts = "loops, paths and bytecodes aren't counted and are in no table or share,"
    assert told(1) == (
        f"C.m(int), entered once: its {counts} which matters only if a loop in it is hot"
    )
    assert told(999, 2).endswith(f"their {counts} which matters only if a loop in them is hot")
    assert told(1_000) == f"C.m(int), entered 1,000 times: its {counts} though it may be hot"
    assert told(1, None).startswith("C.m(int), entered once; C.m(int): their loops")
    assert told(1, None).endswith("though they may be hot")
    # If there are no methods whose entries alone are counted, no hot code is hidden.
    assert not may_be_hot([])


def test_hot_methods_that_may_be_missing_are_named_briefly() -> None:
    def one(title: str, entries: int, *, known: bool = True) -> dict[str, object]:
        return {
            "title": title, "class": "a/b/C", "has_paths": False, "entries": entries,
            "entries_known": known,
        }  # fmt: skip

    begin = "hot methods may be missing: only entries were counted of"
    hot = one("a.b.C.m(int, int)", 472_608)
    assert may_be_missing([hot]) == f"{begin} C.m (472,608)"
    rare = one("a.b.C.n()", 2)
    assert may_be_missing([hot, rare, one("a.b.C.o()", 0)]) == f"{begin} C.m (472,608) and 1 more"
    assert may_be_missing([one("a.b.C.m()", 0, known=False)]) == f"{begin} C.m"
    assert may_be_missing([rare]) is may_be_missing([]) is None


def test_reasons_without_figures_stay_whole() -> None:
    assert reason_code("huge-method: 1 byte") == "huge-method"
    assert reason_code("excluded by a filter") == "excluded by a filter"
    assert reason_code("the agent failed on it: java.lang.Error") == (
        "the agent failed on it: java.lang.Error"
    )
