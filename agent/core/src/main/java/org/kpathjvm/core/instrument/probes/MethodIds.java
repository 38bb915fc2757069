package org.kpathjvm.core.instrument.probes;

/**
 * The ids of one method, while its rung is chosen: the range of a rung that was rejected serves the
 * next one, as ids can't be given back.
 */
public final class MethodIds {
  private final IdAllocator ids;
  private int first;
  private int count;

  /** Hands out ids that the allocator reserves. */
  public MethodIds(IdAllocator ids) {
    this.ids = ids;
  }

  /**
   * Returns the first of that many ids.
   *
   * @param what what they are for, for the message
   * @throws RungRejectedException if there aren't so many left
   */
  public int reserve(int needed, String what) throws RungRejectedException {
    if (needed > count) {
      int allocated = ids.allocate(needed);
      if (allocated < 0) {
        throw new RungRejectedException("ids-exhausted: no ids are left for " + what);
      }
      first = allocated;
      count = needed;
    }
    return first;
  }
}
