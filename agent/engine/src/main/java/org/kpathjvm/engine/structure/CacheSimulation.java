package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheShape;

/**
 * The caches that are simulated, and the part of a stream for which they are simulated.
 *
 * @param l1 the first level
 * @param l2 the second level
 * @param mostItems caches are simulated for this many items at the stream's beginning, at least 1;
 *     Long.MAX_VALUE for all items
 */
public record CacheSimulation(CacheShape l1, CacheShape l2, long mostItems) {
  public CacheSimulation {
    if (mostItems < 1) {
      throw new IllegalArgumentException(
          "caches are simulated with 1 item or more, not " + mostItems);
    }
  }
}
