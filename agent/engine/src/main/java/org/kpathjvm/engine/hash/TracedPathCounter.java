package org.kpathjvm.engine.hash;

import org.kpathjvm.engine.cache.CacheHierarchy;
import org.kpathjvm.runtime.tables.IdTable;

/**
 * Makes a {@link HashPathCounter} count, and sends the accesses to the counter's table through
 * simulated caches.
 */
public final class TracedPathCounter {
  private final HashPathCounter counter;
  private final long base;
  private final CacheHierarchy caches;

  /**
   * Creates the tracer of a counter.
   *
   * @param base the address of the table; nothing else may be in the 2^40 bytes that begin there
   */
  public TracedPathCounter(HashPathCounter counter, long base, CacheHierarchy caches) {
    this.counter = counter;
    this.base = base;
    this.caches = caches;
  }

  /** Counts ids like {@link HashPathCounter#feed}. */
  public int feed(int[] words, int from, int to, int maxId) {
    int at = from;
    while (at < to) {
      int word = words[at];
      int id = Math.abs(word);
      if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
        break;
      }
      trace(counter.table(), id, base, caches);
      at = counter.feed(words, at, at + 1, maxId);
      if (word < 0) {
        break;
      }
    }
    return at;
  }

  /**
   * Sends all accesses that are needed to find an id to the caches: the reads of keys, and then the
   * access to the value.
   *
   * @param base the address of the table
   */
  public static void trace(IdTable table, int id, long base, CacheHierarchy caches) {
    long[] entries = table.entries();
    int at = table.home(id);
    caches.access(base + Long.BYTES * (long) at);
    while (entries[at] != id && entries[at] != 0) {
      at = (at + 2) & (entries.length - 1);
      caches.access(base + Long.BYTES * (long) at);
    }
    caches.access(base + Long.BYTES * (at + 1L));
  }
}
