package org.kpathjvm.core.instrument.probes;

/**
 * Hands out contiguous ranges of ids. It must be safe for concurrent use if classes are loaded in
 * parallel.
 */
@FunctionalInterface
public interface IdAllocator {
  /**
   * Reserves that many consecutive ids for good.
   *
   * @return the first of the ids, which is at least 1; -1 if there aren't enough left
   */
  int allocate(int count);

  /**
   * Returns the allocator for the ids of one method, which is this one unless overridden.
   *
   * @param method the name directly followed by the descriptor
   */
  default IdAllocator of(String method) {
    return this;
  }
}
