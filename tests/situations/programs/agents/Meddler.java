import java.io.InputStream;
import java.lang.instrument.ClassDefinition;
import java.lang.instrument.Instrumentation;
import java.nio.file.Files;
import java.nio.file.Path;

/** Another agent. It loads an application's class early, and redefines the class when asked. */
public class Meddler {
  private static Instrumentation instrumentation;

  public static void premain(String options, Instrumentation given) throws Exception {
    instrumentation = given;
    if ("early".equals(options)) {
      Class.forName("Work");
    }
  }

  /**
   * Redefines a class from a file, or restores the class if {@code file} is null. The application
   * calls this method.
   */
  public static void redefine(Class<?> type, String file) throws Exception {
    byte[] bytes;
    if (file == null) {
      try (InputStream in = type.getResourceAsStream("/" + type.getName() + ".class")) {
        bytes = in.readAllBytes();
      }
    } else {
      bytes = Files.readAllBytes(Path.of(file));
    }
    instrumentation.redefineClasses(new ClassDefinition(type, bytes));
  }
}
