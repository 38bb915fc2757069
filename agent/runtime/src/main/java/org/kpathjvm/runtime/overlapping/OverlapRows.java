package org.kpathjvm.runtime.overlapping;

import java.util.List;
import org.kpathjvm.runtime.inline.KeyTable;
import org.kpathjvm.runtime.inline.PathTable;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.inline.Totals;

/**
 * The sums of all threads' counts: first those of paths by id, then those of extensions by {@link
 * Extension#key}, then those of the calls in paths ({@link CallRows}). Paths and extensions are in
 * no particular order.
 */
final class OverlapRows implements Rows {
  private final PathTable paths = new PathTable();
  private final KeyTable extensions = new KeyTable();
  private final CallTables calls = new CallTables();
  private final long[][] ofCalls;
  private int given;

  OverlapRows(List<Tables> ofAllThreads) {
    for (Tables tables : ofAllThreads) {
      if (!add((OverlapTables) tables)) {
        throw new OutOfMemoryError();
      }
    }
    ofCalls = CallRows.of(calls);
  }

  private boolean add(OverlapTables tables) {
    if (!tables.paths.addTo(paths)) {
      return false;
    }
    return tables.extensions.addTo(extensions) && tables.calls.addTo(calls);
  }

  @Override
  public long[] next() {
    given++;
    if (given <= 2) {
      return given == 1 ? paths.entries() : extensions.entries();
    }
    return given <= 2 + ofCalls.length ? ofCalls[given - 3] : null;
  }

  @Override
  public void addTo(Totals totals) {
    totals.add("blpp_paths", paths.size());
  }
}
