package org.kpathjvm.agent.hot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.metadata.SinceLine;
import org.kpathjvm.core.instrument.metadata.SkippedMethod;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.relocation.UsableClass;

/**
 * The classes in which hot methods are instrumented. When further methods of a class become hot,
 * the class is changed again. Methods that already have probes keep their ids, because running
 * activations stay in the old code, which counts under these ids. A method gets other ids only if
 * its earlier ids would be decoded differently.
 *
 * <p>Any number of threads may use this object, because another agent may ask the JVM at any time
 * to retransform a class.
 */
public final class HotClasses {
  private static final String NOT_HOT = "out-of-scope: ";

  private final InstrumentOptions options;
  private final Map<Class<?>, HotClass> classes = new WeakHashMap<>();

  /**
   * Creates an object without classes.
   *
   * @param options how methods are instrumented; the scope in these options doesn't matter
   */
  public HotClasses(InstrumentOptions options) {
    this.options = options;
  }

  /** Adds methods of a class to those that are instrumented when the class is next transformed. */
  public void want(Class<?> type, Collection<String> names) {
    HotClass one;
    synchronized (classes) {
      one = classes.computeIfAbsent(type, it -> new HotClass());
    }
    synchronized (one) {
      one.names.addAll(names);
    }
  }

  /**
   * Undoes {@link #want} for methods of a class, because the JVM refuses the class with probes in
   * these methods.
   */
  public void unwant(Class<?> type, Collection<String> names) {
    HotClass one;
    synchronized (classes) {
      one = classes.get(type);
    }
    synchronized (one) {
      one.names.removeAll(names);
      one.firstIds.clear();
    }
  }

  /**
   * Returns the class with probes in its hot methods. The result also has the metadata's lines
   * about these methods, unless an earlier result had these lines.
   *
   * @param type the class that is being retransformed; null if the class is being loaded
   * @return the class with its probes; null if no method of the class has ever been wanted
   * @throws RuntimeException if {@code original} isn't a class file
   */
  public UsableClass get(Class<?> type, byte[] original, String loaderName, IdAllocator ids) {
    HotClass one;
    synchronized (classes) {
      one = classes.get(type);
    }
    if (one == null) {
      return null;
    }
    synchronized (one) {
      return one.instrument(original, loaderName, ids);
    }
  }

  /**
   * Returns the first id of each method that has probes in the code that {@link #get} returned
   * last. Leaves out the ids that an earlier call returned.
   */
  public List<Integer> newFirstIds(Class<?> type) {
    HotClass one;
    synchronized (classes) {
      one = classes.get(type);
    }
    synchronized (one) {
      List<Integer> fresh = new ArrayList<>(one.firstIds);
      fresh.removeIf(id -> !one.told.add(id));
      return fresh;
    }
  }

  private final class HotClass {
    final Set<String> names = new HashSet<>();

    /** The first ids of the methods that have probes in the latest code. */
    final List<Integer> firstIds = new ArrayList<>();

    /** The first ids that {@link #newFirstIds} has returned. */
    final Set<Integer> told = new HashSet<>();

    /**
     * For each method, the ranges of ids that the method was given. The inner map has the first id
     * of each range, by the range's size.
     */
    private final Map<String, Map<Integer, Integer>> ranges = new HashMap<>();

    /** For each method, a string that describes how the method's ids are decoded. */
    private final Map<String, String> readings = new HashMap<>();

    private final Set<String> skipped = new HashSet<>();

    UsableClass instrument(byte[] original, String loaderName, IdAllocator ids) {
      InstrumentedClass result = run(original, loaderName, ids);
      if (forgetOthers(result)) {
        result = run(original, loaderName, ids);
      }
      List<MethodRecord> fresh = new ArrayList<>();
      List<Integer> freshIds = new ArrayList<>();
      firstIds.clear();
      for (MethodRecord method : result.methods()) {
        int firstId = method.plan.firstId();
        firstIds.add(firstId);
        if (readings.put(method.key(), method.reading()) == null) {
          fresh.add(method);
          freshIds.add(firstId);
        }
      }
      List<SkippedMethod> left = new ArrayList<>(0);
      for (SkippedMethod method : result.skipped()) {
        if (!method.reason.startsWith(NOT_HOT) && skipped.add(method.method)) {
          left.add(method);
        }
      }
      UsableClass usable = UsableClass.of(result.bytes(), fresh, left);
      // The lines are written before the class is changed, so it isn't known yet when the recording
      // of these methods begins.
      if (!freshIds.isEmpty()) {
        SinceLine.append(freshIds, SinceLine.UNKNOWN, usable.lines());
      }
      return usable;
    }

    private InstrumentedClass run(byte[] original, String loaderName, IdAllocator ids) {
      return new ClassInstrumenter()
          .instrument(original, loaderName, options.ofHot(names), stable(ids));
    }

    /**
     * Returns an allocator that gives a method its earlier ids if the method still needs the same
     * number of ids.
     */
    private IdAllocator stable(IdAllocator ids) {
      return new IdAllocator() {
        @Override
        public int allocate(int count) {
          return ids.allocate(count);
        }

        @Override
        public IdAllocator of(String method) {
          return count -> {
            Map<Integer, Integer> given = ranges.computeIfAbsent(method, it -> new HashMap<>());
            int first = given.getOrDefault(count, -1);
            if (first < 0) {
              first = ids.allocate(count);
              if (first > 0) {
                given.put(count, first);
              }
            }
            return first;
          };
        }
      };
    }

    /**
     * Forgets the ids of the methods whose ids no longer mean what they meant before. That happens
     * when another agent has given the class other code, or when newly hot methods make the class
     * so large that less can be recorded of the methods that were hot earlier.
     *
     * @return whether the ids of any method were forgotten
     */
    private boolean forgetOthers(InstrumentedClass result) {
      boolean any = false;
      for (MethodRecord method : result.methods()) {
        String before = readings.get(method.key());
        if (before != null && !before.equals(method.reading())) {
          readings.remove(method.key());
          // The key is CLASS.METHOD, and the class's internal name has no dot.
          ranges.remove(method.key().substring(method.key().indexOf('.') + 1));
          any = true;
        }
      }
      return any;
    }
  }
}
