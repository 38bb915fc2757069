import java.util.Comparator;
import java.util.function.Supplier;

/**
 * Calls of methods that the receiver's class, or the class that the call names, only inherits.
 * There are chains of classes, abstract bases, bridges, covariant results, default methods,
 * diamonds, super calls of a grandparent's method, static methods by a subclass's name, private
 * methods that share a name, and lambdas.
 */
// expect: main total1=121
public class InheritedCalls {
  static int count;

  static int way(int by) {
    return by % 3 == 0 ? 1 : by % 2;
  }

  // Chains of classes: the class that declares a method is up to four classes away.

  abstract static class A {
    int top(int by) {
      return by > 2 ? way(by) : 2;
    }

    int middle(int by) {
      return by > 1 ? 3 : way(by);
    }

    abstract int missing(int by);

    int calls(int by) {
      return by % 2 == 0 ? top(by) + missing(by) : middle(by);
    }

    static int shared(int by) {
      return by > 4 ? 5 : 6;
    }

    static int hiding(int by) {
      return by > 4 ? 7 : 8;
    }

    private int secret(int by) {
      return by > 3 ? 9 : 10;
    }

    static int secretOf(A a, int by) {
      return by > 6 ? a.secret(by) : a.secret(by + 1) + 1;
    }

    @Override
    public String toString() {
      return count > 40 ? "A" : "a";
    }
  }

  abstract static class B extends A {
    @Override
    int middle(int by) {
      return by > 1 ? super.middle(by) : 4;
    }
  }

  static class C extends B {
    @Override
    int missing(int by) {
      return by > 3 ? 1 : 0;
    }

    static int hiding(int by) {
      return by > 4 ? 17 : 18;
    }

    int secret(int by) {
      return by > 3 ? 19 : 20;
    }
  }

  static class D extends C {
    int onlyHere(int by) {
      return top(by) + super.middle(by) + super.top(by) + D.shared(by) + D.hiding(by);
    }
  }

  static class E extends D {
    @Override
    int top(int by) {
      return by % 2 == 0 ? super.top(by) : super.top(by) + super.missing(by);
    }

    private int onlyHere(String by) {
      return by.length() > 1 ? 1 : 2;
    }
  }

  // Bridge methods, inherited generic methods, covariant results.

  interface Making<T> {
    T make(T from);

    default T twice(T from) {
      return count % 3 == 0 ? from : make(make(from));
    }
  }

  abstract static class Base<T extends Comparable<T>> implements Making<T> {
    T largest(T one, T other) {
      return one.compareTo(other) > 0 ? one : other;
    }

    public T same(T one) {
      return count % 2 == 0 ? one : largest(one, one);
    }

    Object result() {
      return count > 3 ? "base" : null;
    }
  }

  static class OfInts extends Base<Integer> {
    @Override
    public Integer make(Integer from) {
      return from > 5 ? from : from + 1;
    }

    @Override
    String result() {
      return count > 5 ? "ints" : (String) super.result();
    }
  }

  static class MoreOfInts extends OfInts {
    @Override
    public Integer same(Integer one) {
      return one > 2 ? super.same(one) : one;
    }
  }

  // Default methods.

  interface Left {
    default int diamond(int by) {
      return by > 2 ? 1 : 2;
    }

    default int lone(int by) {
      return by > 3 ? hidden(by) : 2;
    }

    private int hidden(int by) {
      return by > 5 ? 3 : 4;
    }

    int again(int by);
  }

  interface LowerLeft extends Left {
    @Override
    default int diamond(int by) {
      return by > 4 ? Left.super.diamond(by) : 5;
    }

    @Override
    default int again(int by) {
      return by > 2 ? 1 : 2;
    }
  }

  interface LowerRight extends Left {}

  interface Abstracted extends Left {
    @Override
    int diamond(int by);
  }

  static class Bottom implements LowerRight, LowerLeft {
    int own(int by) {
      return diamond(by) + LowerLeft.super.lone(by);
    }
  }

  static class Below extends Bottom implements Left {
    private int hidden(int by) {
      return by > 5 ? 13 : 14;
    }

    int asks(int by) {
      return by > 2 ? hidden(by) : lone(by);
    }
  }

  static class Won extends Below {
    @Override
    public int diamond(int by) {
      return by > 2 ? super.diamond(by) : 6;
    }
  }

  static class Given implements Abstracted {
    @Override
    public int diamond(int by) {
      return by > 5 ? 7 : 8;
    }

    @Override
    public int again(int by) {
      return by > 5 ? lone(by) : 8;
    }
  }

  /** The methods of LowerLeft are callees because no superclass in the JDK declares them. */
  static class Running extends Thread implements LowerLeft, Comparable<Running> {
    @Override
    public int compareTo(Running other) {
      return other == this ? 0 : 1;
    }
  }

  static class Failing extends RuntimeException implements LowerLeft {
    private static final long serialVersionUID = 1L;
  }

  enum Kinds implements LowerLeft {
    ONE,
    TWO {
      @Override
      public int diamond(int by) {
        return by > 1 ? LowerLeft_super(by) : 3;
      }

      private int LowerLeft_super(int by) {
        return super.diamond(by);
      }
    };

    int abs(int by) {
      return by > 1 ? by : ordinal();
    }
  }

  record Pair(int one) implements LowerLeft {
    int sum(int by) {
      return by > 2 ? one + lone(by) : diamond(by);
    }
  }

  static int chains(A a, int by) {
    int sum = a.top(by) + a.middle(by) + a.missing(by) + a.calls(by) + A.secretOf(a, by);
    if (a instanceof C) {
      C c = (C) a;
      sum += c.secret(by) + c.top(by) + C.shared(by) + C.hiding(by) + E.shared(by) + E.hiding(by);
    }
    if (a instanceof D) {
      sum += ((D) a).onlyHere(by);
    }
    Object object = a;
    sum += a.secret(by);
    return sum + object.toString().length() + (a instanceof E ? ((E) a).onlyHere("ab") : 0);
  }

  static int generics(Base<Integer> ints, OfInts same, Making<Integer> making, int by) {
    int sum = ints.largest(by, 4) + ints.make(by) + ints.twice(by) + ints.same(by);
    sum += same.largest(3, by) + same.make(by) + same.twice(by) + same.same(by);
    sum += making.make(by) + making.twice(by);
    return sum + String.valueOf(ints.result()).length() + String.valueOf(same.result()).length();
  }

  static int defaults(Left left, int by) {
    int sum = left.diamond(by) + left.lone(by) + left.again(by);
    if (left instanceof Bottom) {
      Bottom bottom = (Bottom) left;
      sum += bottom.diamond(by) + bottom.lone(by) + bottom.own(by) + bottom.again(by);
    }
    if (left instanceof Below) {
      sum += ((Below) left).asks(by);
    }
    if (left instanceof LowerLeft) {
      sum += ((LowerLeft) left).diamond(by);
    }
    return sum;
  }

  public static void main(String[] args) {
    A[] as = {new C(), new D(), new E(), new E() {}};
    OfInts[] ints = {new OfInts(), new MoreOfInts(), new MoreOfInts() {}};
    Left lambda = by -> by > 2 ? way(by) : by;
    Left[] lefts = {
      new Bottom(), new Below(), new Won(), new Given(), new Running(), new Failing(), Kinds.ONE,
      Kinds.TWO, new Pair(3), lambda, new LowerLeft() {},
    };
    Comparator<Pair> ordered = Comparator.comparing(Pair::one);
    Supplier<Integer> supplied = new MoreOfInts() {}::hashCode;
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      count = i;
      sum += chains(as[i % 4], i) + generics(ints[i % 3], ints[(i + 1) % 3], ints[(i + 2) % 3], i);
      for (Left left : lefts) {
        sum += defaults(left, i);
      }
      sum += new Pair(i).sum(i) + Kinds.values()[i % 2].abs(i);
      sum += ordered.compare(new Pair(i), new Pair(4)) + (supplied.get() == 0 ? 1 : 0);
    }
    System.out.println(sum);
  }
}
