package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.COUNTDOWN;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;
import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;

import java.util.Map;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.FoldLog;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.engine.counting.TablesFullException;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * The k-slab forest of a thread's stream, built as in Fig. 6 of the k-BLPP paper. Labels are path
 * ids, which are unique over all methods. The paper's variables n, tau and beta belong to an
 * activation ({@link ActivationStates}), so that a call doesn't end the caller's sequence. A
 * countdown is used instead of n mod (k-1).
 *
 * <p>Every item adds one to the count of exactly one node, so the sum of all counts is the number
 * of items. Not thread-safe.
 */
public final class SlabForest implements SequenceCounter {
  /**
   * If a node has at most this many children, they are scanned. In a forest with an index, the
   * children of any other node are found through the index. The number was chosen by measurements.
   * Longer scans are slow, because the processor can't predict their length, and each sibling may
   * be a cache miss.
   */
  static final int LONGEST_SCAN = 2;

  private final int slabLength;
  private final boolean useIndex;
  private final ForestTables tables;
  final NodeArena arena;
  final IdTable roots;
  final ChildIndex index;

  /**
   * The number of further items for which the tables have room, no matter which ids the items have.
   */
  private int allowance;

  final ForestSteps steps = new ForestSteps();

  public SlabForest(ForestOptions options) {
    slabLength = options.k() - 1;
    useIndex = options.childIndex();
    tables = new ForestTables(this, useIndex);
    arena = tables.arena;
    roots = tables.roots;
    index = tables.index;
  }

  @Override
  public int feed(int[] words, int from, int to, int maxId, int[] states, int state) {
    if (to - from <= allowance) {
      int end = feedWithinAllowance(words, from, to, maxId, states, state);
      allowance -= end - from;
      return end;
    }
    int at = from;
    while (at < to) {
      int pieceEnd = at + makeAllowance(to - at);
      int end = feedWithinAllowance(words, at, pieceEnd, maxId, states, state);
      allowance -= end - at;
      if (end < pieceEnd || words[end - 1] < 0) {
        return end;
      }
      at = end;
    }
    return at;
  }

  private int feedWithinAllowance(
      int[] words, int from, int to, int maxId, int[] states, int state) {
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
        finds++;
      } else {
        long link = nodes[top + FIRST_CHILD];
        if (link < 0) {
          indexed++;
          int child = index.find(top, id);
          top = child != 0 ? child : addIndexedChild(top, id);
        } else if ((int) link == id) {
          scans++;
          top = (int) (link >>> 32);
        } else {
          top = laterChild(top, id);
        }
      }
      countdown--;
      if (bottom != 0) {
        long link = nodes[bottom + FIRST_CHILD];
        if (link < 0) {
          indexed++;
          int child = index.find(bottom, id);
          bottom = child != 0 ? child : addIndexedChild(bottom, id);
        } else if ((int) link == id) {
          scans++;
          bottom = (int) (link >>> 32);
        } else {
          bottom = laterChild(bottom, id);
        }
        nodes[bottom + COUNT]++;
      } else {
        nodes[top + COUNT]++;
      }
    }
    states[state + COUNTDOWN] = countdown;
    states[state + TOP] = top;
    states[state + BOTTOM] = bottom;
    steps.rootFinds += finds;
    steps.nodeScans += scans;
    steps.indexFinds += indexed;
    return at;
  }

  @Override
  public void feedRun(int firstId, int bits, int path, int count, int[] states, int state) {
    new RepeatedItem(this, slabLength, states, state).feed(firstId + path, count);
  }

  /**
   * Makes room for items ({@link ForestTables#makeRoom}). Returns the number of items for which
   * there is room, but at most {@code wanted}.
   *
   * @throws TablesFullException if there isn't enough memory
   */
  int makeAllowance(int wanted) {
    allowance = tables.makeRoom(wanted);
    return Math.min(allowance, wanted);
  }

  @Override
  public void setMemory(CountingMemory memory) {
    tables.setMemory(memory);
  }

  /**
   * Always fails. A forest never gives up nodes, because tests compare the results of other
   * counters with those of a forest.
   */
  @Override
  public void fold(int[] states) {
    throw new TablesFullException();
  }

  /** Does nothing. The tables never become smaller. */
  @Override
  public void trim() {}

  @Override
  public FoldLog foldLog() {
    return new FoldLog();
  }

  @Override
  public void addAll(SequenceCounter other) {
    new SlabForestAddition((SlabForest) other, this).run();
  }

  /** Returns the root with the label {@code id}. Makes the root if it doesn't exist. */
  int root(int id) {
    int place = roots.place(id);
    int node = (int) roots.entries()[place];
    if (node == 0) {
      node = arena.add();
      roots.entries()[place] = node;
    }
    return node;
  }

  /**
   * Returns the child of {@code node} with the label {@code id}. Makes the child if it doesn't
   * exist.
   */
  int child(int node, int id) {
    long link = arena.words[node + FIRST_CHILD];
    if (link < 0) {
      steps.indexFinds++;
      int child = index.find(node, id);
      return child != 0 ? child : addIndexedChild(node, id);
    }
    if ((int) link == id) {
      steps.nodeScans++;
      return (int) (link >>> 32);
    }
    return laterChild(node, id);
  }

  /**
   * Does what {@link #child} does, for a node whose children aren't in the index and whose first
   * child, if there is one, has another label.
   */
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
        steps.nodeScans += scanned;
        return sibling;
      }
      previous = sibling;
    }
    steps.nodeScans += scanned;
    int child = addChild(node, id);
    if (useIndex && scanned >= LONGEST_SCAN && mayIndex(scanned + 1)) {
      tables.indexChildren(node);
    }
    return child;
  }

  /**
   * Returns whether all children of a node can be put into the index. For each new node, room was
   * made for {@link #LONGEST_SCAN} + 1 children. More children are put into the index only if there
   * is still room for the items of the {@link #allowance} afterwards.
   */
  private boolean mayIndex(int children) {
    return children <= LONGEST_SCAN + 1
        || index.room() >= children + ForestTables.INDEXED_PER_ITEM * (allowance + 1);
  }

  /** Does nothing, because a forest is never folded. */
  @Override
  public void settle(FoldedContexts contexts) {}

  /** Returns whether the forest has a root with the label {@code id}. */
  public boolean hasRoot(int id) {
    return roots.get(id) != 0;
  }

  void endAllowance() {
    allowance = 0;
  }

  void addCount(int node, long count) {
    arena.words[node + COUNT] += count;
  }

  int addChild(int node, int id) {
    int child = arena.add();
    long[] nodes = arena.words;
    long first = nodes[node + FIRST_CHILD];
    nodes[child + NEXT_SIBLING] = first & ~INDEXED;
    nodes[node + FIRST_CHILD] = NodeArena.link(child, id) | first & INDEXED;
    return child;
  }

  int addIndexedChild(int node, int id) {
    int child = addChild(node, id);
    index.add(node, id, child);
    return child;
  }

  @Override
  public Sequences sequences() {
    return view();
  }

  /** Returns a view for reading the forest. */
  public SlabForestView view() {
    return new SlabForestView(arena, roots);
  }

  /**
   * Returns how often a root has been looked up in R, the paper's table of roots. The result is the
   * sum of ceil(N / (k-1)) over all activations, where N is an activation's number of items.
   */
  public long rootFinds() {
    return steps.rootFinds;
  }

  /**
   * Returns the number of times that the label of a node in a list of children has been compared
   * with an item.
   */
  public long nodeScans() {
    return steps.nodeScans;
  }

  /** Returns how often a child has been looked up in the index. */
  public long indexFinds() {
    return steps.indexFinds;
  }

  /** Returns the number of nodes. */
  @Override
  public int size() {
    return arena.size();
  }

  public int rootCount() {
    return roots.size();
  }

  @Override
  public Map<String, Long> figures() {
    return Map.of(
        "ksf_forests",
        1L,
        "ksf_nodes",
        (long) size(),
        "ksf_roots",
        (long) rootCount(),
        "ksf_internal_nodes",
        (long) view().internalNodes(),
        "root_finds",
        steps.rootFinds,
        "node_scans",
        steps.nodeScans,
        "index_finds",
        steps.indexFinds);
  }

  /** Returns the number of bytes in nodes, roots and index. */
  @Override
  public long bytes() {
    return tables.bytes();
  }
}
