package org.kpathjvm.runtime.inline;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.kpathjvm.runtime.blpp.BlppTables;
import org.kpathjvm.runtime.iterations.IterationProbes;

/** A back edge counts a path if no iteration is missing. */
class IterationProbesTest extends PathProbesTests {
  private static final int COUNTER = 1_000;

  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    setUpThreads();
    InlineSetup.tables = new BlppTables();
  }

  /** Returns whether the id is one of a method with a hash table; other methods have an array. */
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
