package org.kpathjvm.runtime.inline;

import java.util.List;

/**
 * The k-slab forest as the k-BLPP paper builds it: each probe runs the procedure process_bl_path_id
 * (Fig. 6), here {@link #step}.
 *
 * <p>A node refers to its first child and to its next sibling. The children of a node are scanned
 * one after the other, and a new child is put first. The hash table {@link #roots} is the paper's
 * R. The paper's variables n, tau and beta are in the activation's value ({@link Activation}).
 * Instead of n mod (k-1), the value has a countdown.
 *
 * <p>The node with the number {@code node} is three longs of the array {@link #nodes}:
 *
 * <pre>
 * 3 * node       path's id (high half), next sibling (low half; 0: none)
 * 3 * node + 1   first child; 0: none
 * 3 * node + 2   count
 * </pre>
 *
 * <p>Every item (a path's id) adds one to the count of exactly one node. If a StackOverflowError
 * interrupts this, the item either has been counted, or has added only nodes with a count of 0. Not
 * thread-safe.
 */
final class Forest implements Tables {
  static final int STRIDE = 3;
  static final int CHILD = 1;
  static final int COUNT = 2;
  private static final int FIRST_NODES = 256;
  private static final int DOUBLED_UP_TO_LENGTH = 1 << 22;
  private static final int LONGEST_LENGTH = STRIDE * (Activation.LARGEST_NODE + 1);

  private static final int NO_NODE = 0;

  private static final int SLAB_LENGTH = InlineSetup.k - 1;

  private final int slabLength;
  long[] nodes = new long[STRIDE * FIRST_NODES];
  final PathTable roots = new PathTable();

  /** The number of the next new node. */
  int end = 1;

  /** How often line 8 of Fig. 6 was executed. */
  long rootFinds;

  /** The number of nodes that lines 13 and 21 of Fig. 6 compared with items. */
  long nodeScans;

  Forest() {
    this(SLAB_LENGTH);
  }

  Forest(int slabLength) {
    this.slabLength = slabLength;
  }

  /**
   * Processes one item of an activation.
   *
   * @return the activation's new value; 0 if there is no memory for a node
   */
  long step(long activation, int id) {
    int countdown = Activation.countdown(activation);
    int top = Activation.top(activation);
    int bottom = Activation.bottom(activation);
    if (countdown == 0) {
      countdown = slabLength;
      bottom = top;
      top = root(id);
    } else {
      top = child(top, id);
    }
    if (top == NO_NODE) {
      return 0;
    }
    int counted = top;
    if (bottom != 0) {
      bottom = child(bottom, id);
      if (bottom == NO_NODE) {
        return 0;
      }
      counted = bottom;
    }
    long next = Activation.of(top, bottom, countdown - 1);
    nodes[STRIDE * counted + COUNT]++;
    return next;
  }

  private int root(int id) {
    int place = roots.place(id);
    if (place == PathTable.NO_PLACE) {
      return NO_NODE;
    }
    rootFinds++;
    int node = (int) roots.entries()[place];
    return node != 0 ? node : addRoot(id, place);
  }

  private int addRoot(int id, int place) {
    if (!hasRoom()) {
      return NO_NODE;
    }
    int node = end;
    nodes[STRIDE * node] = (long) id << 32;
    roots.entries()[place] = node;
    end = node + 1;
    return node;
  }

  private int child(int parent, int id) {
    long[] arena = nodes;
    int scanned = 0;
    int node = (int) arena[STRIDE * parent + CHILD];
    while (node != 0) {
      scanned++;
      long word = arena[STRIDE * node];
      if ((int) (word >>> 32) == id) {
        nodeScans += scanned;
        return node;
      }
      node = (int) word;
    }
    nodeScans += scanned;
    return addChild(parent, id);
  }

  private int addChild(int parent, int id) {
    if (!hasRoom()) {
      return NO_NODE;
    }
    int node = end;
    nodes[STRIDE * node] = (long) id << 32 | nodes[STRIDE * parent + CHILD];
    nodes[STRIDE * parent + CHILD] = node;
    end = node + 1;
    return node;
  }

  private boolean hasRoom() {
    return STRIDE * end < nodes.length || grow();
  }

  private boolean grow() {
    int length = nodes.length;
    if (length >= LONGEST_LENGTH) {
      Threads.giveUp();
      return false;
    }
    int more = length < DOUBLED_UP_TO_LENGTH ? length : length / 2;
    // The array grows by whole nodes.
    int longer = (int) Math.min((long) length + more / STRIDE * STRIDE, LONGEST_LENGTH);
    long[] grown = TableMemory.longer(nodes, longer);
    if (grown == null) {
      return false;
    }
    nodes = grown;
    return true;
  }

  /** Returns the number of nodes, including the roots. */
  int size() {
    return end - 1;
  }

  int id(int node) {
    return (int) (nodes[STRIDE * node] >>> 32);
  }

  long count(int node) {
    return nodes[STRIDE * node + COUNT];
  }

  /**
   * Returns an array with the parent of each node, indexed by the node's number. The parent of a
   * root is 0. Nodes that a thread in a probe adds meanwhile are left out.
   */
  int[] parents() {
    int[] parents = new int[end];
    long[] arena = nodes;
    for (int node = 1; node < parents.length; node++) {
      int child = (int) arena[STRIDE * node + CHILD];
      for (; child != 0; child = (int) arena[STRIDE * child]) {
        if (child < parents.length) {
          parents[child] = node;
        }
      }
    }
    return parents;
  }

  @Override
  public Tables fresh() {
    return new Forest();
  }

  @Override
  public Rows rows(List<Tables> ofAllThreads) {
    return new ForestRows(ofAllThreads);
  }

  @Override
  public void addTo(Totals totals) {
    long[] arena = nodes;
    int last = Math.min(end, arena.length / STRIDE);
    long items = 0;
    long internal = 0;
    for (int node = 1; node < last; node++) {
      items += arena[STRIDE * node + COUNT];
      internal += arena[STRIDE * node + CHILD] != 0 ? 1 : 0;
    }
    totals.add(Totals.ITEMS, items);
    totals.add("ksf_nodes", last - 1);
    totals.add("ksf_roots", roots.size());
    totals.add("ksf_internal_nodes", internal);
    totals.add("hash_operations", rootFinds);
    totals.add("node_scans", nodeScans);
    totals.add(Totals.BYTES, 8L * (arena.length + roots.entries().length));
  }
}
