// Places the visible nodes of a k-IPF as in the k-BLPP paper's Fig. 4, each node on the row of its first child.
(function (kpath) {
  "use strict";

  /**
   * Lays out the visible nodes. Each of them is an item, in depth-first order, so rows ascend. For
   * each item, `nodes` has the node, `rows` its row, `parents` the item of its parent (-1 for a root),
   * `lasts` the row of its last visible child (its own row without one) and `left` the number of its
   * children that are left out. `starts` has each row's first item, and then the number of items.
   * `rests` are rows without an item, below the children of an item: each has its `row`, the `item`,
   * and the words and the count of what came after the item's node besides its children.
   *
   * `isOpen(node)` says whether a node's children are shown. `least` is the share of its root's count
   * that a node must reach to be shown. `isWhole(node)` says that all of a node's children are shown,
   * whatever their shares.
   */
  function laidOut(forest, { isOpen, isWhole, least }) {
    const made = { nodes: [], rows: [], parents: [], lasts: [], left: [], starts: [], rests: [] };
    const { nodes, rows, parents, lasts, left, starts, rests } = made;
    // Pairs of a node and its parent's item. For a row without an item, its words and its count follow.
    const waiting = [];
    for (let at = forest.roots.length - 1; at >= 0; at--) waiting.push([forest.roots[at], -1]);
    let rootCount = 0;
    while (waiting.length) {
      const [node, parent, words, number] = waiting.pop();
      if (words) {
        lasts[parent] = starts.length;
        rests.push({ row: starts.length, item: parent, words, count: number });
        starts.push(nodes.length);
        continue;
      }
      const item = nodes.length;
      if (parent < 0) rootCount = forest.counts[node];
      // The first child stands beside its parent.
      if (parent < 0 || parent !== item - 1) starts.push(item);
      const row = starts.length - 1;
      const reached = isWhole(node) ? 0 : least * rootCount;
      const shown = isOpen(node) ? reaching(forest, node, reached) : [];
      nodes.push(node);
      rows.push(row);
      parents.push(parent);
      lasts.push(row);
      left.push(forest.childCount(node) - shown.length);
      if (parent >= 0) lasts[parent] = row;
      const others = shown.length ? forest.rests(node).filter(([, count]) => count >= reached) : [];
      for (const other of others.reverse()) waiting.push([node, item, ...other]);
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
