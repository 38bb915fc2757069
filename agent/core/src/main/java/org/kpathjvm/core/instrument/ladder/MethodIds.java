package org.kpathjvm.core.instrument.ladder;

/**
 * The ids of one method, while its rung is chosen: the range of a rung that was rejected serves the
 * next one, as ids can't be given back.
 */
final class MethodIds {
  private final IdAllocator ids;
  private int first;
  private int count;

  MethodIds(IdAllocator ids) {
    this.ids = ids;
  }

  /**
   * The first of that many ids.
   *
   * @param what what they are for, for the message
   */
  int reserve(int needed, String what) throws RungRejectedException {
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
