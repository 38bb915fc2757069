"""Checks that no label in a picture of iterations lies on another label, or on a box."""

import random
from pathlib import Path
from typing import Any

import pytest

import kpath_command as kpath
from builders.looping import profile_of, random_program
from kpath_jvm.cli.main import run_verb
from oracle.harness import compile_java
from page.browser import Page

#: The recorded programs, each with the directory of its source and an argument.
RECORDED = {
    "RandomBranches": (kpath.PROGRAMS, "2000"),
    "HotWays": (kpath.PROGRAMS, "9"),
    "Tags": (kpath.REPOSITORY / "docs" / "tutorial", "Tags.java"),
}
#: Draws the loops of all methods. Returns the numbers of pictures and labels, the misplaced labels,
#: and the loops with a wrong number of labels. Misplaced labels overlap another label or a box, or
#: leave the picture.
_LOOK = """
const done = arguments[arguments.length - 1];
(async () => {
  const found = { pictures: 0, labels: 0, overlapping: [], missing: [], apart: 4 };
  const methods = kpath.methodsOf((await kpath.read("document")).methods);
  for (const method of methods.filter((one) => one.page >= 0)) {
    look(found, await kpath.read(`method-${method.page}`));
  }
  return found;
})().then(done, (error) => done(String(error)));
"""
_FUNCTIONS = """
window.look = (found, details) => {
  const view = document.querySelector("#view");
  if (!details.iterations.flows.length) return;
  view.replaceChildren(kpath.iterationGraphs({ details }));
  const overlap = (a, b, apart = 0) => a.left < b.right + apart && b.left < a.right + apart
    && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  for (const flow of details.iterations.flows.filter((one) => one.steps)) {
    const svg = view.querySelector(`figure[data-loop="${flow.loop}"] svg`);
    const edge = svg.getBoundingClientRect();
    const boxed = (selector) => [...svg.querySelectorAll(selector)].map((it) =>
      ({ text: it.textContent, box: it.getBoundingClientRect() }));
    const labels = boxed(".share");
    const others = boxed(".place .ground");
    found.pictures += 1;
    found.labels += labels.length;
    labels.forEach(({ text, box }, at) => {
      // Two labels close together would be read as one.
      const hit = labels.slice(at + 1).find((other) => overlap(box, other.box, found.apart || 0))
        || others.find((other) => overlap(box, other.box));
      if (hit) found.overlapping.push(`${flow.loop}: ${text} on ${hit.text || "a box"}`);
      if (box.left < edge.left || box.right > edge.right) found.overlapping.push(`${text} out`);
    });
    const wanted = flow.arrows.filter(([source, , count]) =>
      count / flow.nodes[source][2] >= 0.05).length;
    if (wanted !== labels.length) found.missing.push([flow.loop, wanted, labels.length]);
  }
};
"""


def _looked_at(page: Page, file: Path) -> dict[str, Any]:
    page.open(file)
    page.run(_FUNCTIONS)
    found = page.driver.execute_async_script(_LOOK)
    assert isinstance(found, dict), found
    return found


@pytest.mark.parametrize("name", RECORDED)
def test_labels_in_loops_of_recorded_programs_overlap_nothing(
    page: Page, tmp_path: Path, name: str
) -> None:
    kpath.ensure_jars()
    folder, argument = RECORDED[name]
    compile_java([folder / f"{name}.java"], tmp_path)
    (tmp_path / "Tags.java").write_text((RECORDED["Tags"][0] / "Tags.java").read_text())
    done = kpath.run(
        "run", "-q", "--no-report", "-k", "4", "-o", "one.kpath", "--",
        "java", "-cp", ".", name, argument, directory=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    file = tmp_path / "page.html"
    assert run_verb(["html", str(tmp_path / "one.kpath"), "-o", str(file)]) == 0
    found = _looked_at(page, file)
    assert found["pictures"] > 0
    assert found["labels"] > 10
    assert (found["overlapping"], found["missing"]) == ([], [])


@pytest.mark.parametrize("seed", range(4))
def test_labels_in_loops_of_random_programs_overlap_nothing(
    page: Page, tmp_path: Path, seed: int
) -> None:
    with profile_of(random_program(seed, 0.01), 3) as profile:
        file = tmp_path / "page.html"
        assert run_verb(["html", str(profile.path), "-o", str(file)]) == 0
    found = _looked_at(page, file)
    assert (found["overlapping"], found["missing"]) == ([], [])


def _flow(seed: int, paths: int) -> dict[str, Any]:
    """Returns a loop in which nearly every node follows nearly every other, with random counts."""
    choose = random.Random(seed)
    kinds = ["entry", *["path"] * paths, "inner", "other", "exit"]
    arrows = []
    for source in range(len(kinds) - 1):
        targets = [target for target in range(1, len(kinds)) if choose.random() < 0.8]
        arrows += [[source, target, choose.randint(1, 12)] for target in targets or [1]]
    counts = [sum(arrow[2] for arrow in arrows if arrow[0] == at) for at in range(len(kinds))]
    nodes = [
        [kind, kind[0].upper(), count or 10, 1] for kind, count in zip(kinds, counts, strict=True)
    ]
    return {
        "loop": seed, "completions": sum(counts), "steps": 1, "nodes": nodes, "arrows": arrows,
    }  # fmt: skip


@pytest.mark.parametrize("width", [1400, 390])
@pytest.mark.parametrize("paths", [1, 3, 5])
def test_labels_overlap_nothing_where_nearly_all_nodes_follow_all_others(
    page: Page, demo_page: Path, paths: int, width: int
) -> None:
    page.open(demo_page, width=width)
    page.run(_FUNCTIONS)
    flows = [_flow(seed, paths) for seed in range(20)]
    found = page.run(
        "const found = { pictures: 0, labels: 0, overlapping: [], missing: [] };"
        "look(found, { iterations: { why_not: null, left: 0, flows: arguments[0] },"
        " loops: arguments[0].map((it) => ({ loop: it.loop, line: String(it.loop) })) });"
        "return found;",
        flows,
    )
    assert found["pictures"] == 20
    assert (found["overlapping"], found["missing"]) == ([], [])
    assert page.problems() == []
