/**
 * What newer Java releases allow: branches, a loop, a throw and an assignment to a field before
 * super(...); and record patterns with guards, for which javac makes a loop over the candidates.
 */
// jdk: 25
// The sums are 0, 0, 3 and 6, and Base refuses 6. With -1, Sub throws before it calls super.
// There are 0 + 1 + 3 + 4 back edges, and then 2 for each of the three sums that Base accepts.
// expect: FlexibleConstructors$Sub.<init> entries=5 back_edges=14 complete=18 abandoned=1
// Only the circle of radius 1 fails its guard and goes round again.
// expect: kind entries=6 back_edges=1 complete=7 abandoned=0 handlers=0
public class FlexibleConstructors {
  static class Base {
    final int value;

    Base(int value) {
      if (value > 5) {
        throw new IllegalArgumentException("value");
      }
      this.value = value;
    }
  }

  static final class Sub extends Base {
    final int sum;
    int uses;

    Sub(int n) {
      int total = 0;
      for (int i = 0; i < n; i++) {
        total += i;
      }
      if (n < 0) {
        throw new IllegalArgumentException("n");
      }
      sum = total;
      super(total);
      for (int i = 0; i < 2; i++) {
        uses += value + i;
      }
    }
  }

  sealed interface Shape permits Circle, Square {}

  record Circle(int radius) implements Shape {}

  record Square(int side) implements Shape {}

  static int kind(Object shape) {
    return switch (shape) {
      case null -> 0;
      case Circle(int radius) when radius > 2 -> 1;
      case Circle circle -> 2;
      case Square(int side) -> side;
      default -> 9;
    };
  }

  public static void main(String[] args) {
    StringBuilder text = new StringBuilder();
    for (int n : new int[] {0, 1, 3, 4, -1}) {
      try {
        Sub sub = new Sub(n);
        text.append(sub.sum).append('/').append(sub.uses).append(' ');
      } catch (IllegalArgumentException e) {
        text.append(e.getMessage()).append(' ');
      }
    }
    Object[] shapes = {null, new Circle(3), new Circle(1), new Square(4), "text", new Square(7)};
    for (Object shape : shapes) {
      text.append(kind(shape)).append(' ');
    }
    System.out.println(text);
  }
}
