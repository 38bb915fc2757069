package org.kpathjvm.core.instrument.ladder;

/**
 * Hands out contiguous ranges of ids; must be safe for concurrent use if classes are loaded in
 * parallel.
 */
@FunctionalInterface
public interface IdAllocator {
  /**
   * Reserves that many consecutive ids for good.
   *
   * @return the first of them, at least 1, or -1 if there aren't enough left
   */
  int allocate(int count);
}
