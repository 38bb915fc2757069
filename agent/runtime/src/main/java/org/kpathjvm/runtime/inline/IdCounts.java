package org.kpathjvm.runtime.inline;

import java.util.List;

/** Tables with a count for each id. */
public interface IdCounts extends Tables {
  /** Adds the counts to those of other threads. Returns false when there is no memory for them. */
  boolean addTo(PathTable sum);

  @Override
  default Rows rows(List<Tables> ofAllThreads) {
    return new IdRows(ofAllThreads);
  }
}
