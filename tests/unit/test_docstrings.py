"""Tests that docstrings are in the third person, and that ``<pre>`` in Javadoc keeps its lines.

Only the help of commands is imperative.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import kpath_jvm
from kpath_command import REPOSITORY

_PACKAGE = Path(kpath_jvm.__file__).parent
_IMPERATIVES = re.compile(
    r"(Add|Apply|Build|Check|Compute|Convert|Copy|Count|Create|Decode|Draw|Find|Give|Keep|Make|Merge"
    r"|Open|Parse|Print|Put|Raise|Read|Remove|Render|Replace|Return|Run|Say|Sort|Start|Stop|Take"
    r"|Turn|Wait|Write|Yield) "
)
#: Names of functions whose docstrings click shows to users. Functions with ``@verb`` are commands,
#: too.
_COMMANDS = frozenset(("command", "group"))


def _functions(text: str) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _is_command(node):
            yield node


def _is_command(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    made = (ast.unparse(decorator) for decorator in function.decorator_list)
    return function.name in _COMMANDS or any(it.startswith("verb(") for it in made)


def imperative(text: str) -> list[str]:
    """Returns a module's functions, except commands, whose docstrings begin with an imperative."""
    return [
        function.name
        for function in _functions(text)
        if _IMPERATIVES.match(ast.get_docstring(function) or "")
    ]


def test_docstrings_are_in_the_third_person() -> None:
    found = {
        str(path.relative_to(_PACKAGE)): names
        for path in _PACKAGE.rglob("*.py")
        if (names := imperative(path.read_text("utf-8")))
    }
    assert not found, "write Returns ..., Reads ..., Writes ..."


def test_the_check_finds_only_imperatives() -> None:
    text = '''
def one():
    """Return it."""
async def two():
    """Returns it."""
def command():
    """Run a program."""
@verb("add", within=command)
def add():
    """Add a profile."""
def three():
    """The rows."""
'''
    assert imperative(text) == ["one"]


#: The beginning of a ``<pre>`` layout whose lines a formatter or an editor has joined.
_JOINED = re.compile(r"\* <pre> *[^ \n](?!.*</pre>)")


def test_the_layouts_of_javadoc_keep_their_lines() -> None:
    found = [
        str(path.relative_to(REPOSITORY))
        for base in ("agent", "benchmarks")
        for path in (REPOSITORY / base).glob("**/src/**/*.java")
        if _JOINED.search(path.read_text("utf-8"))
    ]
    assert not found, "begin the text after <pre> on a line of its own"


def test_only_joined_layouts_are_found() -> None:
    assert _JOINED.search("/**\n * <pre> 0 word 1 count\n * </pre>\n */")
    assert not _JOINED.search("/**\n * <pre>\n * 0 word\n * 1 count\n * </pre>\n */")
    assert not _JOINED.search("/** <p> * <pre> count &lt;= n </pre>\n */")
