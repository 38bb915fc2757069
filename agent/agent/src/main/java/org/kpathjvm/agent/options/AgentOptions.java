package org.kpathjvm.agent.options;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * The values of the agent's options. The text that the agent is given consists of pairs {@code
 * key=value}, separated by commas. The items of a list are separated by colons. The characters
 * {@code % , = :} inside a value are percent-encoded. An object of this class never changes.
 */
public final class AgentOptions {
  private final Map<AgentOption<?>, Object> given = new LinkedHashMap<>();
  private boolean isOutputOfProcess = true;

  private AgentOptions() {}

  /**
   * Parses the text after {@code -javaagent:kpath.jar=}.
   *
   * @throws IllegalArgumentException with a message of one line
   */
  public static AgentOptions parse(String text) {
    AgentOptions options = new AgentOptions();
    if (text != null && !text.isEmpty()) {
      for (String part : text.split(",", -1)) {
        int equals = part.indexOf('=');
        if (equals < 0) {
          throw new IllegalArgumentException(
              "agent option '"
                  + part
                  + "' has no value; write key=value; the options are "
                  + known());
        }
        AgentOption<?> option = named(part.substring(0, equals));
        options.given.put(option, option.parse(part.substring(equals + 1)));
        if (option == AgentOption.OUTPUT) {
          options.isOutputOfProcess = part.contains(OptionType.PROCESS_ID);
        }
      }
    }
    for (AgentOption<?> option : options.given.keySet()) {
      if (!option.appliesTo(options.profiler())) {
        throw new IllegalArgumentException(
            "agent option "
                + option.name()
                + "= has no effect with profiler="
                + options.profiler().label()
                + "; leave it out"
                + (option == AgentOption.K ? " (`kpath-jvm build` takes -k)" : ""));
      }
    }
    if (options.get(AgentOption.SCOPE) == MethodScope.HOT
        && !options.get(AgentOption.RETRANSFORM)) {
      throw new IllegalArgumentException(
          "agent option scope=hot transforms loaded classes again, which retransform=no forbids;"
              + " leave one of the two out");
    }
    if (options.get(AgentOption.SCOPE) == MethodScope.HOT && options.get(ProfilerOption.CALLS)) {
      throw new IllegalArgumentException(
          "agent option calls=yes can't be combined with scope=hot, which gives probes to methods"
              + " while they run; leave one of the two options out");
    }
    if (options.get(AgentOption.SCOPE) == MethodScope.HOT && options.profiler().hasWindows()) {
      throw new IllegalArgumentException(
          "agent option scope=hot can't be combined with profiler="
              + options.profiler().label()
              + ", whose first path windows open when classes are loaded; leave scope=hot out");
    }
    return options;
  }

  private static AgentOption<?> named(String name) {
    for (AgentOption<?> option : AgentOption.all()) {
      if (option.name().equals(name)) {
        return option;
      }
    }
    throw new IllegalArgumentException(
        "unknown agent option '" + name + "'; the options are " + known());
  }

  private static String known() {
    StringBuilder names = new StringBuilder();
    for (AgentOption<?> option : AgentOption.all()) {
      names.append(names.length() == 0 ? "" : " ").append(option.name());
    }
    return names.toString();
  }

  /** Returns the value that was given, or the default. */
  @SuppressWarnings("unchecked") // The value was made by the option's own parser, so it is a T.
  public <T> T get(AgentOption<T> option) {
    Object value = given.get(option);
    return value != null ? (T) value : option.defaultValue();
  }

  /** Returns whether the option was given, or has been set by {@link #with}. */
  public boolean has(AgentOption<?> option) {
    return given.containsKey(option);
  }

  /** Returns the file that was given, or the default file in the directory. */
  public Path in(Path directory, AgentOption<Path> option) {
    return given.containsKey(option) ? get(option) : directory.resolve(get(option));
  }

  /**
   * Returns whether the name of the recording's directory depends on the process id, as the default
   * name does. If it does, several JVMs can have the same options.
   */
  public boolean isOutputOfProcess() {
    return isOutputOfProcess;
  }

  /** Returns a copy of these options with another value for one option. */
  public <T> AgentOptions with(AgentOption<T> option, T value) {
    AgentOptions other = new AgentOptions();
    other.given.putAll(given);
    other.isOutputOfProcess = isOutputOfProcess;
    other.given.put(option, value);
    return other;
  }

  public Profiler profiler() {
    return get(AgentOption.PROFILER);
  }

  /**
   * Writes the values of all options that the chosen profiler takes, except for files and
   * directories.
   */
  public void writeEffective(JsonWriter json) {
    json.beginObject();
    for (AgentOption<?> option : AgentOption.all()) {
      if (option.isSetting() && option.appliesTo(profiler())) {
        option.write(get(option), json);
      }
    }
    json.endObject();
  }
}
