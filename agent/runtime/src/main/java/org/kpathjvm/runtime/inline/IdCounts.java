package org.kpathjvm.runtime.inline;

import java.util.List;

/** Tables that have a count for each id. */
public interface IdCounts extends Tables {
  /** Adds the counts to a sum over threads. Returns false if there is no memory for the sum. */
  boolean addTo(PathTable sum);

  @Override
  default Rows rows(List<Tables> ofAllThreads) {
    return new IdRows(ofAllThreads);
  }
}
