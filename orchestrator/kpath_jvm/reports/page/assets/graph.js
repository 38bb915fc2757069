// The control-flow graph. dagre lays it out, d3 draws and moves it, and the selected path is lit.
(function (kpath) {
  "use strict";

  const { el, count, short, percent, plural } = kpath;
  const FONT = "11px ui-monospace, \"SF Mono\", Menlo, Consolas, \"DejaVu Sans Mono\", monospace";
  const LINE = 15;
  const MOST_TEXT = 30;
  /** The most blocks that dagre can lay out in a time that readers will wait. */
  const MOST_BLOCKS = 400;
  const MOST_HEIGHT = 720;
  /** A graph is shown as a whole if its scale is then at least LEAST_WHOLE. Otherwise, its scale is LEAST_SCALE. */
  const LEAST_WHOLE = 0.65, LEAST_SCALE = 0.85;

  /** Returns the nodes and edges to draw. Those that never ran are included only if `isWhole`. */
  function graphOf(details, isWhole) {
    const { blocks, edges, starts, ends } = details.graph;
    const order = blocks.map((_, block) => block).filter((block) => isWhole || blocks[block].count > 0);
    const kept = new Set(order.length > MOST_BLOCKS
      ? [...order].sort((a, b) => blocks[b].count - blocks[a].count || a - b).slice(0, MOST_BLOCKS) : order);
    const texts = new Map(details.rows.filter((row) => row.text)
      .flatMap((row) => row.lines.map((line) => [line, row.text.trim()])));
    const nodes = [...kept].sort((a, b) => a - b).map((block) => {
      const { lines, label, count: times, offsets, mark } = blocks[block];
      const told = lines.map((line) => texts.get(line)).filter(Boolean);
      // A line that is only a brace says nothing, so the text is the last line with a letter or a digit.
      const text = told.findLast((one) => /\w/.test(one)) || told[0] || `bytecode ${offsets[0]}–${offsets[1]}`;
      const cut = text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text;
      return { id: `B${block}`, block, count: times, kind: "block", full: [...new Set(told)].join("\n") || text,
        head: `B${block}${label ? ` · ${kpath.linesPhrase(label)}` : ""}`,
        text: cut, tail: marked(mark, short(times)), mark };
    });
    const answers = new Map();
    for (const branch of details.branches) {
      for (const one of branch.outcomes) answers.set(`${branch.block} ${one.target}`, one.answer);
    }
    const drawn = edges.filter(([source, target]) => kept.has(source) && kept.has(target))
      .map(([source, target, kind, least, most, mark, share], at) => ({ id: `E${at}`, v: `B${source}`, w: `B${target}`,
        source, target, kind, count: most, exact: least === most, least, mark,
        answer: answers.get(`${source} ${target}`), share }));
    for (const [kind, block, times, mark] of starts) end(kind, block, times, mark, true);
    for (const [kind, block, times, mark] of ends) end(kind, block, times, mark, false);
    return { nodes, edges: drawn.filter((one) => isWhole || one.count > 0),
      left: blocks.length - kept.size, isCut: order.length > MOST_BLOCKS };

    function end(kind, block, times, mark, isStart) {
      if (!kept.has(block)) return;
      const id = `${kind}-${block}`;
      nodes.push({ id, block, kind, count: times, head: kind, text: "", tail: "", mark });
      const [v, w] = isStart ? [id, `B${block}`] : [`B${block}`, id];
      drawn.push({ id: `E-${id}`, v, w, kind: "end", source: block, target: -1, count: times, least: times,
        mark, exact: true, share: null, isStart });
    }
  }

  /** Writes ascending numbers as 1–3, 5. */
  function runs(numbers) {
    const found = [];
    for (const number of numbers) {
      const before = found[found.length - 1];
      if (before && before[1] === number - 1) before[1] = number;
      else found.push([number, number]);
    }
    return found.map(([first, last]) => (first === last ? first : `${first}–${last}`)).join(", ");
  }

  const marked = (mark, text) => (mark ? `${mark} ${text}` : text);

  function edgeLabel(edge) {
    const times = marked(edge.mark, edge.exact ? short(edge.count) : `${short(edge.least)}–${short(edge.count)}`);
    if (edge.kind === "end") return times;
    return `${edge.answer ? `${edge.answer} ` : ""}${edge.answer && edge.share !== null ? percent(edge.share) : times}`;
  }

  function laidOut(graph) {
    const made = new graphlib.Graph({ multigraph: true });
    made.setGraph({ rankdir: "TB", nodesep: 26, ranksep: 34, marginx: 12, marginy: 12, edgesep: 14 });
    for (const node of graph.nodes) {
      const head = kpath.widthOf(`${node.head}   `, `bold ${FONT}`) + kpath.widthOf(node.tail, FONT);
      node.width = Math.max(Math.max(head, kpath.widthOf(node.text, FONT)) + 20, 60);
      node.height = (node.text ? 2 : 1) * LINE + 12;
      made.setNode(node.id, node);
    }
    for (const edge of graph.edges) {
      edge.label = edgeLabel(edge);
      made.setEdge(edge.v, edge.w, Object.assign(edge, {
        width: kpath.widthOf(edge.label, FONT) + 8, height: 14, labelpos: "c", weight: edge.kind === "step" ? 2 : 1,
      }), edge.id);
    }
    dagre.layout(made);
    return made.graph();
  }

  /** What keys do while the graph has the focus: they move by pixels to the right and down, or zoom by a factor. */
  const STEP = 60;
  const MOVES = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP],
    "+": { by: 1.3 }, "-": { by: 1 / 1.3 } };

  /** Makes the graph. A path that is chosen elsewhere is lit here. */
  function flowGraph(shown) {
    const host = el("div", { class: "graph", id: "flow", tabindex: 0, role: "region", "aria-label": "Control flow",
      onkeydown: (event) => {
        const step = MOVES[event.key];
        if (!step || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        if (step.by) view.by(step.by);
        else view.move(...step);
      } });
    const about = el("p", { class: "dim" });
    const neverRan = shown.details.graph.is_estimated ? "not counted" : `never ran${shown.details.where}`;
    const whole = el("input", { type: "checkbox", onchange: () => draw() });
    const zoomed = (name, label, change) => el("button", { type: "button", class: "quiet", "aria-label": label,
      onclick: change }, name);
    const sideways = el("p", { class: "dim sideways", hidden: true },
      "The graph is wider than this: drag it sideways, or press Whole.");
    let view = null;
    const backs = new Set(shown.details.graph.edges.filter(([, , kind]) => kind === "back")
      .map(([source, target]) => `${source} ${target}`));
    const tools = el("div", { class: "tools" },
      zoomed("−", "Smaller", () => view.by(1 / 1.3)), zoomed("+", "Larger", () => view.by(1.3)),
      zoomed("Whole", "Show the whole graph", () => view.fit()),
      el("label", {}, whole, shown.details.graph.is_estimated ? " blocks and edges that were not counted" : ` blocks and edges that ${neverRan}`));

    function draw() {
      const graph = graphOf(shown.details, whole.checked);
      const never = shown.details.graph.blocks.filter((one) => one.count === 0).length;
      about.textContent = [
        `${plural(graph.nodes.filter((one) => one.kind === "block").length, "block")} of ${shown.details.graph.blocks.length}`,
        !whole.checked && never ? `${count(never)} ${neverRan}` : "",
        graph.isCut ? `only the ${MOST_BLOCKS} that ran most are drawn` : "",
        "blocks and edges show how often they were executed; an edge out of a branch shows its share of the branch's executions",
        "drag or use the arrow keys to move, Ctrl and wheel or + and − to zoom",
      ].filter(Boolean).join("; ");
      view = drawn(host, graph, sideways);
      light(shown.path);
    }

    function light(rank) {
      const path = shown.decoded(rank);
      host.classList.toggle("has-lit", Boolean(path));
      const blocks = new Map();
      const pairs = new Set();
      // A Ball-Larus path takes no back edge; an extended path may go over back edges into further iterations.
      let iteration = 1;
      for (const [at, block] of (path ? path.blocks : []).entries()) {
        const pair = `${path.blocks[at - 1]} ${block}`;
        if (at) pairs.add(pair);
        if (at && backs.has(pair)) iteration++;
        blocks.set(block, new Set([...(blocks.get(block) || []), iteration]));
      }
      const first = path ? path.blocks[0] : -1;
      const last = path ? path.blocks[path.blocks.length - 1] : -1;
      const [startKind, [endKind, endBlock]] = path ? [path.start.split(" ")[0], path.end.split(" ")] : ["", []];
      const nodes = d3.select(host).selectAll("g.node");
      nodes.each((node) => {
        node.isLit = node.kind === "block" ? blocks.has(node.block)
          : Boolean(path) && (node.kind === startKind && node.block === first
            || node.kind === endKind && node.block === last);
      }).classed("lit", (node) => node.isLit);
      nodes.select("text.iterations").text((node) => (iteration > 1 && node.kind === "block" && node.isLit
        ? `it. ${runs([...blocks.get(node.block)])}` : ""));
      view.go(nodes.data().filter((node) => node.isLit));
      const leaving = d3.select(host).selectAll("g.edge:not(.label)").data()
        .filter((edge) => edge.source === last && ["back", "loop", "cut"].includes(edge.kind));
      d3.select(host).selectAll("g.edge").classed("lit", (edge) => Boolean(path) && (
        edge.kind === "end" ? (edge.isStart ? startKind !== "loop" && edge.v === `${startKind}-${first}`
          : edge.w === `${endKind}-${last}`)
          : pairs.has(`${edge.source} ${edge.target}`)
            // An extended path says to which block it goes on. The last edge of another path is known only if a single edge is possible.
            || (endBlock === undefined ? edge.kind !== "step" && path.end !== "exit" && leaving.length === 1 && edge === leaving[0]
              : ["loop", "leave"].includes(endKind) && edge.source === last && edge.target === Number(endBlock))));
    }

    shown.watch((rank) => (view ? light(rank) : draw()));
    return [about, tools, sideways, host];
  }

  function drawn(host, graph, sideways) {
    const size = laidOut(graph);
    const most = Math.max(...graph.nodes.map((node) => node.count), 1);
    const heat = (value) => Math.log1p(value) / Math.log1p(most);
    d3.select(host).selectAll("svg").remove();
    const root = d3.select(host).append("svg").attr("role", "img")
      .attr("aria-label", `Control-flow graph of ${graph.nodes.length} nodes`);
    for (const kind of ["plain", "lit"]) {
      root.append("defs").append("marker").attr("id", `arrow-${kind}`)
        .attr("viewBox", "0 0 8 8").attr("refX", 7).attr("refY", 4).attr("markerWidth", 7)
        .attr("markerHeight", 7).attr("markerUnits", "userSpaceOnUse").attr("orient", "auto")
        .append("path").attr("d", "M0 0L8 4L0 8z");
    }
    const plane = root.append("g");
    const line = d3.line((point) => point.x, (point) => point.y).curve(d3.curveBasis);
    const edges = plane.selectAll("g.edge").data(graph.edges).join("g").attr("class", (edge) =>
      `edge ${edge.kind}${edge.count ? "" : " never"}`);
    edges.append("path").attr("d", (edge) => line(edge.points))
      .style("stroke-width", (edge) => `${1 + 2.5 * heat(edge.count)}px`);
    // The labels lie above all edges, so that no edge goes through them.
    const labels = plane.selectAll("g.label").data(graph.edges).join("g").attr("class", "edge label");
    labels.append("rect").attr("x", (edge) => edge.x - edge.width / 2 + 2).attr("y", (edge) => edge.y - 7)
      .attr("width", (edge) => edge.width - 4).attr("height", 14);
    labels.append("text").attr("x", (edge) => edge.x).attr("y", (edge) => edge.y + 4).text((edge) => edge.label);
    edges.append("title").text((edge) => `${edge.v} to ${edge.w}: `
      + `${marked(edge.mark, `${edge.exact ? "" : `${count(edge.least)} to `}${count(edge.count)}`)} times`);
    const nodes = plane.selectAll("g.node").data(graph.nodes).join("g")
      .attr("class", (node) => `node ${node.kind}${node.count ? "" : " never"}`).attr("data-block", (node) => node.block)
      .attr("transform", (node) => `translate(${node.x - node.width / 2},${node.y - node.height / 2})`);
    nodes.append("rect").attr("class", "ground").attr("width", (node) => node.width)
      .attr("height", (node) => node.height).attr("rx", (node) => (node.kind === "block" ? 5 : 14));
    nodes.append("rect").attr("class", "warm").attr("width", (node) => node.width)
      .attr("height", (node) => node.height).attr("rx", (node) => (node.kind === "block" ? 5 : 14))
      .style("opacity", (node) => (node.kind === "block" ? 0.08 + 0.42 * heat(node.count) ** 2 : 0));
    nodes.append("text").attr("class", "head").attr("x", 10).attr("y", LINE + 3).text((node) => node.head);
    nodes.append("text").attr("class", "tail").attr("x", (node) => node.width - 10).attr("y", LINE + 3)
      .text((node) => node.tail);
    nodes.append("text").attr("x", 10).attr("y", 2 * LINE + 3).text((node) => node.text);
    nodes.append("text").attr("class", "iterations").attr("x", (node) => node.width).attr("y", -4);
    nodes.append("title").text((node) => `${node.head}: ${marked(node.mark, count(node.count))} times${node.full ? `\n${node.full}` : ""}`);
    return moved(root, plane, size, graph, sideways);
  }

  /** Lets the reader move and zoom the graph. The wheel without Ctrl still scrolls the page. */
  function moved(root, plane, size, graph, sideways) {
    const host = root.node().parentNode;
    let width = 0;
    const zoom = d3.zoom().scaleExtent([0.05, 4])
      .filter((event) => (event.type === "wheel" ? event.ctrlKey : !event.button))
      .on("zoom", ({ transform }) => {
        plane.attr("transform", transform);
        host.classList.toggle("more-left", transform.x < -1);
        host.classList.toggle("more-right", transform.x + size.width * transform.k > width + 1);
        sideways.hidden = !host.classList.contains("more-left") && !host.classList.contains("more-right");
      });
    root.call(zoom).on("dblclick.zoom", null);
    /** Shows the whole graph. */
    function fit() {
      const scale = Math.min(1, width / size.width, MOST_HEIGHT / size.height);
      at(scale, size.width / 2, 0);
    }

    /** Shows the graph at a scale, with one of its points in the middle unless that would show empty space beyond its border. */
    function at(scale, x, y) {
      const isNarrow = size.width * scale <= width;
      const left = isNarrow ? (width - size.width * scale) / 2
        : Math.min(Math.max(width / 2 - x * scale, width - size.width * scale), 0);
      const height = Math.min(size.height * scale + 8, MOST_HEIGHT);
      const top = Math.min(Math.max(height / 2 - y * scale, height - 4 - size.height * scale), 4);
      root.attr("width", width).attr("height", height);
      root.call(zoom.transform, d3.zoomIdentity.translate(left, top).scale(scale));
    }

    /** Moves to some nodes, or to the method's entry if there are none. */
    function go(nodes) {
      if (!width) return;
      const whole = width / size.width;
      const scale = Math.min(1, whole >= LEAST_WHOLE ? whole : LEAST_SCALE);
      const found = nodes.length ? nodes : graph.nodes.filter((node) => node.kind === "entry");
      const x = d3.mean(found, (node) => node.x);
      at(scale, x === undefined ? size.width / 2 : x, nodes.length ? d3.mean(nodes, (node) => node.y) : 0);
    }

    // As long as the host isn't a part of the page, it has no width.
    new ResizeObserver(() => {
      if (host.clientWidth === width) return;
      width = host.clientWidth;
      go(graph.nodes.filter((node) => node.isLit));
    }).observe(host);
    return { fit, go, by: (factor) => root.call(zoom.scaleBy, factor),
      // The keys move the visible part over the graph, so the graph itself moves in the opposite direction.
      move: (x, y) => {
        const { k } = d3.zoomTransform(root.node());
        root.call(zoom.translateBy, -x / k, -y / k);
      } };
  }

  Object.assign(kpath, { flowGraph });
})((window.kpath = window.kpath || {}));
