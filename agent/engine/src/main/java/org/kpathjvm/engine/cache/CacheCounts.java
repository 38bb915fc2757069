package org.kpathjvm.engine.cache;

/**
 * The counts of a cache hierarchy.
 *
 * @param accesses the accesses to the first level
 * @param l1Misses the accesses that missed the first level, and therefore went to the second level
 * @param l2Misses the accesses that missed the second level, too
 */
public record CacheCounts(long accesses, long l1Misses, long l2Misses) {
  /** Returns the number of misses of the first level per access; 0 if there was no access. */
  public double l1MissRate() {
    return accesses == 0 ? 0 : (double) l1Misses / accesses;
  }

  /**
   * Returns the number of misses of the second level per access to the second level; 0 if there was
   * no access to this level.
   */
  public double l2MissRate() {
    return l1Misses == 0 ? 0 : (double) l2Misses / l1Misses;
  }
}
