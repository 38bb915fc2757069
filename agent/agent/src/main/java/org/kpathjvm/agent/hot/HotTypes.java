package org.kpathjvm.agent.hot;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.agent.process.LoadedClasses;

/** Finds the loaded classes of hot methods, by the names in HotSpot's log. */
final class HotTypes {
  private final LoadedClasses classes;
  private final HotScope.Recording recording;
  private final HotLines lines;

  /** The classes with hot methods that haven't been taken, by name. */
  private final Map<String, List<Class<?>>> types = new HashMap<>();

  /** Names for which there is no loaded class that is in scope and may be changed. */
  private final Set<String> foreign = new HashSet<>();

  HotTypes(LoadedClasses classes, HotScope.Recording recording, HotLines lines) {
    this.classes = classes;
    this.recording = recording;
    this.lines = lines;
  }

  /**
   * Finds the classes of hot methods, and drops methods that aren't in scope. Also writes to the
   * metadata which methods C2 has compiled only for an activation in the midst of a loop.
   */
  void resolve(HotMethods methods) {
    Map<String, Set<String>> inLoops = methods.newlyHotInLoops();
    Set<String> pending = methods.pending();
    pending.removeAll(types.keySet());
    Set<String> names = new HashSet<>(pending);
    names.addAll(inLoops.keySet());
    names.removeIf(name -> foreign.contains(name) || !recording.mayHave(name));
    Map<String, List<Class<?>>> found = names.isEmpty() ? Map.of() : loaded(names);
    for (String name : names) {
      if (found.get(name).isEmpty()) {
        foreign.add(name);
      } else if (inLoops.containsKey(name)) {
        lines.inLoop(found.get(name).get(0), inLoops.get(name));
      }
    }
    for (String name : pending) {
      List<Class<?>> ofName = found.getOrDefault(name, List.of());
      if (ofName.isEmpty()) {
        methods.drop(name);
      } else {
        types.put(name, ofName);
      }
    }
  }

  /** Returns for each name the loaded classes that are in scope and may be changed. */
  private Map<String, List<Class<?>>> loaded(Set<String> names) {
    Map<String, List<Class<?>>> found = new HashMap<>();
    for (String name : names) {
      found.put(name, new ArrayList<>());
    }
    for (Class<?> type :
        classes.find(one -> found.containsKey(one.getName()) && recording.has(one))) {
      found.get(type.getName()).add(type);
    }
    return found;
  }

  /**
   * Returns, by class, the names of the hot methods that may be instrumented now, and marks these
   * methods as taken. Also writes to the metadata which hot methods have waited for a long time to
   * be instrumented.
   */
  Map<Class<?>, Set<String>> take(HotMethods methods) {
    Map<Class<?>, Set<String>> taken = new HashMap<>();
    for (String name : methods.pending()) {
      Set<String> heldUp = methods.heldUp(name);
      if (!heldUp.isEmpty()) {
        lines.heldUp(types.get(name).get(0), heldUp);
      }
      Set<String> hot = methods.take(name);
      if (!hot.isEmpty()) {
        types.remove(name).forEach(type -> taken.put(type, hot));
      }
    }
    return taken;
  }
}
