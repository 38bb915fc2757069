package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheHierarchy;

/**
 * Knows how many items of a stream still go through simulated caches: the first ones, up to a
 * limit. A piece of the stream that begins before the limit goes through as a whole.
 */
final class TracedItems {
  private final CacheHierarchy caches;
  private final long limit;
  private long items;

  /**
   * Creates the count.
   *
   * @param caches null if no item goes through caches
   */
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

  /** Returns how many items went through the caches. */
  long items() {
    return items;
  }
}
