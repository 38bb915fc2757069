package org.kpathjvm.runtime.callers;

import java.util.List;
import org.kpathjvm.runtime.inline.KeyTable;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.inline.Totals;

/** Counts entries of methods by the site of the call. Not thread-safe. */
final class CallerTables implements Tables {
  private final KeyTable counts = new KeyTable();

  void add(int site, int id) {
    counts.add((long) site << 32 | id, 1);
  }

  @Override
  public Tables fresh() {
    return new CallerTables();
  }

  @Override
  public void addTo(Totals totals) {
    counts.addTo(totals);
  }

  /**
   * Returns pairs of a key and a count. A key's upper half is the call's site. Its lower half is
   * the entered method's own site.
   */
  @Override
  public Rows rows(List<Tables> ofAllThreads) {
    KeyTable sum = new KeyTable();
    for (Tables tables : ofAllThreads) {
      if (!((CallerTables) tables).counts.addTo(sum)) {
        throw new OutOfMemoryError();
      }
    }
    return new CallerRows(sum);
  }
}
