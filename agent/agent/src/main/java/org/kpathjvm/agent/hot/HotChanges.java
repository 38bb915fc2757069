package org.kpathjvm.agent.hot;

import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Puts probes into hot methods by retransforming their classes. */
final class HotChanges {
  private final Instrumentation instrumentation;
  private final HotClasses classes;
  private final HotLines lines;

  HotChanges(Instrumentation instrumentation, HotClasses classes, HotLines lines) {
    this.instrumentation = instrumentation;
    this.classes = classes;
    this.lines = lines;
  }

  /** Instruments methods of classes. Changes all classes at once, if the JVM accepts that. */
  void instrument(Map<Class<?>, Set<String>> found) {
    List<Class<?>> types = new ArrayList<>(found.keySet());
    for (Class<?> type : types) {
      classes.want(type, found.get(type));
    }
    try {
      instrumentation.retransformClasses(types.toArray(new Class<?>[0]));
      listSince(types);
    } catch (UnmodifiableClassException
        | LinkageError
        | InternalError
        | UnsupportedOperationException refused) {
      // The JVM changes all of the classes or none. If they are changed one by one, it may refuse
      // only some.
      for (Class<?> type : types) {
        instrumentAlone(type, found.get(type));
      }
    }
  }

  private void instrumentAlone(Class<?> type, Set<String> names) {
    try {
      instrumentation.retransformClasses(type);
      listSince(List.of(type));
    } catch (UnmodifiableClassException
        | LinkageError
        | InternalError
        | UnsupportedOperationException refused) {
      classes.unwant(type, names);
      lines.refused(type, refused);
    }
  }

  private void listSince(List<Class<?>> changed) {
    List<Integer> firstIds = new ArrayList<>();
    for (Class<?> type : changed) {
      firstIds.addAll(classes.newFirstIds(type));
    }
    lines.since(firstIds);
  }
}
