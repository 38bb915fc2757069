package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.ksf.ActivationStates.COUNTDOWN;
import static org.kpathjvm.engine.ksf.ActivationStates.TOP;
import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;

import org.kpathjvm.engine.hash.IdTable;

/**
 * The k-slab forest of a thread's stream, built as in Fig. 6 of the k-BLPP paper. Labels are path
 * ids, unique over methods; n, tau and beta belong to the activation ({@link ActivationStates}), so
 * that a callee does not end its caller's sequence. n mod (k-1) is a countdown.
 *
 * <p>Every item adds one to exactly one node: the counts sum up to the items. Not thread-safe.
 */
public final class SlabForest {
  /**
   * Children of a node with more of them than this are found through the index. Measured: a scan's
   * length is what the processor cannot predict, and each sibling may be a cache miss.
   */
  static final int LONGEST_SCAN = 2;

  private final int slabLength;
  private final boolean moveToFront;
  private final boolean useIndex;
  private final NodeArena arena = new NodeArena();
  private final IdTable roots = new IdTable();
  private final ChildIndex index = new ChildIndex();
  private long rootFinds;
  private long nodeScans;
  private long indexFinds;

  public SlabForest(ForestOptions options) {
    slabLength = options.k() - 1;
    moveToFront = options.moveToFront();
    useIndex = options.childIndex();
  }

  /**
   * Processes the ids from {@code words[from]} on as the next items of one activation, up to and
   * including a negated id, which is the activation's last, or up to the first word whose absolute
   * value is not in 1..maxId, or to {@code to}; returns where it stopped.
   *
   * @param states {@link ActivationStates#fields()}, {@code state} the activation's
   */
  public int feed(int[] words, int from, int to, int maxId, int[] states, int state) {
    long[] nodes = arena.words;
    int countdown = states[state + COUNTDOWN];
    int top = states[state + TOP];
    int bottom = states[state + BOTTOM];
    long finds = 0;
    long scans = 0;
    long indexed = 0;
    int at = from;
    while (at < to) {
      int id = words[at];
      if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
        id = -id;
        if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
          break;
        }
        to = at;
      }
      at++;
      if (countdown == 0) {
        countdown = slabLength;
        bottom = top;
        top = root(id);
        nodes = arena.words;
        finds++;
      } else {
        long link = nodes[top + FIRST_CHILD];
        if (link < 0) {
          indexed++;
          int child = index.find(top, id);
          top = child != 0 ? child : addIndexedChild(top, id);
          nodes = arena.words;
        } else if ((int) link == id) {
          scans++;
          top = (int) (link >>> 32);
        } else {
          top = laterChild(top, id);
          nodes = arena.words;
        }
      }
      countdown--;
      if (bottom != 0) {
        long link = nodes[bottom + FIRST_CHILD];
        if (link < 0) {
          indexed++;
          int child = index.find(bottom, id);
          bottom = child != 0 ? child : addIndexedChild(bottom, id);
          nodes = arena.words;
        } else if ((int) link == id) {
          scans++;
          bottom = (int) (link >>> 32);
        } else {
          bottom = laterChild(bottom, id);
          nodes = arena.words;
        }
        nodes[bottom + COUNT]++;
      } else {
        nodes[top + COUNT]++;
      }
    }
    states[state + COUNTDOWN] = countdown;
    states[state + TOP] = top;
    states[state + BOTTOM] = bottom;
    rootFinds += finds;
    nodeScans += scans;
    indexFinds += indexed;
    return at;
  }

  /** One item: Fig. 6 for r = id. */
  public void step(int id, int[] states, int state) {
    steps(id, 1, 1, states, state);
  }

  /**
   * {@code times} items with the same id: the same as that many steps, in O(k).
   *
   * <p>Three whole slabs after the run's beginning both paths repeat themselves (the first makes
   * tau's path all id, the second beta's, the third brings moved children to rest); from then on a
   * slab does exactly what the slab before did, so all further ones are taken in one pass.
   */
  public void run(int id, long times, int[] states, int state) {
    long unsettled = states[state + COUNTDOWN] + 3L * slabLength;
    long slabs = (times - unsettled) / slabLength;
    if (times <= unsettled || slabs < 2) {
      steps(id, times, 1, states, state);
      return;
    }
    steps(id, unsettled, 1, states, state);
    steps(id, slabLength, slabs, states, state);
    steps(id, times - unsettled - slabs * slabLength, 1, states, state);
  }

  /** {@code times} steps, each of which counts as {@code weight}. */
  private void steps(int id, long times, long weight, int[] states, int state) {
    int countdown = states[state + COUNTDOWN];
    int top = states[state + TOP];
    int bottom = states[state + BOTTOM];
    long scansBefore = nodeScans;
    long indexFindsBefore = indexFinds;
    for (long done = 0; done < times; done++) {
      if (countdown == 0) {
        countdown = slabLength;
        bottom = top;
        top = root(id);
        rootFinds += weight;
      } else {
        top = child(top, id);
      }
      countdown--;
      if (bottom != 0) {
        bottom = child(bottom, id);
      }
      arena.words[(bottom != 0 ? bottom : top) + COUNT] += weight;
    }
    nodeScans = scansBefore + (nodeScans - scansBefore) * weight;
    indexFinds = indexFindsBefore + (indexFinds - indexFindsBefore) * weight;
    states[state + COUNTDOWN] = countdown;
    states[state + TOP] = top;
    states[state + BOTTOM] = bottom;
  }

  /** Adds a forest's counts to this one; the sum stands for both streams. */
  public void addAll(SlabForest other) {
    new SlabForestAddition(other, this).run();
  }

  /** The root labelled {@code id}, made when it is new. */
  int root(int id) {
    int place = roots.place(id);
    int node = (int) roots.entries()[place];
    if (node == 0) {
      node = arena.add();
      roots.entries()[place] = node;
    }
    return node;
  }

  /** The child of {@code node} labelled {@code id}, made when it is new. */
  int child(int node, int id) {
    long link = arena.words[node + FIRST_CHILD];
    if (link < 0) {
      indexFinds++;
      int child = index.find(node, id);
      return child != 0 ? child : addIndexedChild(node, id);
    }
    if ((int) link == id) {
      nodeScans++;
      return (int) (link >>> 32);
    }
    return laterChild(node, id);
  }

  /** As {@link #child}, for a node without index whose first child isn't the one. */
  private int laterChild(int node, int id) {
    long[] nodes = arena.words;
    long first = nodes[node + FIRST_CHILD];
    if (first == 0) {
      return addChild(node, id);
    }
    int scanned = 1;
    int previous = (int) (first >>> 32);
    for (long link = nodes[previous + NEXT_SIBLING];
        link != 0;
        link = nodes[previous + NEXT_SIBLING]) {
      scanned++;
      int sibling = (int) (link >>> 32);
      if ((int) link == id) {
        nodeScans += scanned;
        if (moveToFront) {
          nodes[previous + NEXT_SIBLING] = nodes[sibling + NEXT_SIBLING];
          nodes[sibling + NEXT_SIBLING] = first;
          nodes[node + FIRST_CHILD] = link;
        }
        return sibling;
      }
      previous = sibling;
    }
    nodeScans += scanned;
    int child = addChild(node, id);
    if (useIndex && scanned == LONGEST_SCAN) {
      indexChildren(node);
    }
    return child;
  }

  void addCount(int node, long count) {
    arena.words[node + COUNT] += count;
  }

  private int addChild(int node, int id) {
    int child = arena.add();
    long[] nodes = arena.words;
    long first = nodes[node + FIRST_CHILD];
    nodes[child + NEXT_SIBLING] = first & ~INDEXED;
    nodes[node + FIRST_CHILD] = NodeArena.link(child, id) | first & INDEXED;
    return child;
  }

  private int addIndexedChild(int node, int id) {
    int child = addChild(node, id);
    index.add(node, id, child);
    return child;
  }

  private void indexChildren(int node) {
    long[] nodes = arena.words;
    long first = nodes[node + FIRST_CHILD];
    nodes[node + FIRST_CHILD] = first | INDEXED;
    for (long link = first; link != 0; link = nodes[(int) (link >>> 32) + NEXT_SIBLING]) {
      index.add(node, (int) link, (int) (link >>> 32));
    }
  }

  /** The nodes, for those who read the forest. */
  public SlabForestView view() {
    return new SlabForestView(arena, roots);
  }

  /** Finds in R so far: the sum over activations of ceil(N / (k-1)). */
  public long rootFinds() {
    return rootFinds;
  }

  /** Nodes that were compared with an item in lists of children so far. */
  public long nodeScans() {
    return nodeScans;
  }

  /** Finds through the index of children so far. */
  public long indexFinds() {
    return indexFinds;
  }

  /** Nodes, which is also the number of insertions so far. */
  public int size() {
    return arena.size();
  }

  public int rootCount() {
    return roots.size();
  }

  /** Bytes of nodes, roots and index. */
  public long bytes() {
    return arena.bytes() + roots.bytes() + index.bytes();
  }
}
