package org.kpathjvm.runtime.inline;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** {@link InlineProbesTests} for a profiler that counts single paths and no sequences. */
abstract class PathProbesTests extends InlineProbesTests {
  @Override
  long emit(long activation, int id, boolean last) {
    path(id);
    return 0;
  }

  @Override
  int k() {
    return 1;
  }

  @Override
  Map<List<Integer>, Long> counts(Rows rows) {
    Map<List<Integer>, Long> counts = new HashMap<>();
    for (long[] pairs = rows.next(); pairs != null; pairs = rows.next()) {
      for (int at = 0; at < pairs.length; at += 2) {
        if (pairs[at] != 0) {
          counts.put(List.of((int) pairs[at]), pairs[at + 1]);
        }
      }
    }
    return counts;
  }
}
