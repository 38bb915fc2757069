package org.kpathjvm.runtime.overlapping;

import java.util.List;
import org.kpathjvm.runtime.inline.CounterPages;
import org.kpathjvm.runtime.inline.KeyTable;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.inline.Totals;

/**
 * Counts paths in arrays, their extensions in a hash table, and the calls in the paths in {@link
 * CallTables}. Not thread-safe.
 */
final class OverlapTables implements Tables {
  final CounterPages paths = new CounterPages();
  final KeyTable extensions = new KeyTable();
  final CallTables calls = new CallTables();

  /** Counts a path and an extension, or only one of them if the other is 0. */
  void count(int id, long extension) {
    if (extension != Extension.NONE) {
      extensions.add(Extension.key(extension), 1);
    }
    if (id != 0) {
      paths.add(id);
    }
  }

  @Override
  public Tables fresh() {
    return new OverlapTables();
  }

  @Override
  public void addTo(Totals totals) {
    paths.addTo(totals);
    extensions.addTo(totals);
    calls.addTo(totals);
  }

  @Override
  public Rows rows(List<Tables> ofAllThreads) {
    return new OverlapRows(ofAllThreads);
  }
}
