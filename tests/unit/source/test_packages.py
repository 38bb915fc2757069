"""Tests how package declarations are read from source files."""

import pytest

from kpath_jvm.source.packages import declared_package


@pytest.mark.parametrize(
    ("text", "package"),
    [
        ("package a.b;\nclass C {}", "a/b"),
        ("/* package x; */ // package y\n@Deprecated\npackage a . b ;", "a/b"),
        ('@file:JvmName("package x.y // no")\n\npackage a.b\n\nimport c.d', "a/b"),
        ("package a.`in`.b\nfun f() {}", "a/in/b"),
        ("package a\npackage b.c\nobject D", "a/b/c"),
        ("package a\npackage object b { }", "a"),
        ("#!/usr/bin/env groovy\npackage a.b", "a/b"),
        ("\ufeffpackage a;", "a"),
        ("class C { String s = \"\"\"\npackage a.b;\n\"\"\"; }", ""),
        ("import a.b.C;\n// package c\nclass D {}", ""),
        ("fun f() = 1 // package a", ""),
        ("", ""),
        ("/* package a.b", "a/b"),
    ],
)  # fmt: skip
def test_declared_packages_are_read(text: str, package: str) -> None:
    assert declared_package(text) == package
