package org.kpathjvm.runtime.callers;

import org.kpathjvm.runtime.inline.KeyTable;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Totals;

/**
 * The sums of all threads' counts ({@link CallerTables#rows}). The first call of {@link #next}
 * returns all sums.
 */
final class CallerRows implements Rows {
  private final KeyTable sum;
  private boolean taken;

  CallerRows(KeyTable sum) {
    this.sum = sum;
  }

  @Override
  public long[] next() {
    long[] pairs = taken ? null : sum.entries();
    taken = true;
    return pairs;
  }

  @Override
  public void addTo(Totals totals) {
    totals.add("callers", sum.size());
  }
}
