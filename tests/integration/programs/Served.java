import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** Does what each line of stdin asks for, and prints one line in answer. */
public final class Served {
  private Served() {}

  static volatile boolean held;
  static volatile int turns;

  /** Whether held activations rest between turns. This is true after the line "hold platform". */
  static volatile boolean pauses;

  /** The methods whose counts are compared; none of them runs before a line asks for work. */
  static final class Work {
    private Work() {}

    static long loops(int seed, int trips) {
      long sum = seed;
      for (int i = 0; i < trips; i++) {
        if (i % 3 == 0) {
          sum += straight(i);
        } else if ((sum & 1) == 0) {
          for (int j = 0; j < i % 7; j++) {
            sum = sum * 31 + j;
          }
        } else {
          sum = caught((int) sum & 15, sum);
        }
      }
      return sum;
    }

    static int straight(int value) {
      return value % 2 == 0 ? value : -value;
    }

    static long caught(int index, long sum) {
      int[] few = new int[12];
      for (int i = 0; i < 3; i++) {
        try {
          few[index + i]++;
        } catch (ArrayIndexOutOfBoundsException outside) {
          sum ^= 0x55;
        }
      }
      return sum + few[0] + 1;
    }

    static int deep(int depth) {
      return depth == 0 ? 0 : 1 + deep(depth - 1);
    }

    static long all(int seed) {
      long sum = 0;
      for (int i = 0; i < 40; i++) {
        sum += loops(seed + i, 60) + deep(i);
      }
      return sum;
    }
  }

  /** Activations that go on from the line "hold ..." to the line "release". */
  static final class Held {
    private Held() {}

    /** Has no loop. Several activations are live at once; each is counted when it ends. */
    static int nested(int depth) {
      if (depth == 0) {
        hold();
        return 0;
      }
      return 1 + nested(depth - 1);
    }

    static void hold() {
      int turn = 0;
      while (held) {
        turn = turned(turn);
        turns = turn;
        rest(turn);
      }
    }

    /**
     * Sleeps for a moment once the loop has probably been optimised. Without the sleep, there would
     * be millions of turns to count each second. Virtual threads don't sleep, because they would
     * leave their carriers.
     */
    private static void rest(int turn) {
      if (turn > 200_000 && pauses) {
        LockSupport.parkNanos(50_000);
      }
    }

    static int turned(int turn) {
      int sum = turn;
      for (int i = 0; i < 3; i++) {
        sum += i;
      }
      return sum - 2;
    }
  }

  /** A class that is loaded only after the line "late". */
  static final class Late {
    private Late() {}

    static int count(int trips) {
      int sum = 0;
      for (int i = 0; i < trips; i++) {
        sum += i;
      }
      return sum;
    }
  }

  /** Returns the bytecode offset of the call of {@code here} in the code that the JVM runs. */
  static int place(int trips) {
    int sum = 0;
    for (int i = 0; i < trips; i++) {
      sum += i;
    }
    return here() + 0 * sum;
  }

  private static int here() {
    return StackWalker.getInstance()
        .walk(
            frames ->
                frames
                    .filter(frame -> frame.getMethodName().equals("place"))
                    .findFirst()
                    .get()
                    .getByteCodeIndex());
  }

  private static Thread start(String how, Runnable task) throws Exception {
    Thread thread = new Thread(task, "held");
    if (how.equals("virtual")) {
      Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
      return (Thread) start.invoke(null, task);
    }
    thread.start();
    return thread;
  }

  private static List<Thread> holders = new ArrayList<>();

  private static String answer(String[] words) throws Exception {
    switch (words[0]) {
      case "work":
        return "" + Work.all(Integer.parseInt(words[1]));
      case "hold":
        held = true;
        pauses = words[1].equals("platform");
        turns = 0;
        holders.add(start(words[1], () -> Held.nested(2)));
        while (turns < 1000) {
          Thread.onSpinWait();
        }
        return "held";
      case "release":
        held = false;
        for (Thread thread : holders) {
          thread.join();
        }
        holders.clear();
        return "released";
      case "turn":
        int before = turns;
        while (turns - before < 1000) {
          Thread.onSpinWait();
        }
        return "turned";
      case "late":
        return "" + Late.count(10);
      case "place":
        return "" + place(3);
      case "threads":
        List<String> names = new ArrayList<>();
        Thread.getAllStackTraces().keySet().forEach(thread -> names.add(thread.getName()));
        names.sort(null);
        return String.join(", ", names);
      case "exit":
        System.exit(3);
        return "";
      default:
        return "?";
    }
  }

  public static void main(String[] arguments) throws Exception {
    try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in))) {
      System.out.println("ready");
      for (String line = in.readLine(); line != null; line = in.readLine()) {
        System.out.println(answer(line.split(" ")));
      }
    } catch (IOException gone) {
      System.exit(1);
    }
  }
}
