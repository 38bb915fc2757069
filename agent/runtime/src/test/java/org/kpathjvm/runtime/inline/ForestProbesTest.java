package org.kpathjvm.runtime.inline;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;

class ForestProbesTest extends InlineProbesTests {
  private static final int K = 4;

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    InlineSetup.k = K;
    setUpThreads();
    InlineSetup.tables = new Forest();
  }

  @Override
  void path(int id) {
    ForestProbes.path(id);
  }

  @Override
  long emit(long activation, int id, boolean last) {
    if (last) {
      ForestProbes.exit(activation, id);
      return 0;
    }
    return ForestProbes.emit(activation, id);
  }

  @Override
  int k() {
    return K;
  }

  @Override
  Map<List<Integer>, Long> counts(Rows rows) {
    List<Integer> parents = new ArrayList<>();
    List<Integer> ids = new ArrayList<>();
    Map<List<Integer>, Long> grams = new HashMap<>();
    for (long[] piece = rows.next(); piece != null; piece = rows.next()) {
      for (int at = 0; at < piece.length; at += 2) {
        parents.add((int) piece[at]);
        ids.add((int) (piece[at] >>> 32));
        List<Integer> gram = new ArrayList<>();
        for (int row = ids.size() - 1; row >= 0 && gram.size() < K; row = parents.get(row)) {
          assertTrue(parents.get(row) < row, "parents come first");
          gram.add(0, ids.get(row));
          if (piece[at + 1] > 0) {
            grams.merge(List.copyOf(gram), piece[at + 1], Long::sum);
          }
        }
      }
    }
    return grams;
  }

  @Override
  long hashOperations(List<List<Integer>> sequences) {
    long finds = 0;
    for (List<Integer> sequence : sequences) {
      finds += (sequence.size() + K - 2) / (K - 1);
    }
    return finds;
  }
}
