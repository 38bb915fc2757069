package org.kpathjvm.runtime.windows;

import java.util.List;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.inline.Totals;

/**
 * The tables of profilers with path windows. All threads share the tables, because windows belong
 * to methods.
 */
public final class WindowTables implements Tables {
  @Override
  public Tables fresh() {
    return this;
  }

  @Override
  public void addTo(Totals totals) {
    // This method is called for each thread. WindowRows adds the figures of all threads, once.
  }

  @Override
  public Rows rows(List<Tables> ofAllThreads) {
    return new WindowRows();
  }
}
