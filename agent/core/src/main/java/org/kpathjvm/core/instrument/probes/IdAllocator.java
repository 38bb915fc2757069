package org.kpathjvm.core.instrument.probes;

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

  /**
   * Who hands out the ids of one method: by default, this one.
   *
   * @param method name and descriptor, put together
   */
  default IdAllocator of(String method) {
    return this;
  }
}
