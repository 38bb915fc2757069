package org.kpathjvm.core.instrument.probes;

/**
 * Holds the ids of one method while its rung is chosen. Ids can't be given back to the allocator.
 * So if a rung is rejected, the next rung reuses the range of ids that the rejected rung reserved,
 * unless the next rung needs more.
 */
public final class MethodIds {
  private final IdAllocator ids;
  private int first;
  private int count;

  /** Creates an object that hands out ids from an allocator. */
  public MethodIds(IdAllocator ids) {
    this.ids = ids;
  }

  /**
   * Reserves consecutive ids and returns the first of them.
   *
   * @param what the purpose of the ids, for the message
   * @throws RungRejectedException if there aren't enough ids left
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
