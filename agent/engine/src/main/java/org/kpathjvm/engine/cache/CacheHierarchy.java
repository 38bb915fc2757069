package org.kpathjvm.engine.cache;

/**
 * Two levels of cache. An access that misses the first level goes to the second. Neither level
 * prefetches, and neither evicts lines from the other. Not thread-safe.
 */
public final class CacheHierarchy {
  private final SimulatedCache first;
  private final SimulatedCache second;
  private long accesses;
  private long l1Misses;
  private long l2Misses;

  public CacheHierarchy(CacheShape l1, CacheShape l2) {
    first = new SimulatedCache(l1);
    second = new SimulatedCache(l2);
  }

  /**
   * Simulates one access to a long, which is read, written, or updated in place.
   *
   * @param address the address in bytes, in any address space
   */
  public void access(long address) {
    accesses++;
    if (!first.access(address)) {
      l1Misses++;
      if (!second.access(address)) {
        l2Misses++;
      }
    }
  }

  public CacheCounts counts() {
    return new CacheCounts(accesses, l1Misses, l2Misses);
  }
}
