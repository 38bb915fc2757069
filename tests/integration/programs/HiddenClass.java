import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.util.function.IntUnaryOperator;

/** Calls a method 3 times in a class, and 5 times in a hidden class made of the same class file. */
public class HiddenClass {
  public static final class Body implements IntUnaryOperator {
    @Override
    public int applyAsInt(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        sum += i;
      }
      return sum;
    }
  }

  public static void main(String[] args) throws Throwable {
    byte[] bytes;
    try (InputStream in = HiddenClass.class.getResourceAsStream("HiddenClass$Body.class")) {
      bytes = in.readAllBytes();
    }
    Class<?> hidden = MethodHandles.lookup().defineHiddenClass(bytes, true).lookupClass();
    IntUnaryOperator other = (IntUnaryOperator) hidden.getDeclaredConstructor().newInstance();
    System.out.println(hidden.isHidden() + " " + calls(new Body(), 3) + " " + calls(other, 5));
  }

  static int calls(IntUnaryOperator body, int times) {
    int sum = 0;
    for (int i = 0; i < times; i++) {
      sum += body.applyAsInt(10);
    }
    return sum;
  }
}
