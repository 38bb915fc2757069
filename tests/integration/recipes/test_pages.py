"""Checks that the pages of docs/recipes show only lines that the projects' files have."""

from integration.recipes.commands import RECIPES


def test_the_pages_show_what_the_projects_have() -> None:
    for page, file in (("maven.md", "shop/pom.xml"), ("gradle.md", "gradle/build.gradle")):
        shown = (RECIPES / page).read_text("utf-8")
        has = {line.strip() for line in (RECIPES / file).read_text("utf-8").splitlines()}
        block = shown.partition("```xml\n" if file.endswith("xml") else "```groovy\n")[2]
        lines = {line.strip() for line in block.partition("```")[0].splitlines()} - {"..."}
        assert lines - has == set()
        assert len(lines) > 5


def test_the_page_shows_the_build_with_gates() -> None:
    page = (RECIPES / "maven.md").read_text("utf-8").partition("## A build that records")[2]
    for language, file in (("xml", "pom.xml"), ("sh", "gates.sh")):
        has = (RECIPES / "gated" / file).read_text("utf-8").splitlines()
        block = page.partition(f"```{language}\n")[2].partition("```")[0]
        lines = {line.strip() for line in block.splitlines()} - {"..."}
        assert lines - {line.strip() for line in has} == set()
        assert len(lines) > 5
