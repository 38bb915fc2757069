package org.kpathjvm.runtime.overlapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tests that {@code Selection} finds the method that the JVM runs. Each method of the nested types
 * returns its declaring class or the result of another such method.
 */
class SelectionTest {
  public interface I {
    default Class<?> one() {
      return I.class;
    }

    Class<?> two();
  }

  public interface J extends I {
    @Override
    default Class<?> one() {
      return J.class;
    }
  }

  public interface K extends I {}

  public interface Again extends J {
    @Override
    Class<?> one();
  }

  public static class Top {
    Class<?> three() {
      return Top.class;
    }

    private Class<?> hidden() {
      return Top.class;
    }

    static Class<?> fixed() {
      return Top.class;
    }

    public Class<?> viaTop() {
      return three();
    }

    public Class<?> hiddenViaTop() {
      return hidden();
    }
  }

  public static class Low extends Top implements K, J {
    @Override
    public Class<?> two() {
      return Low.class;
    }

    @Override
    Class<?> three() {
      return Low.class;
    }

    Class<?> hidden() {
      return Low.class;
    }

    public Class<?> viaLow() {
      return three();
    }
  }

  public static class Lowest extends Low implements I {}

  public static class Own extends Lowest {
    @Override
    public Class<?> one() {
      return Own.class;
    }
  }

  abstract static class Abstracted implements Again {}

  static class Given extends Abstracted {
    @Override
    public Class<?> one() {
      return Given.class;
    }

    @Override
    public Class<?> two() {
      return Given.class;
    }
  }

  /**
   * A loader that defines some of the classes again. The copies aren't in the originals' run-time
   * package, because a package belongs to one loader.
   */
  static final class Other extends ClassLoader {
    private final Set<String> own;

    Other(Class<?>... own) {
      super(SelectionTest.class.getClassLoader());
      this.own = Set.of(Arrays.stream(own).map(Class::getName).toArray(String[]::new));
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      if (!own.contains(name) || findLoadedClass(name) != null) {
        return super.loadClass(name, resolve);
      }
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        byte[] file = in.readAllBytes();
        return tell(defineClass(name, file, 0, file.length));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private static final Class<?>[] CLASSES = {
    Object.class,
    I.class,
    J.class,
    K.class,
    Again.class,
    Top.class,
    Low.class,
    Lowest.class,
    Own.class,
    Abstracted.class,
    Given.class
  };

  @BeforeAll
  static void tellAll() {
    for (Class<?> type : CLASSES) {
      tell(type);
    }
  }

  /** Adds a class's own methods to {@link DeclaredMethods}. Returns the class. */
  private static Class<?> tell(Class<?> type) {
    long[] methods =
        Arrays.stream(type.getDeclaredMethods())
            .mapToLong(method -> (long) key(method) << 32 | flags(method.getModifiers()))
            .sorted()
            .toArray();
    DeclaredMethods.add(type.getClassLoader(), type.getName(), methods);
    return type;
  }

  private static int flags(int modifiers) {
    return DeclaredMethods.DECLARED
        | (Modifier.isPrivate(modifiers) ? DeclaredMethods.PRIVATE : 0)
        | (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers)
            ? DeclaredMethods.INHERITED
            : 0)
        | (Modifier.isAbstract(modifiers) ? DeclaredMethods.ABSTRACT : 0);
  }

  private static int key(Method method) {
    String descriptor =
        java.lang.invoke.MethodType.methodType(method.getReturnType(), method.getParameterTypes())
            .toMethodDescriptorString();
    return DeclaredMethods.key(
        method.getName(), descriptor, Modifier.isStatic(method.getModifiers()));
  }

  private static int key(String name) {
    return DeclaredMethods.key(name, "()Ljava/lang/Class;", false);
  }

  private static Class<?> selected(Class<?> named, Object receiver, String name) {
    return Selection.selected(named, receiver.getClass(), key(name));
  }

  @Test
  void theMethodThatTheJvmRunsIsSelected() {
    I[] receivers = {new Low(), new Lowest(), new Own(), new Given()};
    for (I receiver : receivers) {
      assertSame(receiver.one(), selected(I.class, receiver, "one"));
      assertSame(receiver.two(), selected(I.class, receiver, "two"));
    }
    J j = new Lowest();
    assertSame(j.one(), selected(J.class, j, "one"));
    Lowest lowest = new Lowest();
    assertSame(lowest.one(), selected(Lowest.class, lowest, "one"));
    assertSame(J.class, lowest.one());
    Top top = lowest;
    assertSame(top.three(), selected(Top.class, top, "three"));
    assertSame(lowest.hidden(), selected(Lowest.class, top, "hidden"));
    assertSame(top.hiddenViaTop(), selected(Top.class, top, "hidden"));
    assertSame(Top.class, top.hiddenViaTop());
  }

  @Test
  void packagePrivateMethodsOfAnotherLoaderAreNotOverridden() throws ReflectiveOperationException {
    Other loader = new Other(Low.class, Lowest.class);
    Object other = loader.loadClass(Lowest.class.getName()).getConstructor().newInstance();
    Class<?> low = other.getClass().getSuperclass();
    assertSame(Top.class, ((Top) other).viaTop());
    assertSame(Top.class, selected(Top.class, other, "three"));
    assertSame(low, low.getMethod("viaLow").invoke(other));
    assertSame(low, selected(low, other, "three"));
    assertSame(((I) other).two(), selected(I.class, other, "two"));
  }

  @Test
  void staticMethodsAndSuperCallsAreResolved() {
    int fixed = DeclaredMethods.key("fixed", "()Ljava/lang/Class;", true);
    assertSame(Own.fixed(), Selection.resolved(Own.class, fixed));
    assertSame(Low.class, Selection.resolved(Lowest.class, key("three")));
    assertSame(J.class, Selection.resolved(Lowest.class, key("one")));
    assertSame(I.class, Selection.resolved(K.class, key("one")));
    assertNull(Selection.resolved(Abstracted.class, key("one")));
  }

  static class Unseen extends Low {}

  static class BelowUnseen extends Unseen {}

  static class Two extends Low {}

  @Test
  void unknownMethodsAreNotGuessed() {
    tell(BelowUnseen.class);
    assertNull(selected(Low.class, new BelowUnseen(), "two"));
    assertNull(selected(Low.class, new Unseen(), "two"));
    tell(Two.class);
    assertSame(Low.class, selected(Low.class, new Two(), "two"));
    long[] another = {(long) key("two") << 32 | DeclaredMethods.DECLARED};
    DeclaredMethods.add(Two.class.getClassLoader(), Two.class.getName(), another);
    assertNull(selected(Low.class, new Two(), "two"));
    int shared = DeclaredMethods.key("viaTop", "()Ljava/lang/Class;", false);
    assertSame(Top.class, Selection.selected(Top.class, Lowest.class, shared));
    DeclaredMethods.share(shared);
    assertNull(Selection.selected(Top.class, Lowest.class, shared));
  }

  @Test
  void laterLookupsGiveTheSameResults() {
    for (int times = 0; times < 3; times++) {
      for (int other = 0; other < 5000; other++) {
        assertFalse(SelectedMethods.isOf("no.Class", I.class, Own.class, other));
      }
      assertTrue(SelectedMethods.isOf(J.class.getName(), I.class, Low.class, key("one")));
      assertTrue(SelectedMethods.isOf(Own.class.getName(), I.class, Own.class, key("one")));
      assertTrue(SelectedMethods.isOf(J.class.getName(), Low.class, null, key("one")));
      assertFalse(SelectedMethods.isOf(I.class.getName(), I.class, Low.class, key("one")));
      assertFalse(SelectedMethods.isOf(J.class.getName(), null, Low.class, key("one")));
      assertFalse(SelectedMethods.isOf(null, I.class, Low.class, key("one")));
    }
  }

  @Test
  void classesOfUnloadedLoadersAreDropped() {
    WeakReference<?> gone = methodsOfALoaderThatGoes();
    WeakReference<?> kept = new WeakReference<>(add(getClass().getClassLoader(), 0));
    int number = 1;
    // Classes are dropped when there is no room for another class.
    for (; gone.get() != null; number++) {
      assertTrue(number < 200_000, "the class is still there");
      add(null, number);
      if (number % 2000 == 0) {
        System.gc();
      }
    }
    assertNotNull(kept.get());
    assertSame(Low.class, selected(I.class, new Lowest(), "two"));
    assertEquals(DeclaredMethods.UNKNOWN, DeclaredMethods.flags(SelectionTest.class, key("one")));
  }

  /**
   * Adds a made-up class to {@link DeclaredMethods}, and returns the array of its methods. The
   * array is reachable as long as {@code DeclaredMethods} keeps the class.
   */
  private static long[] add(ClassLoader loader, int number) {
    long[] methods = {(long) number << 32 | DeclaredMethods.DECLARED};
    DeclaredMethods.add(loader, "made.Up" + number, methods);
    return methods;
  }

  private static WeakReference<?> methodsOfALoaderThatGoes() {
    ClassLoader loader = new Other();
    WeakReference<?> methods = new WeakReference<>(add(loader, 0));
    System.gc();
    assertNotNull(methods.get(), "the class is gone although its loader is still there");
    Reference.reachabilityFence(loader);
    return methods;
  }
}
