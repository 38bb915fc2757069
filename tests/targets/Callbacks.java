import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Application code that JDK code calls: comparators, streams, iterators, recursion through an
 * Optional; exceptions that cross the JDK's frames on their way to the application's.
 */
// expect: lambda$each$0 entries=16 complete=14 abandoned=2
// expect: each entries=2 handlers=2 complete=2 abandoned=2
// expect: Callbacks$Countdown.hasNext entries=8 complete=8
// expect: sum entries=1 back_edges=7 complete=8 total2=7
public class Callbacks {
  static int each(int bad) {
    int[] sum = new int[1];
    try {
      IntStream.range(0, 10).forEach(i -> sum[0] += 100 / (i - bad));
    } catch (ArithmeticException e) {
      sum[0]++;
    }
    return sum[0];
  }

  record Countdown(int[] left) implements Iterable<Integer>, Iterator<Integer> {
    @Override
    public Iterator<Integer> iterator() {
      return this;
    }

    @Override
    public boolean hasNext() {
      return left[0] > 0;
    }

    @Override
    public Integer next() {
      return left[0]--;
    }
  }

  static int sum() {
    int sum = 0;
    for (int value : new Countdown(new int[] {7})) {
      sum += value;
    }
    return sum;
  }

  static final class Item implements Comparable<Item> {
    final int rank;

    Item(int rank) {
      this.rank = rank;
    }

    @Override
    public int compareTo(Item other) {
      int a = rank;
      int b = other.rank;
      while (a != b) {
        if (a == 0 || b == 0) {
          return a - b;
        }
        a /= 2;
        b /= 2;
      }
      return rank - other.rank;
    }
  }

  static int nest(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      try {
        int depth = i;
        sum += Optional.of(i).map(x -> depth == 2 ? 1 / (x - x) : nest(n - 1) + x).get();
      } catch (ArithmeticException e) {
        sum += 1000;
      }
    }
    return sum;
  }

  static int applied(IntUnaryOperator operator, int n) {
    int value = n;
    for (int i = 0; i < n; i++) {
      value = operator.applyAsInt(value);
    }
    return value;
  }

  public static void main(String[] args) {
    List<Item> items = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      items.add(new Item(i * 7 % 13));
    }
    items.sort(null);
    items.sort((p, q) -> p.rank % 2 != q.rank % 2 ? p.rank % 2 - q.rank % 2 : p.compareTo(q));
    StringBuilder ranks = new StringBuilder();
    items.forEach(item -> ranks.append(' ').append(item.rank));
    System.out.println(each(9) + " " + each(5) + " " + sum() + ranks);
    System.out.println(nest(4) + " " + applied(x -> x % 2 == 0 ? x / 2 : x * 3, 6));
  }
}
