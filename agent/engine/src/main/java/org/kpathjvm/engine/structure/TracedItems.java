package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheHierarchy;

/**
 * The first so many items of a stream, whose accesses go through simulated caches; those of the
 * others don't. A piece of the stream that begins before the limit goes through as a whole.
 */
final class TracedItems {
  private final CacheHierarchy caches;
  private final long limit;
  private long items;

  /**
   * @param caches null: nothing goes through
   */
  TracedItems(CacheHierarchy caches, long limit) {
    this.caches = caches;
    this.limit = limit;
  }

  /** Null when nothing goes through caches at all. */
  CacheHierarchy caches() {
    return caches;
  }

  /** Whether the next piece goes through. */
  boolean goOn() {
    return caches != null && items < limit;
  }

  void add(long more) {
    items += more;
  }

  /** Items that went through. */
  long items() {
    return items;
  }
}
