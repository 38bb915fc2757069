/** Static initialisers with loops, one that fails, and one that runs amid another method's loop. */
// expect: Initialisers$Broken.<clinit> entries=1 complete=0 abandoned=1
// expect: Initialisers$Table.<clinit> entries=1 back_edges=8 complete=9
// expect: touch entries=1 handlers=3 back_edges=3 complete=4 abandoned=3 total2=1
public class Initialisers {
  static final class Table {
    static final int[] SQUARES = new int[8];

    static {
      for (int i = 0; i < SQUARES.length; i++) {
        SQUARES[i] = i * i;
      }
    }
  }

  static final class Broken {
    static int value = 1 / zero();

    static int zero() {
      return 0;
    }
  }

  enum Weekday {
    MONDAY(1),
    SUNDAY(7);

    private static int total;

    static {
      for (Weekday day : values()) {
        total += day.number;
      }
    }

    final int number;

    Weekday(int number) {
      this.number = number;
    }
  }

  static int touch() {
    int failed = 0;
    for (int i = 0; i < 3; i++) {
      try {
        failed += Broken.value;
      } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
        failed += 10;
      }
    }
    return failed;
  }

  public static void main(String[] args) {
    int sum = 0;
    for (int i = 0; i < 4; i++) {
      sum += i == 2 ? Table.SQUARES[7] : 1;
    }
    System.out.println(sum + " " + touch() + " " + Weekday.total);
  }
}
