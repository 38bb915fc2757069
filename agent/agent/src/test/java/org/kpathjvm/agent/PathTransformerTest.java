package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.agent.cache.InstrumentedClasses;
import org.kpathjvm.agent.options.AgentOptions;

/**
 * Tests whether the transformer instruments a class, leaves the class out and lists the reason, or
 * ignores the class.
 */
class PathTransformerTest {
  private static final MethodHandle NOTHING = MethodHandles.zero(void.class);
  private static final RecorderControl CONTROL =
      new RecorderControl(
          MethodHandles.empty(MethodType.methodType(void.class, int.class)),
          NOTHING,
          NOTHING,
          NOTHING,
          null,
          0);

  /**
   * The number of classes that are transformed with little room on the stack. For each class, there
   * is room for one more call than for the class before.
   */
  private static final int ROOMS = 200;

  private static final long STACK_BYTES = 1 << 19;

  @TempDir Path directory;
  private Path methods;
  private Path log;

  @BeforeEach
  void nameFiles() {
    methods = directory.resolve("methods.jsonl");
    log = directory.resolve("agent.log");
  }

  /** The class that the tests pass to the transformer, under various names. */
  static final class Sample {
    int choose(int value) {
      return value > 0 ? value : -value;
    }
  }

  private PathTransformer transformer(String options) throws IOException {
    AgentOptions parsed = AgentOptions.parse(options);
    return new PathTransformer(
        parsed,
        InstrumentedClasses.uncached(PathTransformer.instrumentOptions(parsed)),
        new MetadataWriter(methods, () -> {}),
        CONTROL,
        method -> {},
        new AgentLog(log));
  }

  private static byte[] sample() throws IOException {
    String name = Sample.class.getName().replace('.', '/') + ".class";
    try (InputStream in = Sample.class.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private byte[] transform(String options, String name, byte[] bytes) throws IOException {
    ClassLoader loader = getClass().getClassLoader();
    return transformer(options).transform(null, loader, name, null, null, bytes);
  }

  private String listed() throws IOException {
    return Files.readString(methods);
  }

  @Test
  void anApplicationClassIsInstrumentedAndListed() throws IOException {
    assertNotNull(transform("", "app/Sample", sample()));
    assertTrue(listed().contains("\"name\":\"choose\""), listed());
    assertFalse(Files.exists(log));
  }

  @Test
  void anExcludedClassIsListedAsExcluded() throws IOException {
    assertNull(transform("exclude=app.*", "app/Sample", sample()));
    assertTrue(listed().contains("\"reason\":\"excluded by a filter\""), listed());
  }

  @Test
  void jdkClassesAreIgnored() throws IOException {
    byte[] bytes = sample();
    assertNull(transformer("").transform(null, null, "java/util/Sample", null, null, bytes));
    assertEquals("", listed());
  }

  @Test
  void aClassThatTheAgentFailsOnIsNotChanged() throws IOException {
    assertNull(transform("", "app/Broken", new byte[] {1, 2, 3}));
    assertTrue(listed().contains("\"class\":\"app/Broken\""), listed());
    assertTrue(listed().contains("the agent failed on it: "), listed());
    assertTrue(Files.readString(log).contains("app/Broken is left as it was"));
  }

  /**
   * Calls itself until the stack is full. When {@code room} of these calls have returned, runs the
   * action, which can use the stack space of the returned calls. An exception of the action is only
   * stored in {@code dropped}: the JVM, too, ignores the exceptions of transformers. Returns the
   * number of calls that have returned, including this one.
   */
  private static int atTheEndOfTheStack(int room, Runnable action, Throwable[] dropped) {
    int returned;
    try {
      returned = atTheEndOfTheStack(room, action, dropped);
    } catch (StackOverflowError end) {
      returned = 0;
    }
    if (returned == room) {
      try {
        action.run();
      } catch (Throwable failure) {
        dropped[0] = failure;
      }
    }
    return returned + 1;
  }

  /**
   * Returns whether the transformer was entered. A transformer that wasn't entered can't know that
   * the class was loaded.
   */
  private static boolean isEntered(Throwable dropped) {
    return dropped == null
        || Arrays.stream(dropped.getStackTrace())
            .skip(1)
            .anyMatch(frame -> frame.getClassName().equals(PathTransformer.class.getName()));
  }

  @Test
  void withAFullStackClassesAreInstrumentedListedOrCounted() throws Exception {
    AtomicInteger unlisted = new AtomicInteger();
    AgentOptions parsed = AgentOptions.parse("");
    PathTransformer transformer =
        new PathTransformer(
            parsed,
            InstrumentedClasses.uncached(PathTransformer.instrumentOptions(parsed)),
            new MetadataWriter(methods, unlisted::incrementAndGet),
            CONTROL,
            method -> {},
            new AgentLog(log));
    byte[] bytes = sample();
    ClassLoader loader = getClass().getClassLoader();
    List<String> lost = new ArrayList<>();
    int[] ways = new int[3];
    Runnable loads =
        () -> {
          for (int room = 0; room < ROOMS; room++) {
            String name = "app/Deep" + room;
            int before = unlisted.get();
            byte[][] found = new byte[1][];
            Throwable[] dropped = new Throwable[1];
            atTheEndOfTheStack(
                room,
                () -> found[0] = transformer.transform(null, loader, name, null, null, bytes),
                dropped);
            byte[] result = found[0];
            transformer.transform(null, null, "java/util/Next", null, null, bytes);
            boolean isListed = text().contains("\"class\":\"" + name + '"');
            boolean isCounted = unlisted.get() > before;
            if (isEntered(dropped[0]) && !(result != null || isListed || isCounted)) {
              lost.add(name + ": " + dropped[0]);
            }
            ways[0] += result != null ? 1 : 0;
            ways[1] += isListed && result == null ? 1 : 0;
            ways[2] += isCounted ? 1 : 0;
          }
        };
    Thread thread = new Thread(null, loads, "deep", STACK_BYTES);
    thread.start();
    thread.join();
    assertEquals(List.of(), lost, Arrays.toString(ways));
    assertTrue(ways[1] > 0 && ways[2] > 0, Arrays.toString(ways));
  }

  private String text() {
    try {
      return listed();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void scopeHotInstrumentsOnlyHotMethodsOfLoadedClasses() throws IOException {
    PathTransformer hot = transformer("scope=hot");
    ClassLoader loader = getClass().getClassLoader();
    assertNull(hot.transform(null, loader, "app/Sample", null, null, sample()));
    assertNull(hot.transform(null, loader, "app/Sample", Sample.class, null, sample()));
    assertEquals("", listed());
    hot.hot.want(Sample.class, List.of("choose"));
    assertNotNull(hot.transform(null, loader, "app/Sample", Sample.class, null, sample()));
    assertTrue(listed().contains("\"name\":\"choose\""), listed());
    assertFalse(listed().contains("<init>"), listed());
  }
}
