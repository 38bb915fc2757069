package org.kpathjvm.engine.contexts;

import java.util.Arrays;

/**
 * The contexts. A context is the string of an activation's last ids, at most k-1. Contexts are
 * nodes in a single array of longs. A hash table finds them by their ids.
 *
 * <pre>
 * node + HOT        one transition out of the node: its target (high half), its label (low);
 *                   0: there is none
 * node + HOT_COUNT  how often this transition was taken
 * node + FROM       a node from which a transition leads here (high half), and the context's last
 *                   id (low half)
 * </pre>
 *
 * <p>A node is the index of its first long. Following FROM gives the ids of a context, the last id
 * first. There are k-1 ids, or fewer if the empty context, which is node 0, is reached earlier.
 */
final class ContextNodes {
  static final int HOT = 0;
  static final int HOT_COUNT = 1;
  static final int FROM = 2;
  static final int STRIDE = 3;

  private static final int SMALLEST_NODES = 32;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
  private static final long MIXER = 0xC2B2AE3D27D4EB4FL;

  /** The largest number of ids in a context: k - 1. */
  final int length;

  long[] words = new long[SMALLEST_NODES * STRIDE];
  private int end = STRIDE;

  /**
   * A hash table with {@link Sizes#places} places. The high half of a place that is in use is the
   * high half of a context's hash, and the low half is the context's node. An empty place is 0.
   */
  private long[] index = new long[(int) Sizes.places(SMALLEST_NODES)];

  /**
   * The factor of the oldest id in the hash of a full {@link #window}. It is used to remove this id
   * from the hash when the id leaves the window.
   */
  private final long oldestFactor;

  /**
   * The ids of {@link #windowNode}, as a ring. The oldest id is at {@link #windowStart}. With this
   * array, the hash of the context to which the next id leads is computed in the same time for
   * every k.
   */
  private final int[] window;

  private int windowStart;
  private int windowLength;
  private int windowNode;
  private long windowHash;

  ContextNodes(int k) {
    length = k - 1;
    window = new int[length];
    long factor = 1;
    for (int at = 0; at < length; at++) {
      factor *= MULTIPLIER;
    }
    oldestFactor = factor;
  }

  static int from(long word) {
    return (int) (word >>> 32);
  }

  static int label(long word) {
    return (int) word;
  }

  static long pair(int node, int label) {
    return (long) node << 32 | label;
  }

  /** Copies the node's ids, oldest first, to the end of the array. Returns the number of ids. */
  int ids(int node, int[] ids) {
    int count = 0;
    while (node != 0 && count < length) {
      long word = words[node + FROM];
      count++;
      ids[ids.length - count] = label(word);
      node = from(word);
    }
    return count;
  }

  /** Returns the number of ids in a context. */
  int depth(int node) {
    int count = 0;
    while (node != 0 && count < length) {
      node = from(words[node + FROM]);
      count++;
    }
    return count;
  }

  /**
   * Returns the context to which an id leads from the context {@code node}. If the automaton
   * doesn't have that context yet, it is added, so there must be room for a node.
   */
  int successor(int node, int id) {
    if (windowNode != node) {
      fill(node);
    }
    push(id);
    windowNode = findOrAdd(node, id);
    return windowNode;
  }

  /**
   * Returns the context of {@code ids[from]} to {@code ids[to - 1]}. There are at most k - 1 of
   * these ids, and there must be room for a node for each.
   */
  int of(int[] ids, int from, int to) {
    clearWindow();
    for (int at = from; at < to; at++) {
      push(ids[at]);
    }
    int found = from == to ? 0 : node(slot());
    if (found != 0 || from == to) {
      windowNode = found;
      return found;
    }
    clearWindow();
    int node = 0;
    for (int at = from; at < to; at++) {
      node = successor(node, ids[at]);
    }
    return node;
  }

  private void clearWindow() {
    windowNode = 0;
    windowLength = 0;
    windowStart = 0;
    windowHash = 0;
  }

  private void fill(int node) {
    int count = 0;
    for (int at = node; at != 0 && count < length; at = from(words[at + FROM])) {
      count++;
      window[length - count] = label(words[at + FROM]);
    }
    windowStart = count == 0 ? 0 : length - count;
    windowLength = count;
    windowHash = 0;
    for (int at = length - count; at < length; at++) {
      windowHash = (windowHash + window[at]) * MULTIPLIER;
    }
  }

  private void push(int id) {
    if (windowLength == length) {
      windowHash -= window[windowStart] * oldestFactor;
      window[windowStart] = id;
      windowStart = windowStart + 1 == length ? 0 : windowStart + 1;
    } else {
      int place = windowStart + windowLength;
      window[place >= length ? place - length : place] = id;
      windowLength++;
    }
    windowHash = (windowHash + id) * MULTIPLIER;
  }

  private int findOrAdd(int from, int id) {
    int slot = slot();
    int found = node(slot);
    if (found != 0) {
      return found;
    }
    int node = end;
    end += STRIDE;
    words[node + FROM] = pair(from, id);
    index[slot] = mixed(windowHash) & 0xFFFFFFFF00000000L | node;
    return node;
  }

  private int node(int slot) {
    return (int) index[slot];
  }

  /**
   * Returns the place of the window's context in the index, or the empty place where the context
   * belongs.
   */
  private int slot() {
    long hash = mixed(windowHash) >>> 32;
    int at = place(hash);
    while (index[at] != 0) {
      if (index[at] >>> 32 == hash && isWindow((int) index[at])) {
        return at;
      }
      at = at + 1 == index.length ? 0 : at + 1;
    }
    return at;
  }

  private int place(long hash) {
    return (int) (hash * index.length >>> 32);
  }

  private static long mixed(long hash) {
    long mixed = (hash ^ hash >>> 32) * MIXER;
    return mixed ^ mixed << 29;
  }

  /** Returns whether the node's ids are equal to the ids in the window. */
  private boolean isWindow(int node) {
    int place = windowStart + windowLength;
    for (int left = windowLength; left > 0; left--) {
      place = place == 0 ? length - 1 : place - 1;
      long word = words[node + FROM];
      if (node == 0 || label(word) != window[place >= length ? place - length : place]) {
        return false;
      }
      node = from(word);
    }
    return node == 0 || windowLength == length;
  }

  /** Returns the number of nodes, not counting the empty context. */
  int size() {
    return end / STRIDE - 1;
  }

  /** Returns the index after the last node. */
  int end() {
    return end;
  }

  boolean hasRoom(int nodes) {
    return end + (long) nodes * STRIDE <= words.length && isIndexed(nodes);
  }

  private boolean isIndexed(int nodes) {
    return Sizes.places(size() + (long) nodes) <= index.length;
  }

  long bytes() {
    return 8L * (words.length + index.length);
  }

  long bytesToGrow(int nodes, boolean snug) {
    return 8L * (grownWords(nodes, snug) - words.length + grownIndex(nodes, snug) - index.length);
  }

  /**
   * Makes room for {@code nodes} more nodes.
   *
   * @param snug whether to leave only a little room for further nodes
   */
  void grow(int nodes, boolean snug) {
    words = Arrays.copyOf(words, grownWords(nodes, snug));
    reindex(grownIndex(nodes, snug));
  }

  /** Gives back unused memory, except for room to grow by a fourth. */
  void trim() {
    int nodes = Math.max(SMALLEST_NODES, size() / 4 * 5 + 1);
    if (nodes * (long) STRIDE < words.length) {
      words = Arrays.copyOf(words, nodes * STRIDE);
    }
    int wanted = (int) Sizes.places(nodes);
    if (wanted < index.length) {
      reindex(wanted);
    }
  }

  private int grownWords(int nodes, boolean snug) {
    return Sizes.grown(words.length, end + (long) nodes * STRIDE, STRIDE, snug);
  }

  private int grownIndex(int nodes, boolean snug) {
    return Sizes.grown(index.length, Sizes.places(size() + (long) nodes), 1, snug);
  }

  private void reindex(int places) {
    if (places == index.length) {
      return;
    }
    long[] old = index;
    index = new long[places];
    for (long entry : old) {
      if (entry != 0) {
        int at = place(entry >>> 32);
        while (index[at] != 0) {
          at = at + 1 == index.length ? 0 : at + 1;
        }
        index[at] = entry;
      }
    }
  }
}
