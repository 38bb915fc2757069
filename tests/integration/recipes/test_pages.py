"""Checks that what the pages of docs/recipes show of a project is in its files."""

from integration.recipes.commands import RECIPES


def test_the_pages_show_what_the_projects_have() -> None:
    for page, file in (("maven.md", "shop/pom.xml"), ("gradle.md", "gradle/build.gradle")):
        shown = (RECIPES / page).read_text("utf-8")
        has = {line.strip() for line in (RECIPES / file).read_text("utf-8").splitlines()}
        block = shown.partition("```xml\n" if file.endswith("xml") else "```groovy\n")[2]
        lines = {line.strip() for line in block.partition("```")[0].splitlines()} - {"..."}
        assert lines - has == set()
        assert len(lines) > 5
