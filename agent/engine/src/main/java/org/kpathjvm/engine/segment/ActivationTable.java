package org.kpathjvm.engine.segment;

import java.util.Arrays;
import org.kpathjvm.engine.counting.ActivationStates;

/**
 * Finds the states of activations by the activations' numbers. The table contains the activations
 * to which a stream may return. It uses linear probing and is at most half full. No activation in
 * the table has the number 0.
 */
final class ActivationTable {
  private static final int SMALLEST_CAPACITY = 16;
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private long[] numbers = new long[SMALLEST_CAPACITY];
  private int[] states = new int[SMALLEST_CAPACITY];
  private int shift = 64 - Integer.numberOfTrailingZeros(SMALLEST_CAPACITY);
  private int size;

  /**
   * Returns an activation's state; {@link ActivationStates#NONE} if the activation isn't in the
   * table.
   */
  int find(long number) {
    int mask = numbers.length - 1;
    for (int at = home(number); numbers[at] != 0; at = at + 1 & mask) {
      if (numbers[at] == number) {
        return states[at];
      }
    }
    return ActivationStates.NONE;
  }

  /** Adds an activation that isn't in the table yet. */
  void add(long number, int state) {
    if (2 * (size + 1) > numbers.length) {
      grow();
    }
    put(number, state);
    size++;
  }

  void remove(long number) {
    int mask = numbers.length - 1;
    int hole = home(number);
    while (numbers[hole] != number) {
      if (numbers[hole] == 0) {
        return;
      }
      hole = hole + 1 & mask;
    }
    size--;
    for (int at = hole + 1 & mask; numbers[at] != 0; at = at + 1 & mask) {
      // An entry stays if the search for it begins (cyclically) after the hole. Otherwise, the
      // entry moves into the hole.
      if ((at - home(numbers[at]) & mask) >= (at - hole & mask)) {
        numbers[hole] = numbers[at];
        states[hole] = states[at];
        hole = at;
      }
    }
    numbers[hole] = 0;
  }

  void clear() {
    Arrays.fill(numbers, 0);
    size = 0;
  }

  int size() {
    return size;
  }

  long bytes() {
    return 12L * numbers.length;
  }

  private void put(long number, int state) {
    int at = home(number);
    while (numbers[at] != 0) {
      at = at + 1 & numbers.length - 1;
    }
    numbers[at] = number;
    states[at] = state;
  }

  private void grow() {
    long[] oldNumbers = numbers;
    int[] oldStates = states;
    numbers = new long[Math.multiplyExact(oldNumbers.length, 2)];
    states = new int[numbers.length];
    shift--;
    for (int at = 0; at < oldNumbers.length; at++) {
      if (oldNumbers[at] != 0) {
        put(oldNumbers[at], oldStates[at]);
      }
    }
  }

  private int home(long number) {
    return (int) (number * MULTIPLIER >>> shift);
  }
}
