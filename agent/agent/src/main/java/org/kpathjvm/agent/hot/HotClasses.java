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
 * The classes in which some methods are instrumented, and later more of them. A method keeps its
 * ids. So when its class is changed again, activations that are under way go on in the former code,
 * and count under the same ids as the new code.
 *
 * <p>Any number of threads may use this object, because other agents may have a class transformed
 * again at any time.
 */
public final class HotClasses {
  private static final String NOT_HOT = "out-of-scope: ";

  private final InstrumentOptions options;
  private final Map<Class<?>, HotClass> classes = new WeakHashMap<>();

  /**
   * Begins without any class.
   *
   * @param options how methods are instrumented; the scope in them doesn't matter
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

  /** Takes methods back out, because the JVM doesn't accept the class with probes in them. */
  public void unwant(Class<?> type, Collection<String> names) {
    HotClass one;
    synchronized (classes) {
      one = classes.get(type);
    }
    synchronized (one) {
      one.names.removeAll(names);
      one.newFirstIds.clear();
    }
  }

  /**
   * Returns the class with the probes of its hot methods, and the lines about them that haven't
   * been written yet.
   *
   * @param type the class that is transformed again; null if it is about to be loaded
   * @return null if none of its methods is or was wanted
   * @throws RuntimeException if the bytes aren't a class file
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
   * Returns the first ids of the methods that {@link #get} has instrumented since this was last
   * called.
   */
  public List<Integer> newFirstIds(Class<?> type) {
    HotClass one;
    synchronized (classes) {
      one = classes.get(type);
    }
    synchronized (one) {
      List<Integer> given = new ArrayList<>(one.newFirstIds);
      one.newFirstIds.clear();
      return given;
    }
  }

  private final class HotClass {
    final Set<String> names = new HashSet<>();
    final List<Integer> newFirstIds = new ArrayList<>();

    /** For each method, the first ids of the ranges that it has, by the ranges' sizes. */
    private final Map<String, Map<Integer, Integer>> ranges = new HashMap<>();

    /** For each method, how its ids are read. */
    private final Map<String, String> readings = new HashMap<>();

    private final Set<String> skipped = new HashSet<>();

    UsableClass instrument(byte[] original, String loaderName, IdAllocator ids) {
      InstrumentedClass result = run(original, loaderName, ids);
      if (forgetOthers(result)) {
        result = run(original, loaderName, ids);
      }
      List<MethodRecord> fresh = new ArrayList<>();
      for (MethodRecord method : result.methods()) {
        if (readings.put(method.key(), method.reading()) == null) {
          fresh.add(method);
          newFirstIds.add(method.plan.firstId());
        }
      }
      List<SkippedMethod> left = new ArrayList<>(0);
      for (SkippedMethod method : result.skipped()) {
        if (!method.reason.startsWith(NOT_HOT) && skipped.add(method.method)) {
          left.add(method);
        }
      }
      UsableClass usable = UsableClass.of(result.bytes(), fresh, left);
      // Until the class has been changed, it isn't known since when these methods have been
      // recorded.
      if (!newFirstIds.isEmpty()) {
        SinceLine.append(newFirstIds, SinceLine.UNKNOWN, usable.lines());
      }
      return usable;
    }

    private InstrumentedClass run(byte[] original, String loaderName, IdAllocator ids) {
      return new ClassInstrumenter()
          .instrument(original, loaderName, options.ofHot(names), stable(ids));
    }

    /** Returns an allocator that gives a method the same ids again. */
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
     * Forgets the ids of methods whose ids would be read differently from before. This happens when
     * another agent has given the class other code, or when what is new in the class leaves these
     * methods less room.
     *
     * @return whether there were any such methods
     */
    private boolean forgetOthers(InstrumentedClass result) {
      boolean any = false;
      for (MethodRecord method : result.methods()) {
        String before = readings.get(method.key());
        if (before != null && !before.equals(method.reading())) {
          readings.remove(method.key());
          // A class's name has no dot.
          ranges.remove(method.key().substring(method.key().indexOf('.') + 1));
          any = true;
        }
      }
      return any;
    }
  }
}
