/** Default, static and private methods of interfaces, bridges, inherited and abstract methods. */
// expect: Interfaces$Counted.total entries=2 back_edges=7 complete=9
// expect: Interfaces$Counted.weight entries=4 complete=4 distinct1=2
public class Interfaces {
  interface Counted {
    int size();

    default int total() {
      int sum = 0;
      for (int i = 0; i < size(); i++) {
        sum += weight(i);
      }
      return sum;
    }

    default int weight(int i) {
      return twice(i % 2 == 0 ? i : -i);
    }

    private int twice(int i) {
      return limit(2 * i);
    }

    static int limit(int i) {
      int limited = i;
      while (limited > 5) {
        limited -= 5;
      }
      return limited;
    }
  }

  record Plain(int size) implements Counted {}

  record Heavy(int size) implements Counted {
    @Override
    public int weight(int i) {
      return i == 1 ? 50 : 10;
    }
  }

  abstract static class Shape<T extends Comparable<T>> {
    abstract T area();

    boolean larger(Shape<T> other) {
      return area().compareTo(other.area()) > 0;
    }
  }

  static final class Square extends Shape<Integer> {
    private final int side;

    Square(int side) {
      this.side = side;
    }

    @Override
    Integer area() {
      int area = 0;
      for (int i = 0; i < side; i++) {
        area += side;
      }
      return area;
    }
  }

  public static void main(String[] args) {
    int sum = new Plain(4).total() + new Heavy(3).total();
    System.out.println(sum + " " + new Square(4).larger(new Square(3)));
  }
}
