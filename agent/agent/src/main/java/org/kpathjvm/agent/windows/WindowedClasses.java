package org.kpathjvm.agent.windows;

import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.InstrumentedClass;
import org.kpathjvm.core.instrument.classfile.RestoredMethods;
import org.kpathjvm.core.instrument.metadata.MethodRecord;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.probes.ProbePlan;
import org.kpathjvm.core.instrument.relocation.UsableClass;
import org.kpathjvm.core.instrument.windows.WindowCode;
import org.kpathjvm.core.instrument.windows.WindowPlan;
import org.kpathjvm.core.structural.StructureGraph;

/**
 * Instruments classes for a profiler that counts paths in path windows. The classes never come from
 * the cache of instrumented classes, because windows are made from plans, which the cache doesn't
 * store. A class that is retransformed keeps its ids, and loses the probes of the methods whose
 * windows have all ended. But if another agent has changed the class, the class gets new ids and
 * windows. Live activations go on in the old code.
 *
 * <p>Any number of threads may use this object.
 */
public final class WindowedClasses {
  /** Receives the windows of a method before the method's code can run. */
  public interface Windows {
    /**
     * Adds the windows of a method.
     *
     * @param graphs three ints for each window: the id of path 0 of the window's graph, the number
     *     of the graph's paths, and the index of the graph around it (-1 for none). The graph is
     *     the whole method or one level of its loops
     */
    void add(int[] graphs);
  }

  private static final class Kept {
    final byte[] original;
    final byte[] instrumented;
    final int methodCount;
    final Set<String> done = new HashSet<>();

    Kept(byte[] original, byte[] instrumented, int methodCount) {
      this.original = original;
      this.instrumented = instrumented;
      this.methodCount = methodCount;
    }
  }

  /** A method, identified by its class and by its name with descriptor. */
  private static final class Method {
    /** Weak, so that a class can be unloaded before all windows of its methods have ended. */
    final WeakReference<Kept> owner;

    final String className;
    final String name;

    Method(Kept owner, String className, String name) {
      this.owner = new WeakReference<>(owner);
      this.className = className;
      this.name = name;
    }
  }

  private final InstrumentOptions options;

  /** The classes by loader (null is the boot loader) and internal name. */
  private final Map<ClassLoader, Map<String, Kept>> kept = new WeakHashMap<>();

  private final Map<Integer, Method> methods = new HashMap<>();
  private volatile Windows windows;

  public WindowedClasses(InstrumentOptions options) {
    this.options = options;
  }

  /** Sets the object that receives the windows. This must be called before {@link #get}. */
  public void announceTo(Windows taker) {
    windows = taker;
  }

  /**
   * Returns the class with probes in all methods that aren't done.
   *
   * @param again whether the class is being retransformed
   * @return null if all methods are done, so that the class needs no probes
   * @throws RuntimeException if the bytes aren't a class file
   */
  public UsableClass get(
      boolean again,
      ClassLoader loader,
      String internalName,
      byte[] original,
      String loaderName,
      IdAllocator ids) {
    Kept before;
    Set<String> done;
    synchronized (kept) {
      before = again ? kept.getOrDefault(loader, Map.of()).get(internalName) : null;
      done = before == null ? Set.of() : new HashSet<>(before.done);
    }
    if (before != null && Arrays.equals(before.original, original)) {
      return done.size() == before.methodCount
          ? null
          : UsableClass.of(
              RestoredMethods.of(before.instrumented, original, done), List.of(), List.of());
    }
    InstrumentedClass fresh =
        new ClassInstrumenter().instrument(original, loaderName, options, ids);
    List<MethodRecord> windowed = new ArrayList<>();
    for (MethodRecord method : fresh.methods()) {
      int[] graphs = graphs(method);
      if (graphs.length > 0) {
        windows.add(graphs);
        windowed.add(method);
      }
    }
    if (fresh.bytes() != null) {
      keep(loader, internalName, original, fresh, windowed);
    }
    return UsableClass.of(fresh.bytes(), fresh.methods(), fresh.skipped());
  }

  /**
   * Marks methods as done, because all of their windows have ended.
   *
   * @param firstIds the first id of each method
   * @return the internal names of the methods' classes
   */
  public Set<String> finish(int[] firstIds) {
    Set<String> classes = new HashSet<>();
    synchronized (kept) {
      for (int firstId : firstIds) {
        Method method = methods.remove(firstId);
        Kept owner = method == null ? null : method.owner.get();
        if (owner != null) {
          owner.done.add(method.name);
          classes.add(method.className);
        }
      }
    }
    return classes;
  }

  private void keep(
      ClassLoader loader,
      String internalName,
      byte[] original,
      InstrumentedClass fresh,
      List<MethodRecord> windowed) {
    Kept one = new Kept(original.clone(), fresh.bytes(), fresh.methods().size());
    synchronized (kept) {
      kept.computeIfAbsent(loader, it -> new HashMap<>()).put(internalName, one);
      for (MethodRecord method : windowed) {
        String name = method.plan.method.name + method.plan.method.desc;
        methods.put(method.plan.firstId(), new Method(one, internalName, name));
      }
    }
  }

  /**
   * Returns the windows of a method, as {@link Windows#add} takes them; none if only the method's
   * edges or entries are counted.
   */
  private static int[] graphs(MethodRecord method) {
    ProbePlan plan = method.plan;
    if (!(plan instanceof WindowPlan)) {
      return plan.pathIdCount() > 0
          ? new int[] {plan.firstId(), plan.pathIdCount(), -1}
          : new int[0];
    }
    WindowCode windows = ((WindowPlan) plan).windows();
    List<StructureGraph> all = windows.forest().graphs();
    int[] graphs = new int[3 * all.size()];
    for (StructureGraph graph : all) {
      int at = 3 * graph.index();
      graphs[at] = windows.firstId(graph);
      graphs[at + 1] = (int) graph.pathCount();
      graphs[at + 2] = graph.parent();
    }
    return graphs;
  }
}
