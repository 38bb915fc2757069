package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheShape;

/**
 * Which caches are simulated, and for how much of a stream.
 *
 * @param l1 the first level
 * @param l2 the second level
 * @param mostItems how many items from the stream's beginning, 1 or more; Long.MAX_VALUE for all
 */
public record CacheSimulation(CacheShape l1, CacheShape l2, long mostItems) {
  public CacheSimulation {
    if (mostItems < 1) {
      throw new IllegalArgumentException(
          "caches are simulated with 1 item or more, not " + mostItems);
    }
  }
}
