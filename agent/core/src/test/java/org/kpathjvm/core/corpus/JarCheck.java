package org.kpathjvm.core.corpus;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Instruments and verifies all classes of jars. {@code JarCheck OUTPUT JAR[:NEEDED_JAR...]...}
 * appends one line of JSON to the file OUTPUT for each JAR. A NEEDED_JAR has classes that the JAR
 * needs; these classes aren't instrumented.
 */
public final class JarCheck {
  private static final Pattern VERSIONED = Pattern.compile("META-INF/versions/(\\d+)/.*");

  private JarCheck() {}

  public static void main(String[] args) throws IOException {
    Path output = Path.of(args[0]);
    try (Workers workers = new Workers()) {
      for (int i = 1; i < args.length; i++) {
        String[] jars = args[i].split(File.pathSeparator);
        List<Path> needed = Arrays.stream(jars).skip(1).map(Path::of).collect(Collectors.toList());
        Figures figures = check(Path.of(jars[0]), needed, workers);
        Files.writeString(
            output, figures.toJson() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
      }
    }
  }

  static Figures check(Path jar, List<Path> needed, Workers workers) throws IOException {
    Figures figures = new Figures(jar.getFileName().toString());
    TreeMap<Integer, Map<String, byte[]>> releases = read(jar);
    Map<String, byte[]> seen = new HashMap<>();
    for (Path other : needed) {
      seen.putAll(read(other).getOrDefault(0, Map.of()));
    }
    Map<String, byte[]> seenInstrumented = new HashMap<>(seen);
    for (Map<String, byte[]> classes : releases.values()) {
      // A release's classes are used together with the classes of earlier releases.
      seen.putAll(classes);
      ClassProcessing processing =
          new ClassProcessing(figures, new ClassHierarchy(Map.copyOf(seen)));
      workers.forEach(classes.keySet(), name -> processing.process(name, classes.get(name)));
      seenInstrumented.putAll(processing.instrumented());
      LinkComparison links = new LinkComparison(seen, seenInstrumented);
      workers.forEach(
          classes.keySet(),
          name -> {
            if (!isClass(classes.get(name))) {
              figures.addUnlinkable();
            } else if (processing.instrumented().containsKey(name)) {
              figures.addLink(name, links.link(name));
            }
          });
    }
    return figures;
  }

  /** Returns whether a JVM can link the class file. A module-info can't be linked. */
  private static boolean isClass(byte[] classFile) {
    return (new ClassReader(classFile).getAccess() & Opcodes.ACC_MODULE) == 0;
  }

  /** Returns a jar's class files by Java release (0: the jar's main part) and internal name. */
  private static TreeMap<Integer, Map<String, byte[]>> read(Path jar) throws IOException {
    TreeMap<Integer, Map<String, byte[]>> releases = new TreeMap<>();
    try (JarFile file = new JarFile(jar.toFile(), false)) {
      for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
        JarEntry entry = entries.nextElement();
        if (entry.getName().endsWith(".class")) {
          Matcher versioned = VERSIONED.matcher(entry.getName());
          int release = versioned.matches() ? Integer.parseInt(versioned.group(1)) : 0;
          byte[] bytes = file.getInputStream(entry).readAllBytes();
          releases
              .computeIfAbsent(release, r -> new TreeMap<>())
              .put(new ClassReader(bytes).getClassName(), bytes);
        }
      }
    }
    return releases;
  }
}
