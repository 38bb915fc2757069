package org.kpathjvm.core.corpus;

import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;

/**
 * Finds out which class extends which, and which types are interfaces. Reads class files, without
 * loading any class.
 */
final class ClassHierarchy {
  /** The facts about a class that are needed to check assignments. */
  static final class Node {
    final String superName;
    final boolean isInterface;

    Node(byte[] classFile) {
      ClassReader reader = new ClassReader(classFile);
      superName = reader.getSuperName();
      isInterface = (reader.getAccess() & Opcodes.ACC_INTERFACE) != 0;
    }
  }

  private final Map<String, byte[]> classFiles;
  private final Map<String, Optional<Node>> nodes = new ConcurrentHashMap<>();

  /**
   * Creates a hierarchy.
   *
   * @param classFiles class files by internal name; other classes are looked up in the running JDK
   */
  ClassHierarchy(Map<String, byte[]> classFiles) {
    this.classFiles = classFiles;
  }

  /** Returns the facts about a class; null if there is no such class. */
  Node find(String internalName) {
    return nodes.computeIfAbsent(internalName, this::read).orElse(null);
  }

  private Optional<Node> read(String internalName) {
    byte[] bytes = classFiles.get(internalName);
    if (bytes == null) {
      bytes = Jdk.INSTANCE.classFile(internalName);
    }
    return Optional.ofNullable(bytes).map(Node::new);
  }

  /** The running JDK's classes, in all its modules. */
  private static final class Jdk {
    static final Jdk INSTANCE = new Jdk();
    private final FileSystem image = FileSystems.getFileSystem(URI.create("jrt:/"));
    private final Map<String, Path> packages = new HashMap<>();

    private Jdk() {
      try (Stream<Path> links = Files.walk(image.getPath("/packages"), 2)) {
        for (Path link : links.filter(p -> p.getNameCount() == 3).collect(Collectors.toList())) {
          Path module = image.getPath("/modules", link.getFileName().toString());
          Path inModule =
              module.resolve(link.getParent().getFileName().toString().replace('.', '/'));
          // For a package, the image also lists modules that have classes only in subpackages.
          if (hasClasses(inModule)) {
            packages.put(module.relativize(inModule).toString(), inModule);
          }
        }
      } catch (IOException e) {
        throw new IllegalStateException("cannot read the JDK's image", e);
      }
    }

    private static boolean hasClasses(Path directory) throws IOException {
      if (!Files.isDirectory(directory)) {
        return false;
      }
      try (Stream<Path> files = Files.list(directory)) {
        return files.anyMatch(file -> file.toString().endsWith(".class"));
      }
    }

    byte[] classFile(String internalName) {
      int slash = internalName.lastIndexOf('/');
      Path directory = slash < 0 ? null : packages.get(internalName.substring(0, slash));
      if (directory == null) {
        return null;
      }
      Path file = directory.resolve(internalName.substring(slash + 1) + ".class");
      try {
        return Files.exists(file) ? Files.readAllBytes(file) : null;
      } catch (IOException e) {
        throw new IllegalStateException("cannot read " + file, e);
      }
    }
  }
}
