import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;

/** Calls methods in many ways: directly, from code of the JDK, after exceptions, by the JVM. */
public class Callers {
  interface Shape {
    double area();

    default String told() {
      return "shape " + this;
    }
  }

  record Square(double side) implements Shape {
    public double area() {
      return twice(side) * side / 2;
    }

    @Override
    public String toString() {
      return "square " + (int) area();
    }
  }

  static final class Failing implements Comparable<Failing> {
    final int value;

    Failing(int value) {
      // The method check is called before the superclass's constructor.
      this(check(value), true);
    }

    private Failing(int value, boolean checked) {
      this.value = value;
    }

    @Override
    public int compareTo(Failing other) {
      if (value == 13) {
        throw new IllegalStateException("13");
      }
      return Integer.compare(plain(value), other.value);
    }
  }

  static class Base {
    Base(int value) {
      check(value);
    }
  }

  static final class Derived extends Base {
    Derived(int value) {
      super(plain(value));
      plain(value);
    }
  }

  /** Reading the field isn't a call, but it initialises this class. */
  static final class Initialised {
    static int value = plain(3);

    static int plain(int one) {
      return Callers.plain(one) + 1;
    }
  }

  static double twice(double one) {
    return 2 * one;
  }

  static int plain(int one) {
    return one + 1;
  }

  static int check(int value) {
    if (value % 5 == 4) {
      throw new IllegalArgumentException("value " + value);
    }
    return plain(value);
  }

  static int fibonacci(int n) {
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
  }

  static int depth(int n) {
    try {
      return n == 0 ? check(4) : depth(n - 1);
    } finally {
      plain(n);
    }
  }

  static synchronized int guarded(int n) {
    synchronized (Callers.class) {
      return n == 2 ? check(4) : plain(n);
    }
  }

  /** Code of the JDK catches an exception of this program, then calls methods of the program. */
  static void throughTheJdk() throws Exception {
    for (int value = 0; value < 10; value++) {
      int one = value;
      FutureTask<Integer> task = new FutureTask<>((Callable<Integer>) () -> depth(check(one))) {
        @Override
        protected void done() {
          plain(one);
        }

        @Override
        protected void setException(Throwable why) {
          plain(one);
          super.setException(why);
        }
      };
      task.run();
    }
    for (int value = 0; value < 6; value++) {
      try {
        Failing.class.getDeclaredConstructor(int.class).newInstance(value);
      } catch (InvocationTargetException failed) {
        plain(value);
      }
    }
  }

  static int caught(int value) {
    try {
      new Derived(value);
      return new Failing(value).value + guarded(value);
    } catch (IllegalArgumentException wrong) {
      return plain(value) + wrong.getMessage().length();
    }
  }

  public static void main(String[] arguments) throws Exception {
    List<Shape> shapes = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      shapes.add(new Square(i % 7));
    }
    shapes.sort(Comparator.comparingDouble(Shape::area));
    double sum = 0;
    for (Shape shape : shapes) {
      sum += shape.area() + shape.told().length();
    }
    List<Failing> all = new ArrayList<>();
    for (int value : new int[] {8, 13, 2, 11}) {
      all.add(new Failing(value));
    }
    try {
      all.sort(null);
    } catch (IllegalStateException expected) {
      sum += plain(1);
    }
    for (int value = 0; value < 12; value++) {
      sum += caught(value);
    }
    throughTheJdk();
    Thread thread = new Thread(() -> fibonacci(9));
    thread.start();
    thread.join();
    sum += Initialised.value + fibonacci(7) + String.valueOf(shapes.get(3)).length();
    System.out.println(sum);
  }
}
