package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.INDEXED;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;

import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.TablesFullException;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * The tables of a k-slab forest: nodes, roots, and the index of children. They grow as long as
 * there is memory. An item is the id of a path that the forest counts.
 */
final class ForestTables {
  /**
   * An item makes at most two nodes. In Fig. 6 of the k-BLPP paper, one is a root or a child of
   * tau, and the other is a child of beta.
   */
  private static final int NODES_PER_ITEM = 2;

  /**
   * The number of index entries for which an item needs room. Each node that the item makes may be
   * indexed together with {@link SlabForest#LONGEST_SCAN} siblings.
   */
  static final int INDEXED_PER_ITEM = NODES_PER_ITEM * (SlabForest.LONGEST_SCAN + 1);

  /**
   * The number of items in a forest's first pieces. A piece is a series of items for which the
   * tables are enlarged in one step.
   */
  private static final int SMALLEST_PIECE = 16;

  /**
   * The largest number of items in a piece. In a forest that gets many items, pieces grow up to
   * this number, so that the loop over the items is interrupted less often.
   */
  private static final int LARGEST_PIECE = 256;

  private static final int REFILLS_OF_A_PIECE = 64;

  final NodeArena arena = new NodeArena();
  final IdTable roots = new IdTable();
  final ChildIndex index = new ChildIndex();
  private final SlabForest forest;
  private final boolean useIndex;
  private CountingMemory memory = CountingMemory.UNBOUNDED;
  private int piece = SMALLEST_PIECE;

  /**
   * The number of items in the largest piece that is tried. It becomes {@link #SMALLEST_PIECE} when
   * memory for a larger piece has been denied.
   */
  private int largestPiece = LARGEST_PIECE;

  private int refills;

  ForestTables(SlabForest forest, boolean useIndex) {
    this.forest = forest;
    this.useIndex = useIndex;
  }

  void setMemory(CountingMemory memory) {
    this.memory = memory;
  }

  /**
   * Makes room for {@code wanted} items or for a piece, whichever is less. If memory is short, a
   * piece has {@link #SMALLEST_PIECE} items. Returns the number of items for which there is room,
   * no matter which ids the items have.
   *
   * @throws TablesFullException if memory is denied for {@code wanted} items or for the smallest
   *     piece, whichever is less
   */
  int makeRoom(int wanted) {
    int room = room();
    if (room >= wanted) {
      return room;
    }
    refills++;
    if (refills % REFILLS_OF_A_PIECE == 0 && piece < largestPiece) {
      piece *= 2;
    }
    if (room < piece) {
      makeRoomForPiece(Math.min(wanted, piece));
    }
    return room();
  }

  private int room() {
    int items = Math.min(arena.room() / NODES_PER_ITEM, roots.room());
    return useIndex ? Math.min(items, index.room() / INDEXED_PER_ITEM) : items;
  }

  private void makeRoomForPiece(int items) {
    int least = Math.min(items, SMALLEST_PIECE);
    if (items > least) {
      if (growAll(items)) {
        return;
      }
      piece = SMALLEST_PIECE;
      largestPiece = SMALLEST_PIECE;
      if (room() >= least) {
        return;
      }
    }
    if (!growAll(least)
        && !(growRoots(least) && grow(arena.snugLength(NODES_PER_ITEM * least), least))) {
      throw new TablesFullException();
    }
  }

  private boolean growAll(int items) {
    return growRoots(items) && grow(arena.grownLength(NODES_PER_ITEM * items), items);
  }

  private boolean growRoots(int items) {
    long more = roots.bytesToReserve(items);
    if (more > 0) {
      if (!memory.mayGrow(forest, more)) {
        return false;
      }
      roots.reserve(items);
    }
    return true;
  }

  /**
   * Makes the array of nodes and the index large enough for {@code items} more items. Returns
   * whether this was possible.
   */
  private boolean grow(int arenaLength, int items) {
    boolean growsArena = arena.room() < NODES_PER_ITEM * items;
    long more = growsArena ? 8L * arenaLength - arena.bytes() : 0;
    if (growsArena && more <= 0) {
      return false;
    }
    if (useIndex) {
      more += index.bytesToReserve(INDEXED_PER_ITEM * items);
    }
    if (!memory.mayGrow(forest, more)) {
      return false;
    }
    growTables(arenaLength, items);
    return true;
  }

  private void growTables(int arenaLength, int items) {
    if (arena.room() < NODES_PER_ITEM * items) {
      arena.resize(arenaLength);
    }
    if (useIndex) {
      index.reserve(INDEXED_PER_ITEM * items);
    }
  }

  /** Puts a node's children into the index. The index must not contain any of them yet. */
  void indexChildren(int node) {
    long[] nodes = arena.words;
    long first = nodes[node + FIRST_CHILD];
    nodes[node + FIRST_CHILD] = first | INDEXED;
    for (long link = first; link != 0; link = nodes[(int) (link >>> 32) + NEXT_SIBLING]) {
      index.add(node, (int) link, (int) (link >>> 32));
    }
  }

  long bytes() {
    return arena.bytes() + roots.bytes() + index.bytes();
  }
}
