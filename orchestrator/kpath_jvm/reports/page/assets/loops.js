// A method's loops: how often they ran, for how many iterations, and how uncertain their next path is.
(function (kpath) {
  "use strict";

  const { el, count, percent, table } = kpath;

  /** Makes the table of loops, one row each. */
  function loopsTable(shown) {
    const rows = [...shown.details.loops].sort((a, b) => b.cost - a.cost);
    const isOfPaths = shown.details.graph.is_of_paths;
    const hasTime = shown.page.document.time !== null;
    const heads = ["Line", ">Entries", ">Iterations", ">Mean per entry", ">Of the method's bytecodes", ...(hasTime ? [">Of recorded code's time"] : [])];
    const hasBits = isOfPaths && rows.some((loop) => loop.next_iteration !== null && loop.next_iteration.ways.length);
    const ofPaths = ["Iterations per entry", ">Paths", "Hottest sequence", "Uncertainty of the next iteration"];
    const made = table("Loops", isOfPaths ? [...heads, ...ofPaths] : heads, rows.map((loop) => [
      el("span", { class: "loop-line" },
        el("span", { class: "loop-number" }, "⤷".repeat(Math.max(loop.depth - 1, 0)), loop.line === null ? "unknown" : loop.line),
        el("small", { class: "dim statement test" }, testOf(loop)),
        loop.statement ? el("small", { class: "dim statement" }, loop.statement) : null,
        loop.cut_off ? el("small", { class: "dim statement cut-off" }, `${loop.cut_off[0].toUpperCase()}${loop.cut_off.slice(1)}.`) : null,
        loop.shared_header ? el("small", { class: "dim statement shared" }, `${loop.shared_header}.`) : null),
      known(loop, loop.entries, loop.entries_most), known(loop, loop.iterations, loop.iterations_most), loop.mean || "not known",
      percent(shown.method.cost ? loop.cost / shown.method.cost : 0),
      ...(hasTime ? [kpath.timeCell(loop)] : []),
      ...(isOfPaths ? [
        perEntry(loop.per_entry),
        count(loop.paths),
        el("span", { class: "sequence" }, loop.sequence ? loop.sequence.text : el("span", { class: "dim" }, "no sequence"),
          loop.sequence ? el("small", { class: "dim statement" }, loop.repetition ? `${loop.sequence.told}.` : loop.sequence.told) : null,
          ...(loop.sequence ? loop.sequence.paths.map((line) => el("small", { class: "dim statement of-sequence" }, line)) : []),
          loop.repetition ? el("small", { class: "dim statement" }, `${loop.repetition[0].toUpperCase()}${loop.repetition.slice(1)}.`) : null,
          loop.waiting ? el("small", { class: "statement" }, loop.waiting) : null),
        bits(loop),
      ] : []),
    ]), { stacks: true });
    shown.watch(() => {
      for (const [at, row] of [...made.querySelectorAll("tbody tr")].entries()) {
        row.classList.toggle("lit", rows[at].loop === shown.loop);
      }
    });
    return [el("p", { class: "dim" }, "A loop's share is that of the method's bytecodes executed in the loop's own blocks, without inner loops. The loop test is the code at the loop's top that decides whether an iteration begins; a loop that is tested elsewhere has none."
      + (hasBits ? " Bits say how uncertain the next iteration's way is, if the loop goes on, and how uncertain it is whether the loop is left: 0 is certain. The columns are for 0, 1, 2 … known paths before it, as far as there are enough executions to tell." : "")
      + (isOfPaths && rows.some((loop) => loop.sequence) ? ` ${shown.page.document.sequence_rule}` : "")
      + (isOfPaths ? " Outlined columns, marked “?”, are entries into the loop whose exit was not seen: they made at least this many iterations." : "")
      + (isOfPaths && rows.some((loop) => loop.per_entry && loop.per_entry.bars.some((bar) => bar.numbers > 1))
        ? " A wide column is for several numbers of iterations: it is as high as their mean share. Between columns that stand farther apart, no entry made the numbers left out." : "")
      + (rows.some(isOfCompleted)
        ? " Entries and iterations are of completed paths alone: the profiler doesn’t count other paths, so the mean isn’t known." : "")),
    made, isOfPaths ? kpath.iterationGraphs(shown) : null];
  }

  /** Says where the loop test is. */
  function testOf({ test }) {
    if (!test.blocks.length) return "no loop test";
    const where = test.lines ? kpath.linesPhrase(test.lines) : test.blocks.map((block) => `B${block}`).join(", ");
    return `loop test: ${test.conditions.join(", ")} (${where})`;
  }

  /** Says whether a loop's figures lack paths that weren't completed, of which the number isn't known. */
  const isOfCompleted = (loop) => loop.missing === null && !loop.at_least && !loop.estimated;

  /** Writes a count with its upper bound `most`, if the two differ. The count is marked if it is an estimate, or if it has no upper bound. */
  function known(loop, value, most) {
    if (value === null) return "not known";
    if (loop.estimated) return el("span", { title: "estimated" }, `≈ ${count(value)}`);
    if (most === value) return count(value);
    if (isOfCompleted(loop)) return el("span", { title: "of completed paths alone" }, count(value));
    if (most === null) return el("span", { title: "how many are missing is not known", class: "at-least" }, `≥ ${count(value)}`);
    return el("span", { title: `${count(most - value)} more at most`, class: "at-least" }, `${count(value)} to ${count(most)}`);
  }

  /** Draws how many entries made 0, 1, 2 … iterations; those whose exit wasn't seen are outlined. */
  function perEntry(found) {
    if (found === null) return el("span", { class: "dim" }, "not known");
    const most = Math.max(...found.bars.map((bar) => bar.height));
    return [found.bars.length === 0 ? null : el("span", { class: "per-entry", role: "img", "aria-label": found.text, title: found.text },
      found.bars.map(({ label, height, numbers, gap, kind }) => {
        const column = el("i", { class: kind });
        column.style.height = `${Math.max((100 * height) / most, 6).toFixed(0)}%`;
        return el("span", { class: `${numbers > 1 ? "range" : ""}${gap ? " gap" : ""}` }, el("span", {}, column), el("small", {}, label));
      })),
    el("small", { class: "dim percentiles" }, found.percentiles)];
  }

  /** Draws how uncertain the way and the exit are, with what that means in words below. */
  function bits({ next_iteration: found, next_path: words }) {
    const told = el("small", { class: "next-path" }, words);
    if (found === null || !found.ways.length) return words ? told : "";
    return [...entropies("of the way, if the loop goes on", found.ways.map((one) => one.bits)),
      ...(found.exit_bits.some((value) => value > 0) ? entropies("of whether the loop is left", found.exit_bits) : []), told];
  }

  /** Draws entropies as columns, for 0, 1, 2 … known paths from left to right, below a line that says what is uncertain. */
  function entropies(what, values) {
    const most = Math.max(...values, 1);
    const label = `Uncertainty ${what}: ${values.map((value, known) => `${known} known: ${value.toFixed(2)} bits`).join(", ")}`;
    return [el("small", { class: "dim statement" }, what), el("span", { class: "bits", role: "img", "aria-label": label, title: label },
      values.map((value) => {
        const column = el("i", {});
        column.style.height = `${Math.max((100 * value) / most, 4)}%`;
        return column;
      }))];
  }

  kpath.loopsTable = loopsTable;
})((window.kpath = window.kpath || {}));
