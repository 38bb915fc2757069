package org.kpathjvm.runtime.inline;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.kpathjvm.runtime.blpp.BlppProbes;
import org.kpathjvm.runtime.blpp.BlppTables;

class BlppProbesTest extends PathProbesTests {
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
      BlppProbes.hashed(id);
    } else {
      BlppProbes.path(id);
    }
  }

  @Override
  long hashOperations(List<List<Integer>> sequences) {
    return sequences.stream()
        .mapToLong(sequence -> sequence.stream().filter(BlppProbesTest::isHashed).count())
        .sum();
  }
}
