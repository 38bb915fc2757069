package org.kpathjvm.workloads.grande;

import java.util.Random;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * heapsort: sorts random integers by Williams' and Floyd's heap sort. Settings: {@code elements},
 * the number of integers; {@code repetitions}, how often the same integers are sorted.
 */
public final class HeapSort implements Benchmark {
  private static final long SEED = 1729;

  private int[] unsorted;
  private int[] array;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    unsorted = new Random(SEED).ints(inputs.number("elements")).toArray();
    array = new int[unsorted.length];
    repetitions = inputs.number("repetitions");
  }

  @Override
  public void iterate() {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      System.arraycopy(unsorted, 0, array, 0, array.length);
      sort(array);
    }
  }

  @Override
  public void digest(ResultDigest result) {
    result.add(array);
  }

  static void sort(int[] array) {
    for (int root = array.length / 2 - 1; root >= 0; root--) {
      siftDown(array, root, array.length);
    }
    for (int last = array.length - 1; last > 0; last--) {
      int greatest = array[0];
      array[0] = array[last];
      array[last] = greatest;
      siftDown(array, 0, last);
    }
  }

  private static void siftDown(int[] array, int root, int end) {
    int value = array[root];
    int parent = root;
    int child = 2 * parent + 1;
    while (child < end) {
      if (child + 1 < end && array[child + 1] > array[child]) {
        child++;
      }
      if (array[child] <= value) {
        break;
      }
      array[parent] = array[child];
      parent = child;
      child = 2 * parent + 1;
    }
    array[parent] = value;
  }
}
