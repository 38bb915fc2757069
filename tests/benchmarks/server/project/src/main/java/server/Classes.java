package server;

import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An agent that writes down the class files which a transformer is shown: a class and a digest a
 * line. It changes none.
 */
public final class Classes implements ClassFileTransformer {
  private static final int BATCH = 256;

  private final Map<String, String> digests = new TreeMap<>();

  private Classes() {}

  @Override
  public synchronized byte[] transform(
      ClassLoader loader, String name, Class<?> old, ProtectionDomain domain, byte[] file) {
    if (old != null) {
      try {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(file);
        digests.put(old.getName(), new BigInteger(1, digest).toString(16));
      } catch (NoSuchAlgorithmException missing) {
        digests.put(old.getName(), missing.toString());
      }
    }
    return null;
  }

  private static boolean isOfProgram(Class<?> type) {
    // Hidden ones and arrays can't be transformed.
    return !type.isArray() && !type.isHidden() && type.getClassLoader() == loader();
  }

  private static ClassLoader loader() {
    return Shop.class.getClassLoader();
  }

  /** Takes the file that is written. */
  public static void agentmain(String path, Instrumentation instrumentation)
      throws IOException, UnmodifiableClassException {
    List<Class<?>> types = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isOfProgram(type) && instrumentation.isModifiableClass(type)) {
        types.add(type);
      }
    }
    Classes classes = new Classes();
    instrumentation.addTransformer(classes, true);
    try {
      for (int from = 0; from < types.size(); from += BATCH) {
        List<Class<?>> some = types.subList(from, Math.min(types.size(), from + BATCH));
        instrumentation.retransformClasses(some.toArray(new Class<?>[0]));
      }
    } finally {
      instrumentation.removeTransformer(classes);
    }
    List<String> lines = new ArrayList<>();
    classes.digests.forEach((name, digest) -> lines.add(name + " " + digest));
    Path written = Path.of(path);
    Path unfinished = Path.of(path + ".part");
    Files.write(unfinished, lines);
    Files.move(unfinished, written);
  }
}
