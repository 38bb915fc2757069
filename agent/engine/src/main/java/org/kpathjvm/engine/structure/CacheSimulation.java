package org.kpathjvm.engine.structure;

import org.kpathjvm.engine.cache.CacheShape;

/**
 * The caches that are simulated, and how much of a stream goes through them.
 *
 * @param l1 the first level
 * @param l2 the second level
 * @param mostItems about how many path completions go through the caches, at least 1; or
 *     Long.MAX_VALUE for all
 */
public record CacheSimulation(CacheShape l1, CacheShape l2, long mostItems) {
  public CacheSimulation {
    if (mostItems < 1) {
      throw new IllegalArgumentException(
          "caches are simulated with 1 item or more, not " + mostItems);
    }
  }
}
