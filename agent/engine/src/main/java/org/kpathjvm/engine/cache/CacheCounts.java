package org.kpathjvm.engine.cache;

/**
 * What a hierarchy has counted.
 *
 * @param accesses to the first level
 * @param l1Misses of them; these are the accesses to the second level
 * @param l2Misses of those
 */
public record CacheCounts(long accesses, long l1Misses, long l2Misses) {
  /** Misses of the first level for each access, 0 without any. */
  public double l1MissRate() {
    return accesses == 0 ? 0 : (double) l1Misses / accesses;
  }

  /** Misses of the second level for each access to it, 0 without any. */
  public double l2MissRate() {
    return l1Misses == 0 ? 0 : (double) l2Misses / l1Misses;
  }
}
