import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * {@code HotAndCold DIRECTORY CALLS} calls a method with a loop until, according to the metadata
 * below DIRECTORY, the method is recorded. Then the program does the same with another method of
 * the same class. Finally, it calls each of the two methods CALLS times, on another path. If
 * DIRECTORY is "-", it makes only the final calls.
 */
public class HotAndCold {
  static final int TRIPS = 6;

  static final class Kernel {
    static long calls;

    static long run(long x, boolean known) {
      calls++;
      for (int i = 0; i < TRIPS; i++) {
        if (known) {
          x += 7;
        } else if ((x & 1) == 0) {
          x = x * 31 + i;
        } else {
          x = x >>> 1 ^ i;
        }
      }
      return x;
    }

    /** Gets hot later than {@code run}. */
    static long other(long x, boolean known) {
      for (int i = 0; i < TRIPS; i++) {
        if (known) {
          x -= 5;
        } else if ((x & 2) == 0) {
          x = x * 29 + i;
        } else {
          x = x >>> 1 ^ i;
        }
      }
      return x;
    }

    static long cold(long x) {
      return x > 3 ? x - 1 : x + 1;
    }
  }

  static final class Cold {
    static long once(long x) {
      for (int i = 0; i < 3; i++) {
        x += i;
      }
      return x;
    }
  }

  /** Watches how many methods are recorded, while the program calls them. */
  static final class Watch extends Thread {
    private static final Pattern SINCE =
        Pattern.compile("\"kind\":\"since\",\"millis\":[1-9]\\d*,\"first_ids\":\\[\\d");
    volatile int recorded;
    private final File directory;

    Watch(File directory) {
      this.directory = directory;
      setDaemon(true);
    }

    @Override
    public void run() {
      while (recorded < 2) {
        try {
          recorded = recordedIn(directory);
          Thread.sleep(5);
        } catch (IOException | InterruptedException again) {
          // The file may not be there yet.
        }
      }
    }

    private static int recordedIn(File directory) throws IOException {
      long found = 0;
      File[] files = directory.listFiles();
      for (File file : files == null ? new File[0] : files) {
        if (file.isDirectory()) {
          found += recordedIn(file);
        }
        if (file.getName().equals("methods.jsonl")) {
          found += SINCE.matcher(Files.readString(Path.of(file.getPath()))).results().count();
        }
      }
      return (int) found;
    }

    /**
     * Calls one of the hot methods until {@code count} methods are recorded. After each second, the
     * program stops calling the method for half a second, because the agent may have to wait until
     * the method is on no stack. The program exits with status 3 after half a minute of CPU time,
     * because nothing can force HotSpot to compile the method.
     */
    long until(int count, long x) {
      ThreadMXBean times = ManagementFactory.getThreadMXBean();
      long giveUpAt = times.getCurrentThreadCpuTime() + 30_000_000_000L;
      long restAt = System.nanoTime() + 1_000_000_000;
      for (long round = 1; recorded < count; round++) {
        x = count == 1 ? Kernel.run(x, false) : Kernel.other(x, false);
        if (round % 10_000 == 0 && System.nanoTime() > restAt) {
          rest(System.nanoTime() + 500_000_000);
          restAt = System.nanoTime() + 1_000_000_000;
          if (times.getCurrentThreadCpuTime() > giveUpAt) {
            System.exit(3);
          }
        }
      }
      return x;
    }

    /** Spins, because the agent would assume that a sleeping thread is still in the hot method. */
    static void rest(long end) {
      while (System.nanoTime() < end) {
        Thread.onSpinWait();
      }
    }
  }

  public static void main(String[] arguments) {
    long x = Kernel.cold(Cold.once(1));
    if (!arguments[0].equals("-")) {
      Watch watch = new Watch(new File(arguments[0]));
      watch.start();
      x = watch.until(1, x);
      x = watch.until(2, x);
    }
    long before = Kernel.calls;
    for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
      x = Kernel.other(Kernel.run(x, true), true);
    }
    System.out.println("known " + (Kernel.calls - before));
    System.err.println("calls " + Kernel.calls);
  }
}
