package org.kpathjvm.runtime.inline;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.kpathjvm.runtime.blpp.BlppTables;
import org.kpathjvm.runtime.iterations.IterationProbes;

/** Tests the probes of back edges. They count a path only if it has all its iterations. */
class IterationProbesTest extends PathProbesTests {
  private static final int COUNTER = 1_000;

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    setUpThreads();
    InlineSetup.tables = new BlppTables();
  }

  /** Returns whether the path is counted in the hash table. Other paths are counted in arrays. */
  private static boolean isHashed(int id) {
    return id % 3 == 0;
  }

  @Override
  void path(int id) {
    if (isHashed(id)) {
      IterationProbes.hashedWindow(id, -1, COUNTER);
      IterationProbes.hashedWindow(id, 0, COUNTER);
    } else {
      IterationProbes.window(id, -2, COUNTER);
      IterationProbes.window(id, 0, COUNTER);
    }
  }

  @Override
  long hashOperations(List<List<Integer>> sequences) {
    return sequences.stream()
        .mapToLong(sequence -> sequence.stream().filter(IterationProbesTest::isHashed).count())
        .sum();
  }
}
