package org.kpathjvm.engine.cache;

/**
 * The counts of a cache hierarchy.
 *
 * @param accesses the accesses to the first level
 * @param l1Misses the accesses that missed the first level, and therefore went to the second level
 * @param l2Misses the accesses that missed the second level, too
 */
public record CacheCounts(long accesses, long l1Misses, long l2Misses) {
  /** Returns the misses of the first level for each access; 0 without any access. */
  public double l1MissRate() {
    return accesses == 0 ? 0 : (double) l1Misses / accesses;
  }

  /** Returns the misses of the second level for each access to it; 0 without any access. */
  public double l2MissRate() {
    return l1Misses == 0 ? 0 : (double) l2Misses / l1Misses;
  }
}
