// The source of a method, or its lines and blocks if there is no source. The margin shows what branches decided.
(function (kpath) {
  "use strict";

  const { el, count, short, percent } = kpath;
  const MOST_OUTCOMES = 6;

  /** Writes a row's count with its mark, or its two bounds; `write` writes a number. */
  function counted({ count: most, least, mark }, write, to) {
    if (mark) return `${mark} ${write(most)}`;
    return least === most ? write(most) : `${write(least)}${to}${write(most)}`;
  }

  /** Makes the table of rows. The rows of the selected path are lit. */
  function sourceTable(shown) {
    const { rows, branches, file, where } = shown.details;
    const hasSource = rows.some((row) => row.text !== null);
    const most = rows.reduce((found, row) => Math.max(found, row.count || 0), 1);
    const indent = rows.reduce((found, row) => (row.text ? Math.min(found, spaces(row.text)) : found), 99);
    const tests = new Set(shown.details.loops.flatMap((loop) => loop.test.blocks));
    const lines = rows.map((row) => {
      const here = branches.filter((one) => (one.line === null
        ? row.blocks.includes(one.block) : row.lines.includes(one.line)));
      return el("tr", { role: "row", class: row.count === null ? "plain" : row.count === 0 && !where ? "never" : null },
        el("td", { role: "cell", class: "line" }, row.label),
        el("td", { role: "cell", class: "count", title: row.count === null ? null : `${counted(row, count, " to ")} times` },
          row.count === null ? "" : counted(row, short, "–"), heat(row.count, most)),
        code(row, indent, hasSource),
        el("td", { role: "cell", class: "margin" }, here.map((one) => branch(one, where, tests.has(one.block)))));
    });
    const hasFar = rows.some((row) => row.label.length > 5);
    const table = el("table", { role: "table", class: `source${hasFar ? " far" : ""}` },
      el("caption", { class: "hidden" }, "Lines with counts and outcomes of their branches"),
      el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ["Line", "Count", hasSource ? "Source" : "Blocks", "Branches"].map((head) =>
        el("th", { role: "columnheader", scope: "col" }, head)))),
      el("tbody", { role: "rowgroup" }, lines));
    shown.watch((rank) => {
      const path = shown.decoded(rank);
      const onPath = new Set(path ? path.blocks : []);
      const linesOf = new Set(path ? path.all_lines : []);
      for (const [at, element] of lines.entries()) {
        const row = rows[at];
        const isLit = path && (row.lines.length ? row.lines.some((line) => linesOf.has(line))
          : row.blocks.some((block) => onPath.has(block)));
        element.classList.toggle("lit", Boolean(isLit));
        element.classList.toggle("unlit", Boolean(path) && !isLit);
      }
    });
    return [
      el("p", { class: "dim" }, hasSource ? `${file}.`
        : `${file || "An unknown file"}: no source was given or found (html --sources DIR), so the blocks of the lines are shown.`,
      " A line's count says how often the line was executed; the bar below it is logarithmic.",
      branches.length ? " A text with a blue line at its left is a branch of the source line beside or above it: its condition, then each answer with its share of the branch's executions and, in small print, how often it came." : null),
      branches.some((one) => one.question !== one.in_class_file) ? el("p", { class: "dim" }, "Conditions are those of the source; a rule of kpath-jvm check may name a branch by one of them only with --sources, because the class file may ask the opposite.") : null,
      where && rows.some((row) => row.count === 0) ? el("p", { class: "dim" }, `A count of 0 means: never${where}.`) : null,
      branches.some((one) => one.dependence.length) ? el("p", { class: "dim" }, "The lines under the answers say what the branch depends on: in the first iterations of its loop, or given what another branch had answered, how often its first answer came, in percent of as many executions as the text names. "
        + "The 1st iteration begins where the loop is entered, and each back edge begins the next one; if a loop test ends the loop, the last number is that of this test alone, which isn’t among the loop’s iterations per entry. What is said is true of this run; chance is excluded only as far as "
        + "executions are independent: a run that does the same work several times repeats its coincidences, too.") : null,
      el("div", { class: "scrolls", tabindex: 0, role: "region", "aria-label": "Source" }, table),
    ];
  }

  function heat(value, most) {
    if (!value) return null;
    return el("span", { class: "heat", "aria-hidden": "true", "width%": Math.log1p(value) / Math.log1p(most) });
  }

  const spaces = (text) => text.length - text.trimStart().length;

  /** Makes the cell with a line's text, or with its blocks if there is no text. A long text wraps to its own indentation. */
  function code(row, indent, hasSource) {
    const blocks = hasSource ? "" : row.blocks.map((block) => `B${block}`).join(" ");
    const cell = el("td", { role: "cell", class: "code" }, row.text !== null ? row.text.trimStart()
      : !row.label && !row.blocks.length ? "⋯" : blocks);
    if (row.text) {
      cell.classList.add("text");
      cell.style.setProperty("--indent", spaces(row.text) - indent);
    }
    return cell;
  }

  /** Makes a branch: its question, how often each answer came, and what decides it. `where` says for which executions "never" holds, and `isTest` that the branch is in a loop test. */
  function branch(one, where, isTest) {
    const executed = one.outcomes.filter((outcome) => outcome.most > 0);
    const first = executed.slice(0, MOST_OUTCOMES);
    const left = one.outcomes.length - first.length;
    const others = left === 1 ? "the other way" : `the other ${left} ways`;
    const rest = executed.length === first.length ? `${others} never taken${where}` : `${left} more`;
    return el("div", { class: "branch", "data-block": one.block },
      el("div", { class: "question" }, one.question, isTest ? el("small", { class: "test" }, " (loop test)") : null),
      el("div", { class: "outcomes" },
        el("span", { class: "split", "aria-hidden": "true" },
          one.outcomes.map((outcome) => el("i", { "width%": outcome.share }))),
        first.map((outcome) => el("span", { class: "outcome", title: `${between(outcome, count)} times` },
          `${outcome.answer} `, el("b", {}, between({ count: outcome.share, most: outcome.most / one.count }, percent)),
          el("small", { class: "dim" }, ` ${between(outcome, short)}`))),
        left > 0 ? el("span", { class: "dim" }, executed.length ? rest : `never decided${where}`) : null,
        one.unknown ? el("span", { class: "dim" }, `${short(one.unknown)} not known`) : null),
      one.dependence.map((line) => el("div", { class: "depends" }, line)));
  }

  /** Writes a count, or its two bounds. */
  const between = ({ count: least, most }, text) => (least === most ? text(least) : `${text(least)} to ${text(most)}`);

  kpath.sourceTable = sourceTable;
})((window.kpath = window.kpath || {}));
