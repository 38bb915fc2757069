package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.iterations.IterationOptions;
import org.kpathjvm.core.instrument.iterations.IterationScheme;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassAudit;
import org.kpathjvm.core.instrument.oracle.RecordingProbes;
import org.kpathjvm.core.instrument.oracle.Records;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.sample.ByteLoader;

/**
 * Instruments many classes, lets the JVM verify them, and compares their blocks with the blocks
 * that an independent parse of the bytes finds. With {@code -Dkpath.bulk=full}, the tests check all
 * jars of the class path and more of the JDK's modules; {@code -Dkpath.bulk.jars=a.jar:b.jar} adds
 * other jars.
 */
class BulkTest {
  private static final boolean FULL = System.getProperty("kpath.bulk", "").equals("full");
  private static final int FEW = 900;

  @Test
  void classesOfJarsAreInstrumentedAndVerified() throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    List<String> jars =
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> entry.endsWith(".jar"))
            .filter(entry -> FULL || entry.contains("asm") || entry.contains("jupiter-engine"))
            .collect(Collectors.toCollection(ArrayList::new));
    String more = System.getProperty("kpath.bulk.jars", "");
    jars.addAll(more.isEmpty() ? List.of() : List.of(more.split(File.pathSeparator)));
    for (String jar : jars) {
      try (FileSystem files = FileSystems.newFileSystem(Path.of(jar), (ClassLoader) null)) {
        addAll(classes, files.getPath("/"), 0);
      }
    }
    assertTrue(classes.size() > 300, "too few classes: " + classes.size());
    check(classes, CutMode.BACK_EDGE, 4096);
    check(classes, CutMode.LOOP_HEADER, 4);
    check(
        classes,
        new InstrumentOptions(CutMode.BACK_EDGE, 4096)
            .withScheme(
                new IterationScheme(new IterationOptions(3, 6_000, 60_000, List.of())),
                RecordingProbes.INTERNAL_NAME));
    for (Schemes probes :
        List.of(
            Schemes.PATHS,
            Schemes.SEQUENCES,
            Schemes.PACKED_SEQUENCES,
            Schemes.EDGES,
            Schemes.CHORD_EDGES)) {
      check(classes, CutMode.LOOP_HEADER, 4096, probes);
    }
  }

  /** Classes in packages java.* aren't linked: only the JDK's own loaders may define them. */
  @Test
  void classesOfTheJdkAreInstrumented() throws IOException {
    Map<String, byte[]> classes = new TreeMap<>();
    for (String module :
        FULL ? List.of("java.base", "jdk.compiler", "java.xml") : List.of("java.base")) {
      Path root = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules", module);
      addAll(classes, root, FULL ? 0 : FEW);
    }
    assertTrue(classes.size() >= FEW, "too few classes: " + classes.size());
    check(classes, CutMode.BACK_EDGE, 4096);
  }

  private static void addAll(Map<String, byte[]> classes, Path root, int limit) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      List<Path> found =
          files
              .filter(file -> file.toString().endsWith(".class"))
              .filter(file -> !file.toString().contains("META-INF"))
              .filter(file -> !file.endsWith("module-info.class"))
              .sorted()
              .collect(Collectors.toList());
      // Takes every step-th class, so that not all classes come from the first packages.
      int step = limit == 0 ? 1 : Math.max(1, found.size() / limit);
      for (int i = 0; i < found.size(); i += step) {
        String name = root.relativize(found.get(i)).toString().replace('/', '.');
        classes.put(
            name.substring(0, name.length() - ".class".length()), Files.readAllBytes(found.get(i)));
      }
    }
  }

  private static void check(Map<String, byte[]> classes, CutMode cut, int maxPaths) {
    check(classes, cut, maxPaths, Schemes.STREAM);
  }

  private static void check(
      Map<String, byte[]> classes, CutMode cut, int maxPaths, Schemes probes) {
    check(
        classes,
        new InstrumentOptions(cut, maxPaths)
            .withScheme(probes.scheme(), RecordingProbes.INTERNAL_NAME));
  }

  private static void check(Map<String, byte[]> classes, InstrumentOptions options) {
    ClassInstrumenter instrumenter = new ClassInstrumenter();

    AtomicInteger nextId = new AtomicInteger(1);
    Map<String, byte[]> instrumented = new HashMap<>();
    int[] rungs = new int[Rung.values().length];
    int skipped = 0;
    int exact = 0;
    int most = 0;
    for (Map.Entry<String, byte[]> entry : classes.entrySet()) {
      InstrumentedClass result =
          instrumenter.instrument(entry.getValue(), "bulk", options, nextId::getAndAdd);
      instrumented.put(entry.getKey(), result.bytes() == null ? entry.getValue() : result.bytes());
      assertEquals(List.of(), ClassAudit.of(entry.getKey(), entry.getValue(), result).faults());
      skipped += result.skipped().size();
      for (MethodRecord record : result.methods()) {
        tellLowerRungs(entry.getKey(), record);
        int difference = record.predictedBytes - record.instrumentedBytes;
        rungs[record.plan.rung.ordinal()]++;
        exact += difference == 0 ? 1 : 0;
        most = Math.max(most, difference);
      }
    }
    int verified = verify(classes, instrumented);
    System.out.printf(
        "%s, %s, up to %d paths: %d classes, %d verified; methods by rung %s, %d on none; %d sizes"
            + " predicted exactly, the others overestimated by at most %d bytes%n",
        options.scheme(),
        options.cut(),
        options.maxPaths(),
        classes.size(),
        verified,
        Arrays.toString(rungs),
        skipped,
        exact,
        most);
  }

  private static void tellLowerRungs(String name, MethodRecord record) {
    if (record.plan.rung != Rung.FULL) {
      System.out.printf(
          "%s %s.%s: %d to %d bytes, predicted %d; %s%n",
          record.plan.rung.label(),
          name,
          Records.method(record),
          record.originalBytes,
          record.instrumentedBytes,
          record.predictedBytes,
          record.reason());
    }
  }

  /**
   * Links the instrumented classes outside the packages java.*, and returns how many link. Asserts
   * that each of them links if its original links.
   */
  private static int verify(Map<String, byte[]> originals, Map<String, byte[]> instrumented) {
    ClassLoader parent = BulkTest.class.getClassLoader();
    ByteLoader plain = new ByteLoader(originals, parent);
    ByteLoader probed = new ByteLoader(instrumented, parent);
    int verified = 0;
    for (String name : originals.keySet()) {
      if (!name.startsWith("java.")) {
        String failure = link(probed, name);
        if (failure != null && link(plain, name) == null) {
          assertNull(failure, name);
        }
        verified += failure == null ? 1 : 0;
      }
    }
    return verified;
  }

  private static String link(ByteLoader loader, String name) {
    try {
      // Asking a class for its members links and so verifies the class, but doesn't initialise it.
      Class.forName(name, false, loader).getDeclaredConstructors();
      return null;
    } catch (ClassNotFoundException | LinkageError | SecurityException e) {
      return e.toString();
    }
  }
}
