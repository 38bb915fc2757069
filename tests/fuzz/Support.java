import java.util.Arrays;

/**
 * Methods that generated programs call, and fields that these programs use. The methods throw
 * exceptions, compute a checksum of the programs' actions, and limit the programs' calls.
 */
public class Support {
  public static int number = 5;
  public static long large = 1L << 33;
  public static float real = 2.5f;
  public static double precise = -7.25;
  public static Object thing = "thing";
  public static int[] ints = new int[8];
  public static long[] longs = new long[8];
  public static Object[] objects = new Object[8];
  public static Support cell = new Support(3);
  public static Throwable fault = new Red(4);
  public static Object lock = new Object();

  public int myI;
  public long myJ;
  public float myF;
  public double myD;

  private static long sum;
  private static int calls;
  private static int exitAfter = -1;
  private static int risks;

  public Support(int seed) {
    myI = seed;
  }

  /** Prepares for a call of a generated method by main. */
  public static void begin(int supply) {
    calls = supply;
    risks = 0;
    cell = new Support(supply);
    Arrays.fill(ints, supply & 1);
    Arrays.fill(longs, 3L);
    objects = supply % 3 == 0 ? new String[8] : new Object[8];
  }

  /** Makes the JVM exit in call n + 1 of {@link #mayCall}, counted from now on. */
  public static void exitAfter(int n) {
    exitAfter = n;
  }

  public static int mayCall(int depth) {
    if (exitAfter >= 0 && exitAfter-- == 0) {
      System.out.println("exit " + sum);
      System.exit(7);
    }
    return depth > 0 && calls-- > 0 ? 1 : 0;
  }

  public static int mayThrow(int value) {
    risks++;
    if (risks % 5 == 3) {
      throw new Red(value);
    }
    if (risks % 7 == 6) {
      throw new Blue(value);
    }
    return value + risks;
  }

  public static void mix(int value) {
    sum = sum * 31 + value;
  }

  public static void mix(long value) {
    sum = sum * 37 + value;
  }

  public static void mix(float value) {
    sum = sum * 41 + Float.floatToIntBits(value);
  }

  public static void mix(double value) {
    sum = sum * 43 + Double.doubleToLongBits(value);
  }

  public static void mix(Object value) {
    if (value == null) {
      mix(1);
    } else if (value instanceof int[]) {
      mix(Arrays.hashCode((int[]) value));
    } else if (value instanceof long[]) {
      mix(Arrays.hashCode((long[]) value));
    } else if (value instanceof Object[]) {
      mix(((Object[]) value).length);
    } else if (value instanceof Support) {
      Support cell = (Support) value;
      mix(cell.myI);
      mix(cell.myJ);
      mix(cell.myF);
      mix(cell.myD);
    } else {
      mix(value.getClass().getName().hashCode());
    }
  }

  /** Adds an exception with its stack trace to the checksum, but throws an Error again. */
  public static void caught(Throwable thrown) {
    if (thrown instanceof Error) {
      throw (Error) thrown;
    }
    mix(thrown);
    for (StackTraceElement element : thrown.getStackTrace()) {
      mix(element.getMethodName().hashCode());
      mix(element.getClassName().startsWith("G") ? element.getLineNumber() : 0);
    }
  }

  public static void report(String name) {
    System.out.println(name + " " + sum);
  }
}

class Root {
  public Root() {}

  public Root(int value) {
    Support.mix(Support.mayThrow(value));
  }
}

class Red extends RuntimeException {
  private static final long serialVersionUID = 1;

  public Red(int value) {
    super("red " + value);
  }
}

class Blue extends Red {
  private static final long serialVersionUID = 1;

  public Blue(int value) {
    super(value + 1);
  }
}
