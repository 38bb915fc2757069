import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/**
 * Calls a small loop until the agent says that it records it, then one of the same class, then both
 * a known number of times in another way: {@code HotAndCold DIRECTORY CALLS}, the metadata being somewhere in the directory.
 */
public class HotAndCold {
  static final int TRIPS = 6;

  /** What is hot. */
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

    /** What is hot later. */
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

  /** What is called once. */
  static final class Cold {
    static long once(long x) {
      for (int i = 0; i < 3; i++) {
        x += i;
      }
      return x;
    }
  }

  /** Looks how many methods are recorded, while the program goes on. */
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
  }

  /** A method of its own: HotSpot would inline the call into a main that it has optimised. */
  static long untilOtherIsRecorded(Watch watch, long x) {
    while (watch.recorded < 2) {
      x = Kernel.other(x, false);
    }
    return x;
  }

  public static void main(String[] arguments) {
    long x = Kernel.cold(Cold.once(1));
    if (!arguments[0].equals("-")) {
      Watch watch = new Watch(new File(arguments[0]));
      watch.start();
      while (watch.recorded < 1) {
        x = Kernel.run(x, false);
      }
      x = untilOtherIsRecorded(watch, x);
    }
    long before = Kernel.calls;
    for (int i = 0; i < Integer.parseInt(arguments[1]); i++) {
      x = Kernel.other(Kernel.run(x, true), true);
    }
    System.out.println("known " + (Kernel.calls - before));
    System.err.println("calls " + Kernel.calls);
  }
}
