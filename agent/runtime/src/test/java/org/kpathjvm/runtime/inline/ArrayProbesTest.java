package org.kpathjvm.runtime.inline;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;

class ArrayProbesTest extends PathProbesTests {
  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    setUpThreads();
    InlineSetup.tables = new CounterPages();
  }

  @Override
  void path(int id) {
    ArrayProbes.path(id);
  }

  @Override
  long hashOperations(List<List<Integer>> sequences) {
    return 0;
  }
}
