package org.kpathjvm.runtime.inline;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;

class HashProbesTest extends PathProbesTests {
  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    setUpThreads();
    InlineSetup.tables = new PathTable();
  }

  @Override
  void path(int id) {
    HashProbes.path(id);
  }

  @Override
  long hashOperations(List<List<Integer>> sequences) {
    return sequences.stream().mapToLong(List::size).sum();
  }
}
