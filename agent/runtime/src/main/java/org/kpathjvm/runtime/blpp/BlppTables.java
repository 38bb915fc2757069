package org.kpathjvm.runtime.blpp;

import org.kpathjvm.runtime.inline.CounterPages;
import org.kpathjvm.runtime.inline.IdCounts;
import org.kpathjvm.runtime.inline.PathTable;
import org.kpathjvm.runtime.inline.Tables;
import org.kpathjvm.runtime.inline.Totals;

/** Counters by id for methods with few paths, and a hash table for all other methods. */
public final class BlppTables implements IdCounts {
  final CounterPages arrays = new CounterPages();
  final PathTable hash = new PathTable();

  @Override
  public Tables fresh() {
    return new BlppTables();
  }

  @Override
  public boolean addTo(PathTable sum) {
    return arrays.addTo(sum) && hash.addTo(sum);
  }

  @Override
  public void addTo(Totals totals) {
    arrays.addTo(totals);
    hash.addTo(totals);
  }
}
