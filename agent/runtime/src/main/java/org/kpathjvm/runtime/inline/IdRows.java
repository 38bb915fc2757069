package org.kpathjvm.runtime.inline;

import java.util.List;

/** Ids and their counts, summed over threads, in no particular order. */
final class IdRows implements Rows {
  private final PathTable sum = new PathTable();
  private boolean taken;

  IdRows(List<? extends Tables> ofAllThreads) {
    for (Tables counts : ofAllThreads) {
      if (!((IdCounts) counts).addTo(sum)) {
        throw new OutOfMemoryError();
      }
    }
  }

  @Override
  public long[] next() {
    long[] pairs = taken ? null : sum.entries();
    taken = true;
    return pairs;
  }

  @Override
  public void addTo(Totals totals) {
    totals.add("blpp_paths", sum.size());
  }
}
