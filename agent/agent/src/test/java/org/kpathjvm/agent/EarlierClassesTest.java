package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.agent.cache.InstrumentedClasses;
import org.kpathjvm.agent.options.AgentOptions;

/**
 * Tests what happens to classes that were loaded before the agent. Classes of this JVM serve as
 * examples.
 */
class EarlierClassesTest {
  private static final Class<?> APPLICATIONS = Assertions.class;
  private static final Class<?> OTHER = Test.class;

  @TempDir Path directory;

  private final List<Class<?>> transformed = new ArrayList<>();
  private final List<Class<?>> unmodifiable = new ArrayList<>();
  private Class<?>[] loaded = {APPLICATIONS};
  private boolean refuses;

  private void earlier(String options, boolean again) throws IOException {
    MethodHandle nothing = MethodHandles.zero(void.class);
    MethodHandle suspend = MethodHandles.zero(boolean.class);
    MethodHandle provide = MethodHandles.empty(MethodType.methodType(void.class, int.class));
    AgentLog log = new AgentLog(directory.resolve("agent.log"));
    AgentOptions parsed = AgentOptions.parse(options);
    PathTransformer transformer =
        new PathTransformer(
            parsed,
            InstrumentedClasses.uncached(PathTransformer.instrumentOptions(parsed)),
            new MetadataWriter(directory.resolve("methods.jsonl"), () -> {}),
            new RecorderControl(provide, nothing, suspend, nothing, null, 0),
            method -> {},
            log);
    new EarlierClasses(instrumentation(), transformer, log).transform(again);
  }

  private Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "getAllLoadedClasses":
                  return loaded;
                case "isModifiableClass":
                  return !unmodifiable.contains(arguments[0]);
                case "retransformClasses":
                  if (refuses) {
                    throw new UnmodifiableClassException("not this one");
                  }
                  transformed.addAll(List.of((Class<?>[]) arguments[0]));
                  return null;
                default:
                  throw new UnsupportedOperationException(method.getName());
              }
            });
  }

  private String read(String file) throws IOException {
    return Files.readString(directory.resolve(file));
  }

  @Test
  void applicationClassesAreRetransformed() throws IOException {
    loaded = new Class<?>[] {APPLICATIONS, OTHER};
    earlier("", true);
    assertEquals(List.of(APPLICATIONS, OTHER), transformed);
    assertEquals("", read("methods.jsonl"));
  }

  @Test
  void jdkClassesAreRetransformedIfAPatternNamesThem() throws IOException {
    loaded = new Class<?>[] {ArrayList.class, APPLICATIONS};
    earlier("include=java.util.*", true);
    assertEquals(List.of(ArrayList.class), transformed);
  }

  @Test
  void withoutAPatternJdkClassesAreNotRetransformed() throws IOException {
    loaded = new Class<?>[] {ArrayList.class, APPLICATIONS};
    earlier("", true);
    assertEquals(List.of(APPLICATIONS), transformed);
  }

  @Test
  void excludedClassesAreNotRetransformed() throws IOException {
    loaded = new Class<?>[] {APPLICATIONS, OTHER};
    earlier("exclude=" + OTHER.getName(), true);
    assertEquals(List.of(APPLICATIONS), transformed);
  }

  @Test
  void arraysAndUnmodifiableClassesAreNotRetransformed() throws IOException {
    loaded = new Class<?>[] {Assertions[].class, OTHER, APPLICATIONS};
    unmodifiable.add(OTHER);
    earlier("", true);
    assertEquals(List.of(APPLICATIONS), transformed);
  }

  @Test
  void withoutRetransformationEarlierClassesAreListed() throws IOException {
    earlier("", false);
    assertEquals(List.of(), transformed);
    String listed = read("methods.jsonl");
    assertTrue(listed.contains("\"class\":\"org/junit/jupiter/api/Assertions\""), listed);
    assertTrue(listed.contains("loaded before the agent, and retransform=no"), listed);
    assertFalse(Files.exists(directory.resolve("agent.log")));
  }

  @Test
  void classesThatTheJvmRefusesToChangeAreLoggedAndListed() throws IOException {
    refuses = true;
    earlier("", true);
    String listed = read("methods.jsonl");
    assertTrue(listed.contains("loaded before the agent, and can't be changed: "), listed);
    String logged = read("agent.log");
    assertTrue(
        logged.startsWith(
            "class org.junit.jupiter.api.Assertions, loaded before the agent, is left as it was: "),
        logged);
  }
}
