package org.kpathjvm.core.corpus;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.instrument.Instrumentation;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Instruments and verifies classes of the running JDK. {@code JdkCheck OUTPUT STEP} takes every
 * STEP-th class of each module, and appends one line of JSON for each module to the file OUTPUT.
 * This class must also be the JVM's agent, and needs -Xverify:all and --add-modules ALL-SYSTEM.
 */
public final class JdkCheck {
  private static final int CLASSES_AT_A_TIME = 200;

  private static volatile Instrumentation instrumentation;

  private JdkCheck() {}

  public static void premain(String options, Instrumentation given) {
    instrumentation = given;
  }

  public static void main(String[] args) throws IOException {
    Path output = Path.of(args[0]);
    int step = Integer.parseInt(args[1]);
    new Redefinition(instrumentation).requireVerification();
    FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    try (Workers workers = new Workers();
        Stream<Path> modules = Files.list(image.getPath("/modules"))) {
      for (Path root : modules.sorted().collect(Collectors.toList())) {
        Figures figures = check(root, step, workers);
        Files.writeString(
            output, figures.toJson() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
  }

  private static Figures check(Path root, int step, Workers workers) throws IOException {
    String name = root.getFileName().toString();
    Figures figures = new Figures(name);
    Map<String, byte[]> classes = read(root, step);
    ClassProcessing processing = new ClassProcessing(figures, new ClassHierarchy(Map.of()));
    workers.forEach(classes.keySet(), each -> processing.process(each, classes.get(each)));
    Module module = ModuleLayer.boot().findModule(name).orElse(null);
    if (module == null) {
      figures.addFault("module " + name + " isn't in the boot layer");
      return figures;
    }
    Redefinition redefinition = new Redefinition(instrumentation);
    Map<Class<?>, byte[]> pending = new LinkedHashMap<>();
    for (Map.Entry<String, byte[]> entry : processing.instrumented().entrySet()) {
      Class<?> loaded = Class.forName(module, entry.getKey().replace('/', '.'));
      if (loaded == null) {
        figures.addFault(entry.getKey() + ": not found in its module");
      } else {
        pending.put(loaded, entry.getValue());
      }
      if (pending.size() == CLASSES_AT_A_TIME) {
        verify(redefinition, pending, classes, figures);
        pending.clear();
      }
    }
    verify(redefinition, pending, classes, figures);
    return figures;
  }

  /** Verifies the classes together. If the JVM refuses any, verifies each class separately. */
  private static void verify(
      Redefinition redefinition,
      Map<Class<?>, byte[]> instrumented,
      Map<String, byte[]> originals,
      Figures figures) {
    boolean well = redefinition.failure(instrumented) == null;
    for (Class<?> one : instrumented.keySet()) {
      String name = one.getName().replace('.', '/');
      Throwable failure = well ? null : redefinition.failure(Map.of(one, instrumented.get(one)));
      Throwable before =
          failure == null ? null : redefinition.failure(Map.of(one, originals.get(name)));
      figures.addLink(name, LinkComparison.judge(before, failure));
    }
  }

  /** Returns every step-th class file of a module, by internal name. */
  private static Map<String, byte[]> read(Path module, int step) {
    Map<String, byte[]> classes = new TreeMap<>();
    try (Stream<Path> found = Files.walk(module)) {
      List<Path> files =
          found
              .filter(file -> file.toString().endsWith(".class"))
              .filter(file -> !file.endsWith("module-info.class"))
              .sorted()
              .collect(Collectors.toCollection(ArrayList::new));
      for (int i = 0; i < files.size(); i += step) {
        String name = module.relativize(files.get(i)).toString();
        classes.put(
            name.substring(0, name.length() - ".class".length()), Files.readAllBytes(files.get(i)));
      }
      return classes;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
