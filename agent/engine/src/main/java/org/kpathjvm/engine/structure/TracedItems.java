package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheHierarchy;

/**
 * Decides which items of a stream go through simulated caches. An item is a path completion. If an
 * item goes through the caches, the memory accesses for counting it are simulated. The stream is
 * processed in pieces. All items of a piece go through the caches if fewer than {@code limit} items
 * have gone through them before.
 */
final class TracedItems {
  private final CacheHierarchy caches;
  private final long limit;
  private long items;

  TracedItems(CacheHierarchy caches, long limit) {
    this.caches = caches;
    this.limit = limit;
  }

  /** Returns the caches; null if no item goes through caches. */
  CacheHierarchy caches() {
    return caches;
  }

  /** Returns whether the next piece goes through the caches. */
  boolean goOn() {
    return caches != null && items < limit;
  }

  void add(long more) {
    items += more;
  }

  /** Returns the number of items that went through the caches. */
  long items() {
    return items;
  }
}
