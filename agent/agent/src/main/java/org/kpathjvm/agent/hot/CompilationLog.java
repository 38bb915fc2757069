package org.kpathjvm.agent.hot;

import java.io.FileInputStream;
import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What HotSpot compiles, as its own log says it ({@code -Xlog:jit+compilation=debug}). The log is
 * turned on while the program runs, by the command that {@code jcmd} has for it (VM.log); other
 * outputs of the JVM's logs stay as they are. Its file is removed at once and goes on without a
 * name.
 */
public final class CompilationLog {
  // Number, attributes, level, method, where it is entered, size; a note behind it says that the
  // code isn't used any more. A JVM without levels prints none.
  private static final Pattern LINE =
      Pattern.compile("\\s*\\d+ (.{5})(?: +([0-4]))? +(\\S+::\\S+)(?: @ -?\\d+)? \\(\\d+ bytes\\)");

  private static final String IMPLEMENTATION = "com.sun.management.internal";
  private static final int MOST_BYTES = 1 << 16;

  private final FileInputStream file;
  private String begun = "";

  CompilationLog(FileInputStream file) {
    this.file = file;
  }

  /**
   * Turns it on.
   *
   * @param path for a moment; there is none yet
   * @throws IOException with one line: this JVM has no such log
   */
  public static CompilationLog open(Instrumentation instrumentation, Path path) throws IOException {
    try {
      String said =
          command(
              instrumentation,
              "VM.log output=\"file="
                  + path.toAbsolutePath()
                  + "\" output_options=\"filecount=0\" what=\"jit+compilation=debug\""
                  + " decorators=\"none\"");
      if (!Files.exists(path)) {
        throw new IOException("the JVM's log of compilations can't be had: " + said);
      }
      FileInputStream file = new FileInputStream(path.toFile());
      Files.delete(path);
      return new CompilationLog(file);
    } catch (IOException failure) {
      throw failure;
    } catch (Throwable other) {
      throw new IOException("the JVM's log of compilations can't be had: " + other, other);
    }
  }

  /** Runs a command as jcmd would, by the JMX bean's class but without JMX. */
  private static String command(Instrumentation instrumentation, String command) throws Throwable {
    Module management =
        ModuleLayer.boot()
            .findModule("jdk.management")
            .orElseThrow(() -> new IOException("it has no module jdk.management"));
    Set<Module> agent = Set.of(CompilationLog.class.getModule());
    open(instrumentation, management, IMPLEMENTATION, agent);
    open(instrumentation, Object.class.getModule(), "jdk.internal.misc", agent);
    // Loads the native library.
    Class.forName(IMPLEMENTATION + ".PlatformMBeanProviderImpl", true, null);
    Class<?> bean = Class.forName(IMPLEMENTATION + ".DiagnosticCommandImpl", false, null);
    MethodHandles.Lookup lookup = MethodHandles.lookup();
    MethodHandle execute =
        MethodHandles.privateLookupIn(bean, lookup)
            .findVirtual(
                bean,
                "executeDiagnosticCommand",
                MethodType.methodType(String.class, String.class));
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe", false, null);
    MethodHandles.Lookup ofUnsafe = MethodHandles.privateLookupIn(unsafe, lookup);
    Object one = ofUnsafe.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
    // Its constructor asks for all of JMX.
    Object instance =
        ofUnsafe
            .findVirtual(
                unsafe, "allocateInstance", MethodType.methodType(Object.class, Class.class))
            .invoke(one, bean);
    return (String) execute.invoke(instance, command);
  }

  private static void open(
      Instrumentation instrumentation, Module module, String name, Set<Module> to) {
    instrumentation.redefineModule(
        module, Set.of(), Map.of(), Map.of(name, to), Set.of(), Map.of());
  }

  /** What has been compiled since this was last asked for, in order. */
  public List<Compilation> read() throws IOException {
    List<Compilation> found = new ArrayList<>();
    while (true) {
      byte[] bytes = file.readNBytes(MOST_BYTES);
      String text = begun + new String(bytes, StandardCharsets.UTF_8);
      int start = 0;
      for (int end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        Compilation one = parse(text.substring(start, end));
        if (one != null) {
          found.add(one);
        }
        start = end + 1;
      }
      begun = text.substring(start);
      if (bytes.length < MOST_BYTES) {
        return found;
      }
    }
  }

  /** Null if the line says something else. */
  static Compilation parse(String line) {
    Matcher matcher = LINE.matcher(line);
    if (!matcher.matches()) {
      return null;
    }
    String level = matcher.group(2);
    return new Compilation(
        matcher.group(3), matcher.group(1).startsWith("%"), level == null || level.equals("4"));
  }
}
