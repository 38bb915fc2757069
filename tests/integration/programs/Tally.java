import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;

/**
 * Runs threads that count what they do. Tests cut a recording while the threads run, and compare
 * the profiles with the threads' counts. The program answers each line of stdin with one line:
 *
 * <pre>
 *  start    the threads begin
 *  hurry    they stop resting, and emit as much as they can
 *  calm     they rest again
 *  halt     all of them stand still within their loops when the answer comes
 *  go       they go on
 *  finish   all of them have ended when the answer comes
 * </pre>
 *
 * The answers to halt and finish say how often small(even), small(odd), and trips(n) for n = 0 to 3
 * have been called so far.
 */
public final class Tally {
  private Tally() {}

  private static final int GO = 0;
  private static final int HALT = 1;
  private static final int FINISH = 2;

  /** After this many rounds a thread rests, so that the engine can keep up. */
  private static final int ROUNDS_AT_ONCE = 1 << 11;

  private static volatile int order = GO;
  private static volatile boolean hurries;
  private static int halted;
  private static int ended;
  private static final Object LOCK = new Object();

  /** The methods whose counts are compared; only the threads call them. */
  static final class Work {
    private Work() {}

    /** Has no loop, so its two paths are emitted as counts. */
    static int small(int value) {
      return (value & 1) == 0 ? value + 1 : value * 3;
    }

    /** Has a loop with the given number of trips, so its paths are emitted in a stream. */
    static int trips(int trips, int value) {
      int sum = value;
      for (int trip = 0; trip < trips; trip++) {
        if ((sum & 2) == 0) {
          sum += trip;
        } else {
          sum ^= value;
        }
      }
      return sum;
    }
  }

  /** A thread's loop, which goes on through every cut. */
  static final class Loop implements Runnable {
    volatile long done;
    int sink;

    /** This thread's calls of trips, by the number of trips. {@link #done} must be read first. */
    final long[] calls = new long[4];

    @Override
    public void run() {
      long round = 0;
      while (order != FINISH) {
        int value = (int) round;
        sink += Work.small(value);
        if ((value & 7) == 0 || hurries) {
          int trips = value >> 3 & 3;
          sink += Work.trips(trips, value);
          calls[trips]++;
        }
        round++;
        if (round % ROUNDS_AT_ONCE == 0 && !hurries) {
          rest();
        }
        if (order == HALT) {
          done = round;
          standStill();
        }
      }
      done = round;
      synchronized (LOCK) {
        ended++;
        LOCK.notifyAll();
      }
    }

    void addTo(long[] totals) {
      long rounds = done;
      totals[0] += (rounds + 1) / 2;
      totals[1] += rounds / 2;
      for (int trips = 0; trips < 4; trips++) {
        totals[2 + trips] += calls[trips];
      }
    }
  }

  private static void rest() {
    try {
      Thread.sleep(1);
    } catch (InterruptedException nobodyInterrupts) {
      throw new IllegalStateException(nobodyInterrupts);
    }
  }

  private static void standStill() {
    synchronized (LOCK) {
      halted++;
      LOCK.notifyAll();
      while (order == HALT) {
        await();
      }
      halted--;
    }
  }

  private static void await() {
    try {
      LOCK.wait();
    } catch (InterruptedException nobodyInterrupts) {
      throw new IllegalStateException(nobodyInterrupts);
    }
  }

  /** Uses reflection for virtual threads, because the compiling JDK may lack them. */
  private static ThreadFactory factory(String kind) throws ReflectiveOperationException {
    if (kind.equals("platform")) {
      return Thread::new;
    }
    Object builder = Thread.class.getMethod("ofVirtual").invoke(null);
    return (ThreadFactory)
        Class.forName("java.lang.Thread$Builder").getMethod("factory").invoke(builder);
  }

  private static String totals(List<Loop> loops) {
    long[] totals = new long[6];
    loops.forEach(loop -> loop.addTo(totals));
    StringBuilder text = new StringBuilder();
    for (long total : totals) {
      text.append(total).append(' ');
    }
    return text.toString();
  }

  public static void main(String[] arguments) throws IOException, ReflectiveOperationException {
    int count = Integer.parseInt(arguments[0]);
    ThreadFactory factory = factory(arguments[1]);
    List<Loop> loops = new ArrayList<>();
    for (int thread = 0; thread < count; thread++) {
      loops.add(new Loop());
    }
    System.out.println("ready");
    BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      switch (line) {
        case "start":
          loops.forEach(loop -> factory.newThread(loop).start());
          System.out.println("started");
          break;
        case "hurry":
        case "calm":
          hurries = line.equals("hurry");
          System.out.println(line);
          break;
        case "halt":
          order = HALT;
          synchronized (LOCK) {
            while (halted + ended < count) {
              await();
            }
          }
          System.out.println(totals(loops));
          break;
        case "go":
          synchronized (LOCK) {
            order = GO;
            LOCK.notifyAll();
          }
          System.out.println("gone");
          break;
        default:
          order = FINISH;
          synchronized (LOCK) {
            LOCK.notifyAll();
            while (ended < count) {
              await();
            }
          }
          System.out.println(totals(loops));
      }
    }
  }
}
