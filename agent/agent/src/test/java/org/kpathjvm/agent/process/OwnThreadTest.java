package org.kpathjvm.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that no thread of the agent ends silently, whatever its work throws. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OwnThreadTest {
  static List<Throwable> failures() {
    return List.of(
        new OutOfMemoryError("Java heap space"),
        new StackOverflowError(),
        new NoClassDefFoundError("org/kpathjvm/agent/Missing"),
        new java.io.IOException("no space left"),
        new InterruptedException(),
        new IllegalStateException());
  }

  /** Work whose first rounds fail, and whose first attempts to give up fail. */
  private static class Failing implements OwnThread.Work {
    final Throwable failure;
    int failingRounds;
    int failingEnds;
    int begun;
    int rounds;
    final List<Throwable> givenUp = new ArrayList<>();

    Failing(Throwable failure, int failingRounds, int failingEnds) {
      this.failure = failure;
      this.failingRounds = failingRounds;
      this.failingEnds = failingEnds;
    }

    @Override
    public void begin() {
      begun++;
    }

    @Override
    public boolean round() throws Exception {
      rounds++;
      if (failingRounds-- > 0) {
        fail();
      }
      return rounds < 10;
    }

    @Override
    public void giveUp(Throwable why) throws Exception {
      givenUp.add(why);
      if (failingEnds-- > 0) {
        fail();
      }
    }

    private void fail() throws Exception {
      if (failure instanceof Error) {
        throw (Error) failure;
      }
      throw (Exception) failure;
    }
  }

  private static Failing done(Failing work, long patienceMillis) throws InterruptedException {
    OwnThread.start("kpath-test", patienceMillis, work).join();
    return work;
  }

  @ParameterizedTest
  @MethodSource("failures")
  void workGoesOnAfterAFailure(Throwable failure) throws InterruptedException {
    Failing work = done(new Failing(failure, 3, 0), Long.MAX_VALUE / 1_000_000);
    assertEquals(1, work.begun);
    assertEquals(10, work.rounds);
    assertEquals(List.of(), work.givenUp);
  }

  @Test
  void aThreadThatCannotBeginTriesAgain() throws InterruptedException {
    Failing work =
        new Failing(new StackOverflowError(), 0, 0) {
          @Override
          public void begin() {
            super.begin();
            if (begun < 3) {
              throw new StackOverflowError();
            }
          }
        };
    done(work, Long.MAX_VALUE / 1_000_000);
    assertEquals(3, work.begun);
    assertEquals(10, work.rounds);
  }

  @ParameterizedTest
  @MethodSource("failures")
  void workIsGivenUpAfterFailingForTooLong(Throwable failure) throws InterruptedException {
    Failing work = done(new Failing(failure, Integer.MAX_VALUE, 0), 100);
    assertEquals(1, work.givenUp.size());
    assertSame(failure, work.givenUp.get(0));
  }

  @ParameterizedTest
  @MethodSource("failures")
  void givingUpIsRetriedUntilItSucceeds(Throwable failure) throws InterruptedException {
    Failing work = done(new Failing(failure, Integer.MAX_VALUE, 4), 0);
    assertEquals(1, work.rounds);
    assertEquals(5, work.givenUp.size());
  }

  @Test
  void failuresFarApartDoNotAddUp() throws InterruptedException {
    Failing work =
        new Failing(new StackOverflowError(), 0, 0) {
          @Override
          public boolean round() throws Exception {
            failingRounds = rounds % 2;
            Thread.sleep(20);
            return super.round();
          }
        };
    // Rounds 2, 4, 6, 8 and 10 fail. The work would have ended with round 10, so there is an 11th.
    done(work, 1);
    assertEquals(11, work.rounds);
    assertEquals(List.of(), work.givenUp);
  }
}
