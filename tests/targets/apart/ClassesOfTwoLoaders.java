import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import java.util.function.IntSupplier;

/**
 * Calls of inherited methods where two loaders have classes of the same name. Package-private
 * methods override nothing at run time, and loaders load a class while a method runs. The tests'
 * all_targets() leaves this class out, because targets have only one method of each name.
 */
public class ClassesOfTwoLoaders {
  public static class Parent {
    int packagePrivate(int by) {
      return by > 2 ? 1 : 2;
    }

    protected int overridden(int by) {
      return by > 2 ? 3 : 4;
    }

    public int kept(int by) {
      return by > 1 ? 5 : 6;
    }

    public static int ask(Parent parent, int by) {
      return parent.packagePrivate(by) + parent.overridden(by) + parent.kept(by);
    }
  }

  public static class Child extends Parent implements IntSupplier {
    @Override
    int packagePrivate(int by) {
      return by > 3 ? 11 : 12;
    }

    @Override
    protected int overridden(int by) {
      return by > 3 ? super.overridden(by) : 13;
    }

    @Override
    public int getAsInt() {
      return packagePrivate(4) + kept(3) + Parent.ask(this, 2) + Child.inner(this);
    }

    static int inner(Child child) {
      return child.kept(2) + child.overridden(1) + (child instanceof Grandchild ? 1 : 0);
    }
  }

  public static class Grandchild extends Child {
    @Override
    public int kept(int by) {
      return by > 2 ? super.kept(by) : packagePrivate(by);
    }
  }

  static final class Own extends ClassLoader {
    private static final Set<String> OWN =
        Set.of("ClassesOfTwoLoaders$Child", "ClassesOfTwoLoaders$Grandchild");

    Own() {
      super(ClassesOfTwoLoaders.class.getClassLoader());
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!OWN.contains(name) || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name + ".class")) {
        byte[] file = in.readAllBytes();
        return defineClass(name, file, 0, file.length);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }
  }

  static int own(int by) throws ReflectiveOperationException {
    int sum = new Child().getAsInt() + new Grandchild().getAsInt();
    for (String name : new String[] {"ClassesOfTwoLoaders$Child", "ClassesOfTwoLoaders$Grandchild"}) {
      Class<?> type = new Own().loadClass(name);
      IntSupplier supplier = (IntSupplier) type.getConstructor().newInstance();
      Parent parent = (Parent) supplier;
      sum += supplier.getAsInt() + Parent.ask(parent, by) + parent.packagePrivate(by);
      sum += parent.kept(by) + parent.overridden(by);
    }
    return sum;
  }

  public static void main(String[] args) throws ReflectiveOperationException {
    int sum = 0;
    for (int i = 0; i < 10; i++) {
      sum += own(i);
    }
    System.out.println(sum);
  }
}
