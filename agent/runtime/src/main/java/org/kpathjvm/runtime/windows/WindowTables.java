package org.kpathjvm.runtime.windows;

import java.util.List;
import org.kpathjvm.runtime.inline.Rows;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.inline.Totals;

/** Windows belong to methods: a thread has none of its own. */
public final class WindowTables implements Tables {
  @Override
  public Tables fresh() {
    return this;
  }

  @Override
  public void addTo(Totals totals) {
    // What windows come to is told once, by their rows.
  }

  @Override
  public Rows rows(List<Tables> ofAllThreads) {
    return new WindowRows();
  }
}
