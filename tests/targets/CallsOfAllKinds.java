import java.util.AbstractList;
import java.util.Collections;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Calls of all kinds, whether or not their callees can be identified. The callees are static and
 * virtual methods, constructors, and methods of super, of interfaces and of base classes. One is a
 * JDK method that calls our method of the same name. There are also exceptions in the caller and in
 * the callee, class initialisers between a call and its callee, and paths with several calls.
 */
// expect: main total1=10
// expect: athrow total1=13
public class CallsOfAllKinds {
  static int count;

  abstract static class Shape implements Comparable<Shape> {
    final int size;

    Shape(int size) {
      this.size = size > 4 ? 4 : size;
    }

    abstract int area(int factor, long offset, double unused);

    int inherited(int by) {
      return by % 2 == 0 ? size : -size;
    }

    int overridden() {
      return size > 2 ? 1 : 2;
    }

    @Override
    public int compareTo(Shape other) {
      return size < other.size ? -1 : size > other.size ? 1 : 0;
    }
  }

  static final class Square extends Shape {
    Square(int size) {
      super(size);
    }

    @Override
    int area(int factor, long offset, double unused) {
      int sum = 0;
      for (int i = 0; i < size; i++) {
        sum += size;
      }
      return sum * factor + (int) offset;
    }

    @Override
    int overridden() {
      return size == 3 ? super.overridden() : super.overridden() + 1;
    }
  }

  static class Line extends Shape {
    Line(int size) {
      super(size);
    }

    @Override
    int area(int factor, long offset, double unused) {
      return factor > 1 ? 0 : (int) offset;
    }
  }

  static class Numbers extends AbstractList<Integer> {
    @Override
    public Integer get(int at) {
      return at % 3 == 0 ? at : at + count % 2;
    }

    @Override
    public int size() {
      return 7;
    }
  }

  static class Late {
    static int value = chosen(3);

    static int chosen(int by) {
      return by > 2 ? by : -by;
    }

    static int again(int by) {
      return chosen(by) + value;
    }
  }

  interface Told {
    default int told(int by) {
      return by > 5 ? 1 : 0;
    }

    static int twice(int by) {
      return by == 2 ? 5 : 2 * by;
    }
  }

  static class Teller implements Told {
    @Override
    public int told(int by) {
      return by % 2 == 0 ? Told.super.told(by) : by;
    }
  }

  static class Mute implements Told {}

  static int failing(int by) {
    int sum = 0;
    for (int i = 0; i <= by % 4; i++) {
      if (by % 5 == 4) {
        throw new IllegalStateException();
      }
      sum += i;
    }
    return sum;
  }

  static int recovering(int by) {
    try {
      if (by % 3 == 0) {
        return failing(by) + failing(by + 2);
      }
      return Integer.parseInt(by % 2 == 0 ? "x" : "7") + failing(by);
    } catch (IllegalStateException caught) {
      return -1;
    } catch (NumberFormatException caught) {
      return failing(0);
    }
  }

  static int athrow(int by) {
    try {
      count++;
      throw by > 3 ? new IllegalArgumentException() : new IllegalStateException();
    } catch (IllegalStateException caught) {
      return failing(1);
    }
  }

  static int many(int by, Shape shape, Told told) {
    int sum = failing(by % 4) + failing(1) + shape.area(by, 5L, 0.5) + told.told(by);
    if (by > 3) {
      sum += shape.inherited(by) + shape.overridden();
    }
    return sum + Told.twice(by);
  }

  static int down(int depth) {
    return depth == 0 ? 1 : depth % 2 == 0 ? down(depth - 1) + 1 : 1 + down(depth - 1);
  }

  private int own(int by) {
    return by > 2 ? by : other(by);
  }

  private int other(int by) {
    return by == 0 ? 4 : by;
  }

  public static void main(String[] args) {
    Shape[] shapes = {new Square(3), new Line(6), new Square(2)};
    List<Integer> numbers = new Numbers();
    List<Integer> behind = Collections.unmodifiableList(numbers);
    CallsOfAllKinds self = new CallsOfAllKinds();
    IntUnaryOperator lambda = CallsOfAllKinds::failing;
    int sum = 0;
    for (int i = 0; i < 9; i++) {
      Told told = i % 2 == 0 ? new Teller() : new Mute();
      sum += many(i, shapes[i % 3], told) + recovering(i) + down(i);
      sum += numbers.get(i % 7) + behind.get(i % 7) + numbers.indexOf(i) + Late.again(i);
      sum += shapes[0].compareTo(shapes[i % 3]) + self.own(i);
      sum += i % 5 == 4 ? 1 : lambda.applyAsInt(i);
      try {
        sum += athrow(i);
      } catch (IllegalArgumentException caught) {
        sum++;
      }
    }
    Runnable runnable = () -> count += down(3);
    runnable.run();
    new Thread(runnable).run();
    Collections.sort(Collections.unmodifiableList(java.util.Arrays.asList(1, 2)).isEmpty()
        ? null : java.util.Arrays.asList(shapes));
    System.out.println(sum + count);
  }
}
