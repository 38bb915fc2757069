package org.kpathjvm.engine.hash;

import org.kpathjvm.engine.cache.CacheHierarchy;

/** BLPP as {@link HashPathCounter}, whose accesses to its table go through simulated caches. */
public final class TracedPathCounter {
  private final HashPathCounter counter;
  private final IdTable table;
  private final long base;
  private final CacheHierarchy caches;

  /** {@code base}: address of the table; nothing else lies within 2^40 bytes behind it. */
  public TracedPathCounter(HashPathCounter counter, long base, CacheHierarchy caches) {
    this.counter = counter;
    table = counter.table();
    this.base = base;
    this.caches = caches;
  }

  /** As {@link HashPathCounter#feed}. */
  public int feed(int[] words, int from, int to, int maxId) {
    int at = from;
    while (at < to) {
      int word = words[at];
      int id = Math.abs(word);
      if (Integer.compareUnsigned(id - 1, maxId) >= 0) {
        break;
      }
      at++;
      trace(id);
      counter.add(id, 1);
      if (word < 0) {
        break;
      }
    }
    return at;
  }

  private void trace(int id) {
    caches.access(base + Long.BYTES * (long) table.trace(id, base, caches));
  }
}
