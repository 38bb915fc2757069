package org.kpathjvm.agent.hot;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * A program that has loaded some classes. All of them are in the recording's scope, except those in
 * {@link #foreign} and those whose names begin with {@code java.}.
 */
final class ProgramOfClasses implements HotScope.Recording {
  final List<Class<?>> loaded = new ArrayList<>();
  final Set<Class<?>> unmodifiable = new HashSet<>();
  final Set<Class<?>> foreign = new HashSet<>();

  /** The classes that were passed to {@code retransformClasses}: a list for each call. */
  final List<List<Class<?>>> transformed = new ArrayList<>();

  /**
   * Everything that was reported: classes that were left out, lines of the metadata, and lines of
   * the log.
   */
  final List<String> told = new ArrayList<>();

  int looks;

  HotLines lines() {
    return new HotLines(
        (type, why) -> told.add(type.getSimpleName() + " " + why), this::append, told::add);
  }

  private void append(Utf8Text lines) throws IOException {
    told.add(lines.toString().strip());
  }

  Instrumentation instrumentation() {
    return (Instrumentation)
        Proxy.newProxyInstance(
            ProgramOfClasses.class.getClassLoader(),
            new Class<?>[] {Instrumentation.class},
            (proxy, method, arguments) -> {
              switch (method.getName()) {
                case "getAllLoadedClasses":
                  looks++;
                  return loaded.toArray(new Class<?>[0]);
                case "isModifiableClass":
                  return !unmodifiable.contains(arguments[0]);
                case "retransformClasses":
                  retransform(List.of((Class<?>[]) arguments[0]));
                  return null;
                default:
                  throw new AssertionError(method);
              }
            });
  }

  private void retransform(List<Class<?>> types) throws UnmodifiableClassException {
    transformed.add(types);
    for (Class<?> type : types) {
      if (unmodifiable.contains(type)) {
        throw new UnmodifiableClassException(type.getSimpleName());
      }
    }
  }

  @Override
  public boolean goesOn() {
    return true;
  }

  @Override
  public boolean mayHave(String className) {
    return !className.startsWith("java.");
  }

  @Override
  public boolean has(Class<?> type) {
    return !foreign.contains(type);
  }

  @Override
  public void suspendThread() {}

  @Override
  public void failed(String what, Throwable why) {
    throw new AssertionError(what, why);
  }
}
