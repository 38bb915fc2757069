package org.kpathjvm.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LoadedClassesTest {
  private static final class Fixed {}

  private Class<?>[] loaded = {String.class, Fixed.class, String[].class, Integer.class};
  private final List<List<Class<?>>> steps = new ArrayList<>();
  private final List<Class<?>> refused = new ArrayList<>();
  private final LoadedClasses classes = new LoadedClasses(instrumentation());

  private Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            LoadedClassesTest.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "getAllLoadedClasses":
                  return loaded;
                case "isModifiableClass":
                  return arguments[0] != Fixed.class;
                case "retransformClasses":
                  retransform(List.of((Class<?>[]) arguments[0]));
                  return null;
                default:
                  throw new AssertionError(method);
              }
            });
  }

  /**
   * Acts like the JVM. If {@code loaded} is null, the JVM is ending and throws an InternalError for
   * every class.
   */
  private void retransform(List<Class<?>> types) throws UnmodifiableClassException {
    steps.add(types);
    if (loaded == null) {
      throw new InternalError("class redefinition failed");
    }
    if (types.contains(Fixed.class)) {
      throw new UnmodifiableClassException();
    }
  }

  private void transform(Class<?>... types) {
    classes.transform(List.of(types), (type, why) -> refused.add(type));
  }

  @Test
  void modifiableClassesAreFound() {
    assertEquals(List.of(String.class, Integer.class), classes.find(type -> true));
    assertEquals(List.of(Integer.class), classes.find(type -> type == Integer.class));
  }

  @Test
  void classesAreChangedInOneStep() {
    transform(String.class, Integer.class);
    assertEquals(List.of(List.of(String.class, Integer.class)), steps);
    assertTrue(refused.isEmpty());
  }

  @Test
  void afterARefusalClassesAreChangedOneByOne() {
    transform(String.class, Fixed.class, Integer.class);
    assertEquals(4, steps.size());
    assertEquals(List.of(Fixed.class), refused);
  }

  @Test
  void anEndingJvmHasNoClassesAndRefusesNone() {
    loaded = null;
    assertEquals(0, classes.all().length);
    assertTrue(classes.find(type -> true).isEmpty());
    assertFalse(classes.transformAtOnce(List.of(String.class)));
    transform(String.class, Integer.class);
    assertTrue(refused.isEmpty());
  }
}
