"""The notebooks run on the data beside them, and are stored without outputs."""

import ast
import os
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

import kpath_jvm
from builders.waiting import LIMIT_SECONDS

REPOSITORY = Path(__file__).resolve().parent.parent.parent
NOTEBOOKS = REPOSITORY / "notebooks"
NAMES = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))
#: Texts that the outputs of each notebook must contain.
SHOWN = {
    "01_evaluation.ipynb": ["<svg", "eclipse", "does not hold", "holds"],
    # 0.664218 is the share of path A (39) among the paths that follow path D (44).
    "02_one_profile.ipynb": ["<svg", "checkTaskTag", "0.664218", "(38, 5, 38, 5)"],
    "03_two_jvms.ipynb": ["25.0.3", "14 of 767 methods differ", "ClasspathJep247Jdk12", "603974"],
}


def test_every_notebook_is_known() -> None:
    assert set(NAMES) == set(SHOWN)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    paths = [str(REPOSITORY / "orchestrator"), os.environ.get("PYTHONPATH", "")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(filter(None, paths)))
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    client = NotebookClient(
        notebook, timeout=int(LIMIT_SECONDS), kernel_name="python3",
        resources={"metadata": {"path": str(NOTEBOOKS)}},
    )  # fmt: skip
    client.execute()
    shown = []
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            assert output["output_type"] != "error"
            assert output.get("name") != "stderr", output.get("text")
            shown += [str(output.get("text", "")), *map(str, output.get("data", {}).values())]
    for text in SHOWN[name]:
        assert any(text in one for one in shown), text


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_has_no_outputs_and_imports_only_kpath_jvm(name: str) -> None:
    notebook = nbformat.read(NOTEBOOKS / name, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type != "code":
            continue
        assert cell.outputs == []
        assert cell.execution_count is None
        for node in ast.walk(ast.parse(cell.source)):
            if isinstance(node, ast.Import):
                assert [alias.name for alias in node.names] == ["kpath_jvm"]
            if isinstance(node, ast.ImportFrom):
                assert node.module == "kpath_jvm"
                assert {alias.name for alias in node.names} <= set(kpath_jvm.__all__)


@pytest.mark.parametrize("name", sorted(path.name for path in (NOTEBOOKS / "data").glob("*.kpath")))
def test_a_stored_profile_opens(name: str) -> None:
    assert len(kpath_jvm.Profile.open(NOTEBOOKS / "data" / name).methods) > 100


def test_the_data_is_small_and_names_no_directories() -> None:
    files = [path for path in (NOTEBOOKS / "data").rglob("*") if path.is_file()]
    assert sum(path.stat().st_size for path in files) < 2_000_000
    for path in files:
        if path.suffix in (".json", ".csv", ".md"):
            text = path.read_text("utf-8")
            for home in ("/home/", "/root", "/tmp/", "/usr/lib/jvm"):
                assert home not in text, path
