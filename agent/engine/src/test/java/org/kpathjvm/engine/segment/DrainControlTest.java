package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Tests requests that a drain can't fulfil. The threads that made the requests must get an
 * exception, and must not wait forever.
 */
class DrainControlTest {
  private static final long PATIENCE_SECONDS = 120;

  private static final class NoCounts implements DrainControl.Counted {
    @Override
    public Collection<StreamProfile> rest() {
      return List.of();
    }

    @Override
    public void forget() {}

    @Override
    public void endActivations() {}
  }

  /** A program whose heap is full when a drain's work fails and when the drain is closed. */
  static final class FullHeap {
    private static final Error FAILURE = new OutOfMemoryError("as if the work had thrown it");
    private static final CancellationException LOADED = new CancellationException("loaded");

    private static Object[] large;
    private static Small small;

    private static final class Small {
      private final Small next;

      Small(Small next) {
        this.next = next;
      }
    }

    private static void fill() {
      for (int size = 1 << 16; size > 0; size /= 2) {
        try {
          while (true) {
            Object[] next = new Object[size];
            next[0] = large;
            large = next;
          }
        } catch (OutOfMemoryError full) {
          // A smaller array may still fit.
        }
      }
      try {
        while (true) {
          small = new Small(small);
        }
      } catch (OutOfMemoryError full) {
        // There isn't even room for one object now.
      }
    }

    private static void drain(DrainControl control) {
      try {
        control.betweenTurns();
      } catch (Throwable reported) {
        // In the engine, the drain's thread reports the failure and goes on.
      }
    }

    private static Thread waiter(CompletableFuture<?> asked) {
      Thread waiter =
          new Thread(
              () -> {
                try {
                  asked.join();
                } catch (Throwable told) {
                  // The thread has got the exception, and ends.
                }
              });
      waiter.setDaemon(true);
      waiter.start();
      return waiter;
    }

    /**
     * Asks a drain for work that isn't due yet and for work that fails at once, and closes the
     * drain. Returns the threads that waited for the work.
     */
    private static List<Thread> run(Runnable before) throws InterruptedException {
      DrainControl control = new DrainControl(List::of, new NoCounts());
      CompletableFuture<?> later = control.afterwards(profiles -> 1);
      CompletableFuture<?> failing =
          control.atOnce(
              profiles -> {
                before.run();
                throw FAILURE;
              });
      List<Thread> waiters = List.of(waiter(later), waiter(failing));
      while (!waiters.stream().allMatch(one -> one.getState() == Thread.State.WAITING)) {
        Thread.sleep(1);
      }
      drain(control);
      try {
        control.close();
      } catch (Throwable unseen) {
        // In the engine, the drain's thread ends.
      }
      large = null;
      small = null;
      return waiters;
    }

    /** Exits with the number of threads that are still waiting. */
    public static void main(String[] arguments) throws InterruptedException {
      // The first run loads the classes while there is room for them.
      LOADED.getMessage();
      join(run(() -> {}));
      System.exit(join(run(FullHeap::fill)));
    }

    private static int join(List<Thread> waiters) throws InterruptedException {
      int left = 0;
      for (Thread one : waiters) {
        one.join(TimeUnit.SECONDS.toMillis(PATIENCE_SECONDS) / 4);
        left += one.isAlive() ? 1 : 0;
      }
      return left;
    }
  }

  private static String whereIs(Class<?> type) {
    return new File(type.getProtectionDomain().getCodeSource().getLocation().getPath()).getPath();
  }

  @Test
  void noThreadWaitsForeverIfTheHeapIsFull() throws Exception {
    String classes =
        Stream.of(DrainControl.class, DrainControlTest.class, SegmentLayout.class)
            .map(DrainControlTest::whereIs)
            .distinct()
            .collect(Collectors.joining(File.pathSeparator));
    String java = System.getProperty("java.home") + "/bin/java";
    List<String> command =
        Arrays.asList(
            java, "-Xmx16m", "-XX:+UseSerialGC", "-cp", classes, FullHeap.class.getName());
    Process program = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(program.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertTrue(program.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS), output);
    assertEquals(0, program.exitValue(), output);
  }
}
