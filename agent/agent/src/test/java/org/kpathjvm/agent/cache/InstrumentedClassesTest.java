package org.kpathjvm.agent.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.relocation.UsableClass;
import org.kpathjvm.core.numbering.CutMode;

/**
 * Tests when classes are cached, and that a cached class is the same as one that is instrumented
 * without a cache.
 */
class InstrumentedClassesTest {
  private static final InstrumentOptions OPTIONS = new InstrumentOptions(CutMode.BACK_EDGE, 4096);
  private static final long BOUND = 10_000_000;

  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();
  private File jar;

  @BeforeEach
  void makeJar() throws IOException {
    Path path = directory.resolve("agent.jar");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(path))) {
      out.putNextEntry(new ZipEntry("a"));
    }
    jar = path.toFile();
  }

  private Path cache() {
    return directory.resolve("classes");
  }

  private InstrumentedClasses open(InstrumentOptions options, long bound) {
    return InstrumentedClasses.in(cache(), options, jar, bound, said::add);
  }

  private static IdAllocator from(int first) {
    int[] next = {first};
    return count -> (next[0] += count) - count;
  }

  private static byte[] file(Class<?> type) throws IOException {
    String name = type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    }
  }

  private File[] packs() {
    return cache().toFile().listFiles();
  }

  private static void assertSame(UsableClass expected, UsableClass actual) {
    assertArrayEquals(expected.bytes(), actual.bytes());
    assertEquals(expected.lines().toString(), actual.lines().toString());
    assertEquals(expected.held().size(), actual.held().size());
  }

  /** Returns the class as it is instrumented without a cache. */
  private static UsableClass direct(byte[] original, InstrumentOptions options, int first) {
    InstrumentedClass direct =
        new ClassInstrumenter().instrument(original, "app", options, from(first));
    return UsableClass.of(direct.bytes(), direct.methods(), direct.skipped());
  }

  @Test
  void aCachedClassGetsNewIds() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    byte[] other = file(AgentOptions.class);
    InstrumentedClasses first = open(OPTIONS, BOUND);
    assertSame(direct(one, OPTIONS, 100_000), first.get(one, "app", from(100_000)));
    assertSame(direct(other, OPTIONS, 200_000), first.get(other, "app", from(200_000)));
    long bytes = packs()[0].length();
    InstrumentedClasses second = open(OPTIONS, BOUND);
    assertSame(direct(other, OPTIONS, 40_000), second.get(other, "app", from(40_000)));
    assertSame(direct(one, OPTIONS, 50_000), second.get(one, "app", from(50_000)));
    // This is as if a second class loader loaded the same class.
    assertSame(direct(one, OPTIONS, 60_000), second.get(one, "app", from(60_000)));
    assertEquals(1, packs().length);
    assertEquals(bytes, packs()[0].length());
    assertEquals(List.of(), said);
  }

  /** A class with a method whose paths are streamed. */
  static final class PathsOfInterest {
    int count(int n) {
      int sum = 0;
      for (int i = 0; i < n; i++) {
        sum += i % 3 == 0 ? 1 : 2;
      }
      return sum;
    }
  }

  @Test
  void theCachedContentIsReallyUsed() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    open(OPTIONS, BOUND).get(one, "app", from(100_000));
    byte[] pack = Files.readAllBytes(packs()[0].toPath());
    // The test replaces the entry with a valid one, whose content the agent wouldn't make.
    int head = (int) PackFormat.length(pack, 0);
    int length = (int) PackFormat.length(pack, head);
    byte[] content = PackFormat.content(pack, head, length, one);
    int at = new String(content, StandardCharsets.ISO_8859_1).indexOf("\"kind\":\"method\"");
    content[at + 1] = 'K';
    byte[] entry = PackFormat.entry(one, content);
    System.arraycopy(entry, 0, pack, head, length);
    Files.write(packs()[0].toPath(), pack);
    String lines = open(OPTIONS, BOUND).get(one, "app", from(100_000)).lines().toString();
    assertTrue(lines.startsWith("{\"Kind\":"), lines);
  }

  @Test
  void classesAreCachedSeparatelyForOtherOptions() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    InstrumentOptions other = OPTIONS.withScheme(new StreamScheme(false), "java/lang/KPathProbes");
    open(OPTIONS, BOUND).get(one, "app", from(100_000));
    assertSame(direct(one, other, 100_000), open(other, BOUND).get(one, "app", from(100_000)));
    assertSame(direct(one, other, 100_000), open(other, BOUND).get(one, "app", from(100_000)));
    assertEquals(2, packs().length);
  }

  @Test
  void aClassInADamagedPackIsInstrumentedAndCachedAgain() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    open(OPTIONS, BOUND).get(one, "app", from(100_000));
    byte[] whole = Files.readAllBytes(packs()[0].toPath());
    int head = (int) PackFormat.length(whole, 0);
    // Bytes 0 and 30 are in the pack's first entry, which holds the agent's identity. The other
    // bytes are in the class's entry: two in its header, and one in its content.
    for (int at : new int[] {0, 30, head, head + 5, whole.length - 1}) {
      byte[] damaged = whole.clone();
      damaged[at] ^= 1;
      Files.write(packs()[0].toPath(), damaged);
      assertSame(direct(one, OPTIONS, 70_000), open(OPTIONS, BOUND).get(one, "app", from(70_000)));
      assertEquals(1, packs().length, "byte " + at);
      assertArrayEquals(whole, Files.readAllBytes(packs()[0].toPath()), "byte " + at);
    }
    assertEquals(List.of(), said);
  }

  @Test
  void aChangedClassIsNotTakenFromTheCache() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    byte[] newer = one.clone();
    newer[7]++;
    open(OPTIONS, BOUND).get(one, "app", from(100_000));
    assertSame(
        direct(newer, OPTIONS, 100_000), open(OPTIONS, BOUND).get(newer, "app", from(100_000)));
  }

  @Test
  void theCacheStaysWithinItsBound() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    byte[] other = file(AgentOptions.class);
    InstrumentedClasses classes = open(OPTIONS, 12_000);
    classes.get(one, "app", from(100_000));
    long kept = packs()[0].length();
    assertTrue(kept > 0 && kept <= 12_000);
    assertSame(direct(other, OPTIONS, 90_000), classes.get(other, "app", from(90_000)));
    assertEquals(kept, packs()[0].length());
    assertEquals(List.of(), said);
  }

  @Test
  void anUnusableDirectoryIsReportedOnce() throws IOException {
    Files.createFile(cache());
    byte[] one = file(PathsOfInterest.class);
    InstrumentedClasses classes = open(OPTIONS, BOUND);
    assertSame(direct(one, OPTIONS, 100_000), classes.get(one, "app", from(100_000)));
    assertEquals(1, said.size());
    assertTrue(said.get(0).startsWith("instrumented classes aren't kept for other runs: "));
  }

  @Test
  void aRemovedDirectoryIsReportedOnce() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    byte[] other = file(AgentOptions.class);
    InstrumentedClasses classes = open(OPTIONS, BOUND);
    Files.delete(cache());
    assertSame(direct(one, OPTIONS, 100_000), classes.get(one, "app", from(100_000)));
    assertSame(direct(other, OPTIONS, 90_000), classes.get(other, "app", from(90_000)));
    assertEquals(1, said.size());
    assertTrue(said.get(0).startsWith("instrumented classes aren't kept for the next run: "));
  }

  @Test
  void aDirectoryThatOthersMayWriteToIsNotUsed() throws IOException {
    Files.createDirectory(cache());
    Files.setPosixFilePermissions(cache(), PosixFilePermissions.fromString("rwxrwxrwx"));
    open(OPTIONS, BOUND).get(file(PathsOfInterest.class), "app", from(100_000));
    assertEquals(0, packs().length);
    assertEquals(1, said.size());
  }

  @ParameterizedTest
  @CsvSource({
    "0, , .cache/kpath-jvm/classes, false",
    "10000000, , .cache/kpath-jvm/classes, true",
    "0, caches, caches/kpath-jvm/classes, false",
    "10000000, caches, caches/kpath-jvm/classes, true",
  })
  void aDirectoryIsMadeOnlyIfClassesAreCached(
      long bound, String caches, String place, boolean isMade) throws IOException {
    Map<String, String> environment =
        caches == null ? Map.of() : Map.of("XDG_CACHE_HOME", directory.resolve(caches).toString());
    byte[] one = file(PathsOfInterest.class);
    String home = System.getProperty("user.home");
    System.setProperty("user.home", directory.toString());
    try {
      Path ofUser = CacheDirectory.ofUser(environment);
      assertEquals(directory.resolve(place), ofUser);
      InstrumentedClasses classes =
          InstrumentedClasses.cached(environment, OPTIONS, jar, bound, said::add);
      assertSame(direct(one, OPTIONS, 100_000), classes.get(one, "app", from(100_000)));
      assertEquals(isMade, Files.exists(ofUser));
    } finally {
      System.setProperty("user.home", home);
    }
    assertEquals(List.of(), said);
  }

  @Test
  void aClassWithATruncatedEntryIsCachedAgain() throws IOException {
    byte[] one = file(PathsOfInterest.class);
    open(OPTIONS, BOUND).get(one, "app", from(100_000));
    byte[] whole = Files.readAllBytes(packs()[0].toPath());
    Files.write(packs()[0].toPath(), Arrays.copyOf(whole, whole.length - 1));
    open(OPTIONS, BOUND).get(one, "app", from(100_000));
    assertEquals(2, packs().length);
    open(OPTIONS, BOUND).get(one, "app", from(100_000));
    assertEquals(2, packs().length);
  }
}
