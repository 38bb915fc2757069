package org.kpathjvm.core.instrument.probes;

/**
 * Hands out contiguous ranges of ids. If classes are loaded in parallel, an allocator must be safe
 * for concurrent use.
 */
@FunctionalInterface
public interface IdAllocator {
  /**
   * Reserves consecutive ids. They can't be given back.
   *
   * @return the first of the ids, which is at least 1; -1 if there aren't enough ids left
   */
  int allocate(int count);

  /**
   * Returns the allocator for the ids of one method. By default it is this allocator.
   *
   * @param method the name directly followed by the descriptor
   */
  default IdAllocator of(String method) {
    return this;
  }
}
