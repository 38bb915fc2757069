package org.kpathjvm.engine.contexts;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** Runs trials with a clock that the tests set. */
class GatherTrialTest {
  private static final int BLOCK = 4;
  private static final int PERIOD = 100;

  /**
   * The number of words in a trial. Words are gathered in eight of its blocks, and counted at once
   * in the other eight.
   */
  private static final int TRIAL = 16 * BLOCK;

  private long now;
  private final GatherTrial trial = new GatherTrial(() -> now, BLOCK, PERIOD);

  /**
   * Counts words. Each word takes the time {@code gathered} or {@code atOnce}, depending on how it
   * is counted. Returns how many words were gathered.
   */
  private int count(int words, int gathered, int atOnce) {
    int sum = 0;
    for (int word = 0; word < words; word++) {
      sum += trial.gathers() ? 1 : 0;
      now += trial.gathers() ? gathered : atOnce;
      if (trial.isOver()) {
        trial.next();
      }
    }
    return sum;
  }

  @Test
  void theFasterWayIsUsedAfterTheTrial() {
    assertEquals(TRIAL / 2, count(TRIAL, 2, 3));
    assertEquals(PERIOD, count(PERIOD, 2, 3));
    assertEquals(TRIAL / 2, count(TRIAL, 3, 2));
    assertEquals(0, count(PERIOD, 3, 2));
  }

  /** Gathering takes memory, so it must be faster by a tenth. */
  @Test
  void gatheringMustSaveATenthOfTheTime() {
    count(TRIAL, 91, 100);
    assertFalse(trial.gathers());
    count(2 * PERIOD, 91, 100);
    count(TRIAL, 89, 100);
    assertTrue(trial.gathers());
  }

  /** Time also passes while a thread waits. This must not make a way of counting look slow. */
  @Test
  void oneFastBlockDecides() {
    count(2 * BLOCK, 2, 3);
    count(TRIAL - 2 * BLOCK, 100, 50);
    assertTrue(trial.gathers());
  }

  @Test
  void equalResultsMakeTrialsRarer() {
    for (int doublings : new int[] {1, 2, 3, 4, 5, 6, 6}) {
      assertEquals(TRIAL / 2, count(TRIAL, 3, 2));
      assertEquals(0, count(PERIOD << doublings, 3, 2));
    }
    count(TRIAL, 2, 3);
    assertEquals(PERIOD, count(PERIOD, 2, 3));
    assertEquals(TRIAL / 2, count(TRIAL, 2, 3));
  }
}
