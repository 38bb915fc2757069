package org.kpathjvm.agent.hot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.agent.process.LoadedClasses;

/** Puts probes into hot methods by retransforming their classes. */
final class HotChanges {
  private final LoadedClasses loaded;
  private final HotClasses classes;
  private final HotLines lines;

  HotChanges(LoadedClasses loaded, HotClasses classes, HotLines lines) {
    this.loaded = loaded;
    this.classes = classes;
    this.lines = lines;
  }

  /** Instruments the given methods. Changes all classes in one step, if the JVM accepts that. */
  void instrument(Map<Class<?>, Set<String>> found) {
    List<Class<?>> types = new ArrayList<>(found.keySet());
    for (Class<?> type : types) {
      classes.want(type, found.get(type));
    }
    if (loaded.transformAtOnce(types)) {
      listSince(types);
      return;
    }
    // If the classes are changed one by one, the JVM may refuse only some of them.
    Set<Class<?>> changed = new HashSet<>(types);
    loaded.transformOneByOne(
        types,
        (type, refused) -> {
          changed.remove(type);
          classes.unwant(type, found.get(type));
          lines.refused(type, refused);
        });
    listSince(changed);
  }

  private void listSince(Collection<Class<?>> changed) {
    List<Integer> firstIds = new ArrayList<>();
    for (Class<?> type : changed) {
      firstIds.addAll(classes.newFirstIds(type));
    }
    lines.since(firstIds);
  }
}
