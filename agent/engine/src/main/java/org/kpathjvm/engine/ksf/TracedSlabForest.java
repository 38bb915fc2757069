package org.kpathjvm.engine.ksf;

import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.COUNTDOWN;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;
import static org.kpathjvm.engine.ksf.NodeArena.COUNT;
import static org.kpathjvm.engine.ksf.NodeArena.FIRST_CHILD;
import static org.kpathjvm.engine.ksf.NodeArena.NEXT_SIBLING;

import org.kpathjvm.engine.cache.CacheHierarchy;
import org.kpathjvm.engine.hash.TracedPathCounter;

/**
 * A k-slab forest as in the k-BLPP paper, without an index. Its accesses to nodes and to R, the
 * table of roots, go through simulated caches. The address of a long is the base address of its
 * array plus 8 times the long's index. A read, a write or an update of a long is one access. Two
 * things aren't traced: the variables n, tau and beta, which a probe would keep in registers, and
 * the copying of an array into a larger one.
 *
 * <p>For each item, this class first follows the links that the forest will follow, and sends the
 * accesses to the caches. Then the forest counts the item.
 */
public final class TracedSlabForest {
  private static final long ROOTS_OFFSET = 1L << 39;

  private final SlabForest forest;
  private final int slabLength;
  private final NodeArena arena;
  private final long base;
  private final CacheHierarchy caches;

  /**
   * Creates the tracer of a forest.
   *
   * @param base the address of the nodes; only the forest may use the 2^40 bytes from there on
   * @param to the caches that the accesses go to
   */
  public TracedSlabForest(SlabForest forest, ForestOptions options, long base, CacheHierarchy to) {
    if (options.childIndex()) {
      throw new IllegalArgumentException(
          "only a forest without an index of children can be traced, not " + options);
    }
    this.forest = forest;
    slabLength = options.k() - 1;
    arena = forest.arena;
    this.base = base;
    caches = to;
  }

  /** Processes ids, as {@link SlabForest#feed} does. */
  public int feed(int[] words, int from, int to, int maxId, int[] states, int state) {
    int at = from;
    while (at < to) {
      int word = words[at];
      int id = Math.abs(word);
      if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
        break;
      }
      trace(id, states, state);
      at = forest.feed(words, at, at + 1, maxId, states, state);
      int counted = states[state + BOTTOM] != 0 ? states[state + BOTTOM] : states[state + TOP];
      access(counted + COUNT);
      if (word < 0) {
        break;
      }
    }
    return at;
  }

  /**
   * Sends to the caches the accesses that the forest will make for the next item, except for the
   * access to a count.
   */
  private void trace(int id, int[] states, int state) {
    int top = states[state + TOP];
    int bottom = states[state + BOTTOM];
    int end = arena.end();
    if (states[state + COUNTDOWN] == 0) {
      bottom = top;
      TracedPathCounter.trace(forest.roots, id, base + ROOTS_OFFSET, caches);
      end += forest.hasRoot(id) ? 0 : NodeArena.STRIDE;
    } else {
      end = traceChild(top, id, end);
    }
    if (bottom != 0) {
      traceChild(bottom, id, end);
    }
  }

  /**
   * Sends to the caches the accesses of line 13 or 21 in Fig. 6 of the paper. These lines find or
   * make a node's child.
   *
   * @param end the index of the next new node in the array of nodes
   * @return the index of the next new node after this step
   */
  private int traceChild(int node, int id, int end) {
    access(node + FIRST_CHILD);
    long link = arena.words[node + FIRST_CHILD];
    while (link != 0 && (int) link != id) {
      int sibling = (int) (link >>> 32);
      access(sibling + NEXT_SIBLING);
      link = arena.words[sibling + NEXT_SIBLING];
    }
    if (link != 0) {
      return end;
    }
    access(end + NEXT_SIBLING);
    access(node + FIRST_CHILD);
    return end + NodeArena.STRIDE;
  }

  private void access(int index) {
    caches.access(base + Long.BYTES * (long) index);
  }
}
