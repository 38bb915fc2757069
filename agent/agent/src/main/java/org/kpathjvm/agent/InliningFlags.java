package org.kpathjvm.agent;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;

/**
 * Reads the sizes up to which the running JVM inlines methods. These sizes are set by the flags
 * MaxInlineSize and FreqInlineSize on the JVM's command line. If {@code -XX:Flags} names a file,
 * the flags in the file aren't found.
 */
final class InliningFlags {
  /** The largest number of bytes of code that a method may have. */
  private static final int MOST_BYTES = 65_535;

  private InliningFlags() {}

  /**
   * Returns the options with the inlining limits that the JVM's command line sets. A limit that the
   * user has given as an option stays as it is.
   *
   * @throws ReflectiveOperationException if the JVM doesn't reveal its arguments
   */
  static AgentOptions resolved(AgentOptions options, Instrumentation instrumentation)
      throws ReflectiveOperationException {
    AgentOptions found = options;
    for (String argument : arguments(instrumentation)) {
      found = withFlag(found, options, argument, "MaxInlineSize", AgentOption.MAX_INLINE_SIZE);
      found = withFlag(found, options, argument, "FreqInlineSize", AgentOption.FREQ_INLINE_SIZE);
    }
    return found;
  }

  /**
   * Returns {@code found} with the flag's value, if the argument sets the flag and the user hasn't
   * given the option; else returns {@code found} as it is. The caller passes the arguments in
   * order, so the last value of a repeated flag is used, as in the JVM.
   */
  static AgentOptions withFlag(
      AgentOptions found,
      AgentOptions asked,
      String argument,
      String flag,
      AgentOption<Integer> option) {
    String prefix = "-XX:" + flag + "=";
    if (asked.has(option) || !argument.startsWith(prefix)) {
      return found;
    }
    try {
      int bytes = Integer.parseInt(argument.substring(prefix.length()));
      return found.with(option, Math.min(Math.max(bytes, 0), MOST_BYTES));
    } catch (NumberFormatException notPlain) {
      // The JVM also accepts other spellings, such as 1k. Nobody writes an inlining limit like
      // that.
      return found;
    }
  }

  private static String[] arguments(Instrumentation instrumentation)
      throws ReflectiveOperationException {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of("jdk.internal.misc", Set.of(InliningFlags.class.getModule())),
        Map.of(),
        Set.of(),
        Map.of());
    Class<?> vm = Class.forName("jdk.internal.misc.VM", false, null);
    try {
      String[] arguments =
          (String[])
              MethodHandles.lookup()
                  .findStatic(vm, "getRuntimeArguments", MethodType.methodType(String[].class))
                  .invoke();
      // HotSpot returns null if the JVM was started without arguments.
      return arguments == null ? new String[0] : arguments;
    } catch (ReflectiveOperationException | RuntimeException | Error expected) {
      throw expected;
    } catch (Throwable impossible) {
      throw new ReflectiveOperationException(impossible);
    }
  }
}
