package org.kpathjvm.runtime.windows;

import java.util.List;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.inline.Totals;

/**
 * The tables of structural path profiling. A thread has none of its own, because windows belong to
 * methods.
 */
public final class WindowTables implements Tables {
  @Override
  public Tables fresh() {
    return this;
  }

  @Override
  public void addTo(Totals totals) {
    // The rows of the windows add the totals, so that they are added once.
  }

  @Override
  public Rows rows(List<Tables> ofAllThreads) {
    return new WindowRows();
  }
}
