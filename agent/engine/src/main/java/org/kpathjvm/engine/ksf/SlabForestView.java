package org.kpathjvm.engine.ksf;

import java.util.Arrays;
import org.kpathjvm.engine.counting.Sequences;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * Reads a k-slab forest that no longer changes. A link consists of a node (high half) and its label
 * (low half), as in {@link NodeArena}; 0 means "no node".
 */
public final class SlabForestView implements Sequences {
  private final NodeArena arena;
  private final IdTable roots;

  SlabForestView(NodeArena arena, IdTable roots) {
    this.arena = arena;
    this.roots = roots;
  }

  public static int node(long link) {
    return (int) (link >>> 32);
  }

  public static int label(long link) {
    return (int) link;
  }

  /** Returns the number of nodes in the forest. */
  @Override
  public int size() {
    return arena.size();
  }

  /** Returns links to the roots, in ascending order of labels. */
  public long[] roots() {
    int[] ids = roots.sortedIds();
    long[] links = new long[ids.length];
    for (int at = 0; at < ids.length; at++) {
      links[at] = NodeArena.link((int) roots.get(ids[at]), ids[at]);
    }
    return links;
  }

  /**
   * Returns all nodes, as items of {@link Sequences}. All nodes are found, because every node is a
   * root, a first child or a next sibling.
   */
  @Override
  public long[] items() {
    long[] items = Arrays.copyOf(roots(), size());
    int filled = roots.size();
    for (int node = NodeArena.FIRST_NODE; node < arena.end(); node += NodeArena.STRIDE) {
      if (firstChild(node) != 0) {
        items[filled++] = firstChild(node);
      }
      if (nextSibling(node) != 0) {
        items[filled++] = nextSibling(node);
      }
    }
    for (int at = 0; at < filled; at++) {
      items[at] = Long.rotateLeft(items[at], 32);
    }
    return items;
  }

  @Override
  public void addFollowers(ItemSet set, int from, int to) {
    for (int at = from; at < to; at++) {
      for (long link = firstChild(set.item(at)); link != 0; link = nextSibling(node(link))) {
        set.add(Long.rotateLeft(link, 32));
      }
    }
  }

  public long firstChild(int node) {
    return arena.words[node + NodeArena.FIRST_CHILD] & ~NodeArena.INDEXED;
  }

  public long nextSibling(int node) {
    return arena.words[node + NodeArena.NEXT_SIBLING];
  }

  /** Returns the count of a node. */
  @Override
  public long count(int node) {
    return arena.words[node + NodeArena.COUNT];
  }

  /** Returns the number of nodes with at least one child. */
  public int internalNodes() {
    int internal = 0;
    for (int node = NodeArena.FIRST_NODE; node < arena.end(); node += NodeArena.STRIDE) {
      if (firstChild(node) != 0) {
        internal++;
      }
    }
    return internal;
  }
}
