import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;

/**
 * An agent that lists in a file the JDK classes that the JVM loads while kpath-jvm's agent
 * transforms a class.
 */
public final class NestedLoads implements ClassFileTransformer {
  private final FileOutputStream out;

  private NestedLoads(FileOutputStream out) {
    this.out = out;
  }

  public static void premain(String file, Instrumentation given) throws IOException {
    NestedLoads one = new NestedLoads(new FileOutputStream(file));
    // Makes the JVM load the classes that this agent itself needs.
    one.transform(null, null, "", null, null, null);
    one.write("begin");
    given.addTransformer(one);
  }

  private void write(String line) throws IOException {
    out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public byte[] transform(
      Module module,
      ClassLoader loader,
      String name,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    if (redefined != null || loader != null) {
      return null;
    }
    StackTraceElement[] stack = new Throwable().getStackTrace();
    for (int at = 0; at + 1 < stack.length; at++) {
      // The JVM calls a transformer through classes of the package sun.instrument.
      if (stack[at].getClassName().equals("org.kpathjvm.agent.PathTransformer")
          && stack[at + 1].getClassName().startsWith("sun.instrument.")) {
        try {
          write(name);
        } catch (IOException failure) {
          throw new IllegalStateException(failure);
        }
        return null;
      }
    }
    return null;
  }
}
