package server;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;

/** An agent that saves the program's class files as a transformer sees them. */
public final class Classes implements ClassFileTransformer {
  private static final int BATCH = 256;

  private final Path directory;
  private IOException failure;

  private Classes(Path directory) {
    this.directory = directory;
  }

  @Override
  public synchronized byte[] transform(
      ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] file) {
    if (old != null) {
      try {
        Path path = directory.resolve(old.getName() + ".class");
        Files.write(path, file);
      } catch (IOException refused) {
        failure = refused;
      }
    }
    return null;
  }

  private static boolean isOfProgram(Class<?> type) {
    // Hidden classes and arrays can't be transformed.
    return !type.isArray() && !type.isHidden() && type.getClassLoader() == loader();
  }

  private static ClassLoader loader() {
    return Shop.class.getClassLoader();
  }

  /** Writes the class files into a new directory, whose path is the argument. */
  public static void agentmain(String path, Instrumentation instrumentation)
      throws IOException, UnmodifiableClassException {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isOfProgram(type) && instrumentation.isModifiableClass(type)) {
        types.add(type);
      }
    }
    Path written = Path.of(path);
    Path unfinished = Files.createDirectory(Path.of(path + ".part"));
    Classes classes = new Classes(unfinished);
    instrumentation.addTransformer(classes, true);
    try {
      for (int from = 0; from < types.size(); from += BATCH) {
        List<Class<?>> some = types.subList(from, Math.min(types.size(), from + BATCH));
        instrumentation.retransformClasses(some.toArray(new Class<?>[0]));
      }
    } finally {
      instrumentation.removeTransformer(classes);
    }
    if (classes.failure != null) {
      throw classes.failure;
    }
    Files.move(unfinished, written);
  }
}
