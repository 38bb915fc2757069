package org.kpathjvm.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests how long a drain waits when it has nothing to do. The tests don't wait: they only record
 * how many nanoseconds the drain would wait each time.
 */
class IdleStrategyTest {
  private static final int WITHOUT_PARK = 71;
  private static final int OF_128_MIB = 2046;

  private final List<Long> parks = new ArrayList<>();

  private IdleStrategy strategy(int blocks, int processors) {
    return new IdleStrategy(parks::add, blocks, processors);
  }

  private void idle(IdleStrategy strategy, int times, boolean busy) {
    for (int time = 0; time < times; time++) {
      strategy.idle(busy);
    }
  }

  @Test
  void waitsGrowWhileIdle() {
    IdleStrategy strategy = strategy(OF_128_MIB, 1);
    idle(strategy, WITHOUT_PARK, false);
    assertEquals(List.of(), parks);
    idle(strategy, 13, false);
    assertEquals(
        List.of(
            5_000L,
            10_000L,
            20_000L,
            40_000L,
            80_000L,
            160_000L,
            320_000L,
            640_000L,
            1_280_000L,
            2_560_000L,
            5_000_000L,
            5_000_000L),
        parks);
  }

  @Test
  void workMakesTheWaitsShortAgain() {
    IdleStrategy strategy = strategy(OF_128_MIB, 1);
    idle(strategy, 200, false);
    parks.clear();
    strategy.reset();
    idle(strategy, WITHOUT_PARK + 2, false);
    assertEquals(List.of(5_000L), parks);
  }

  /** If nothing is found after a rest, the waits grow, starting with the length of the rest. */
  @Test
  void aDrainThatHasCaughtUpRestsAtOnce() {
    IdleStrategy strategy = strategy(OF_128_MIB, 1);
    strategy.rest();
    strategy.rest();
    idle(strategy, 3, false);
    assertEquals(List.of(1_000_000L, 1_000_000L, 1_000_000L, 2_000_000L, 4_000_000L), parks);
    strategy.reset();
    parks.clear();
    idle(strategy, WITHOUT_PARK + 2, false);
    assertEquals(List.of(5_000L), parks);
  }

  @ParameterizedTest
  @CsvSource({"4, 64, 5000", "20, 2, 40000", "400, 2, 800000", "2046, 2, 1000000"})
  void theRestGrowsWithTheBlocksPerProcessor(int blocks, int processors, long expected) {
    strategy(blocks, processors).rest();
    assertEquals(List.of(expected), parks);
  }

  /**
   * Within limits, the longest wait is 4 microseconds per block, divided by the number of
   * processors.
   */
  @ParameterizedTest
  @CsvSource({
    "20, 1, 200000",
    "30, 64, 200000",
    "400, 1, 1600000",
    "2046, 2, 4092000",
    "2046, 64, 200000",
    "2000000000, 1, 5000000"
  })
  void theLongestWaitGrowsWithTheBlocksPerProcessor(int blocks, int processors, long most) {
    IdleStrategy strategy = strategy(blocks, processors);
    idle(strategy, 1_000, false);
    assertEquals(most, parks.get(parks.size() - 1));
    assertTrue(parks.stream().allMatch(nanos -> nanos > 0 && nanos <= most));
  }

  @Test
  void waitsStayShortIfTheTargetIsBusy() {
    IdleStrategy strategy = strategy(OF_128_MIB, 1);
    idle(strategy, 1_000, true);
    assertEquals(200_000L, parks.stream().mapToLong(Long::longValue).max().orElseThrow());
    idle(strategy, 20, false);
    assertEquals(5_000_000L, parks.get(parks.size() - 1));
    idle(strategy, 1, true);
    assertEquals(200_000L, parks.get(parks.size() - 1));
  }
}
