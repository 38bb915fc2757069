// Places the visible nodes of a k-IPF as in the k-BLPP paper's Fig. 4, each node on the row of its first child.
(function (kpath) {
  "use strict";

  /**
   * Lays out the visible nodes. Each of them is an item, in depth-first order, so rows ascend. For
   * each item, `nodes` has the node, `rows` its row, `parents` the item of its parent (-1 for a root),
   * `lasts` the row of its last visible child (its own row without one) and `left` the number of its
   * children that are left out. `starts` has each row's first item, and then the number of items.
   *
   * `isOpen(node)` says whether a node's children are shown. `least` is the share of its root's count
   * that a node must reach to be shown. `isWhole(node)` says that all of a node's children are shown,
   * whatever their shares.
   */
  function laidOut(forest, { isOpen, isWhole, least }) {
    const made = { nodes: [], rows: [], parents: [], lasts: [], left: [], starts: [] };
    const { nodes, rows, parents, lasts, left, starts } = made;
    // Pairs of a node and its parent's item.
    const waiting = [];
    for (let at = forest.roots.length - 1; at >= 0; at--) waiting.push([forest.roots[at], -1]);
    let rootCount = 0;
    while (waiting.length) {
      const [node, parent] = waiting.pop();
      const item = nodes.length;
      if (parent < 0) rootCount = forest.counts[node];
      // The first child stands beside its parent.
      if (parent < 0 || parent !== item - 1) starts.push(item);
      const row = starts.length - 1;
      const shown = isOpen(node) ? reaching(forest, node, isWhole(node) ? 0 : least * rootCount) : [];
      nodes.push(node);
      rows.push(row);
      parents.push(parent);
      lasts.push(row);
      left.push(forest.childCount(node) - shown.length);
      if (parent >= 0) lasts[parent] = row;
      for (let at = shown.length - 1; at >= 0; at--) waiting.push([shown[at], item]);
    }
    starts.push(nodes.length);
    made.height = starts.length - 1;
    return made;
  }

  /** Returns the children with at least this count, the most frequent first. */
  function reaching(forest, node, count) {
    const children = forest.children(node);
    const end = children.findIndex((child) => forest.counts[child] < count);
    return end < 0 ? children : children.slice(0, end);
  }

  kpath.laidOut = laidOut;
})((window.kpath = window.kpath || {}));
