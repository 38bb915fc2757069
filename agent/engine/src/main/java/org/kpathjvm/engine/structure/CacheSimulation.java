package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheShape;

/**
 * Which caches are to be simulated, and under how much of a stream.
 *
 * @param l1 first level
 * @param l2 second level
 * @param mostItems from the stream's beginning, 1 or more; Long.MAX_VALUE for all
 */
public record CacheSimulation(CacheShape l1, CacheShape l2, long mostItems) {
  public CacheSimulation {
    if (mostItems < 1) {
      throw new IllegalArgumentException("caches are simulated under 1 item or more: " + mostItems);
    }
  }
}
