package org.kpathjvm.workloads.grande;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapSortTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 7, 8, 100, 10_000})
  void sortsElements(int elements) {
    Random random = new Random(elements);
    int[] array = random.ints(elements).toArray();
    int[] fewValues = random.ints(elements, 0, 5).toArray();
    for (int[] unsorted : new int[][] {array, fewValues}) {
      int[] expected = unsorted.clone();
      Arrays.sort(expected);
      HeapSort.sort(unsorted);
      assertArrayEquals(expected, unsorted);
    }
  }
}
