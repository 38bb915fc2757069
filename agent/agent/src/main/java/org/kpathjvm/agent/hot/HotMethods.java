package org.kpathjvm.agent.hot;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.kpathjvm.agent.hot.Compilation.Kind;

/**
 * Finds out from HotSpot's compilations which methods are hot, and from the stacks of the program's
 * threads which classes may be changed.
 *
 * <p>HotSpot has an optimising compiler, C2, and a faster compiler, C1. A method is hot in each of
 * these cases. First, C2 has compiled the method for its next activations. Second, C2 has compiled
 * the method for an activation in the midst of a loop (OSR), after C1 or C2 had compiled the method
 * for its next activations. Third, C2 has inlined the method into a caller that calls it often.
 * Fourth, C2 has inlined the method into any caller, and C1 or C2 has also compiled it separately.
 * Inlined methods matter because they may never be compiled separately: the code of an optimised
 * loop includes the methods that the loop calls.
 *
 * <p>An activation that is running when its class is changed stays in the old code, which HotSpot
 * never compiles again. A loop of that activation takes some thirty times as long from then on. So
 * a class isn't changed while one of its methods may be in a long loop.
 *
 * <p>A method is assumed to have no long loop if HotSpot has never compiled it for an activation in
 * the midst of a loop. A method that HotSpot first compiled for its next activations is assumed to
 * have none either, because it was called often before any of its loops was compiled. For any other
 * method, the stacks have to show that an activation of the method ends quickly ({@link
 * #SHORT_MILLIS}), or that the method isn't active for a while ({@link #QUIET_MILLIS}). A stack
 * doesn't identify activations. Two looks are assumed to show the same activation if its frame has
 * the same method in both looks, and all frames below it have the same methods and lines.
 *
 * <p>Some methods were hot before the log of compilations was turned on ({@link CodeList}). For
 * each of these methods, the stacks have to show that it has no long loop. But if a method is
 * called again and again from one line, the stacks look like one long activation. So if HotSpot has
 * compiled the method for its next activations, the class waits for {@link #FOUND_MILLIS} at most:
 * the method will be called again, and these calls should be recorded.
 *
 * <p>HotSpot compiles all methods of a changed class again. So the time before the class may be
 * changed again doubles with each change.
 *
 * <p>A method is identified by its class's name and its own name, because HotSpot logs neither the
 * loader nor the descriptor.
 */
public final class HotMethods {
  static final int SHORT_MILLIS = 50;
  static final int QUIET_MILLIS = 200;

  /** If the time between two looks is longer than this, the stacks in between are unknown. */
  static final int GAP_MILLIS = 100;

  /** How long a class waits after its first change before it may be changed again. */
  static final int WAIT_MILLIS = 500;

  /**
   * How long a class waits at most if one of its methods was hot and called often before the log
   * was turned on, and how long the program waits at most for a method that was hot only in a loop.
   */
  static final int FOUND_MILLIS = 1_000;

  /** How long a hot method waits before its waiting is reported. */
  static final int PATIENCE_MILLIS = 2_000;

  private static final String SEPARATOR = "::";

  private static final class Method {
    final String name;

    /**
     * Whether the method has been compiled separately, or inlined into a caller that calls it
     * often.
     */
    boolean isCompiled;

    /** Whether the method was inlined as a small one ({@link Kind#INLINED_SMALL}). */
    boolean isInlined;

    boolean isHot;
    boolean isTaken;

    /** Whether an activation of the method may be in a long loop. */
    boolean mayBeLong;

    /**
     * The time since which no look has found the method on a stack; negative if the latest look
     * found the method on a stack, or if there was no look yet. Only the looks count that are made
     * while the class is pending.
     */
    long quietSince = -1;

    /**
     * The time of the first look at which the method waited to be instrumented; negative if there
     * was no such look.
     */
    long waitsSince = -1;

    boolean isSaid;

    /**
     * Whether the method was optimised for an activation in the midst of a loop before it was hot.
     */
    boolean isHotInLoop;

    /** Whether the method was hot before the log was turned on. */
    boolean isFound;

    /** Whether the method was hot and called often before the log was turned on. */
    boolean isFoundCalled;

    Method(String name) {
      this.name = name;
    }

    boolean isPending() {
      return isHot && !isTaken;
    }
  }

  private static final class HotClass {
    final Map<String, Method> methods = new HashMap<>();
    int changes;
    long mayChangeAt;

    boolean isPending() {
      return methods.values().stream().anyMatch(Method::isPending);
    }
  }

  /**
   * A frame that one or more looks in a row have shown, and that is assumed to be one activation.
   */
  private static final class Activation {
    final String method;

    /** The time of the last look before this activation appeared; negative if unknown. */
    final long notBefore;

    int line;

    Activation(String method, long notBefore) {
      this.method = method;
      this.notBefore = notBefore;
    }
  }

  private final Map<String, HotClass> classes = new HashMap<>();
  private final Set<String> pending = new HashSet<>();
  private Map<String, Set<String>> hotInLoops = new HashMap<>();
  private Map<Thread, List<Activation>> stacks = new IdentityHashMap<>();
  private long lastLook = -1;

  static String key(String className, String method) {
    return className + SEPARATOR + method;
  }

  /** Notes compilations, which must be in the order in which HotSpot logged them. */
  public void compiled(Collection<Compilation> compilations) {
    for (Compilation one : compilations) {
      int end = one.method.lastIndexOf(SEPARATOR);
      String className = one.method.substring(0, end);
      String name = one.method.substring(end + SEPARATOR.length());
      Method method =
          classes
              .computeIfAbsent(className, it -> new HotClass())
              .methods
              .computeIfAbsent(one.method, it -> new Method(name));
      if (one.isFound()) {
        method.isCompiled = true;
        method.mayBeLong = true;
        if (one.kind != Kind.FOUND_BASIC) {
          method.isFound = true;
          method.isFoundCalled |= one.kind == Kind.FOUND_OPTIMISED;
          makeHot(className, method);
        }
        continue;
      }
      if (one.kind == Kind.INLINED_SMALL) {
        method.isInlined = true;
        if (method.isCompiled) {
          makeHot(className, method);
        }
        continue;
      }
      if (one.kind == Kind.INLINED) {
        // The method is called often, so its inlining is no sign of a long loop.
        method.isCompiled = true;
        makeHot(className, method);
        continue;
      }
      boolean isCalledOften = method.isCompiled && !method.mayBeLong;
      method.mayBeLong |= one.isOsr() && !method.isCompiled;
      method.isCompiled = true;
      if (one.kind == Kind.OPTIMISED
          || one.kind == Kind.OPTIMISED_IN_LOOP && isCalledOften
          || method.isInlined) {
        makeHot(className, method);
      } else if (one.kind == Kind.OPTIMISED_IN_LOOP && !method.isHot && !method.isHotInLoop) {
        method.isHotInLoop = true;
        hotInLoops.computeIfAbsent(className, it -> new TreeSet<>()).add(name);
      }
    }
  }

  private void makeHot(String className, Method method) {
    // A class's initialiser runs only once, so there will be no activation to record.
    if (!method.isHot && !method.name.equals("<clinit>")) {
      method.isHot = true;
      pending.add(className);
    }
  }

  /** Returns the names of the classes with hot methods that haven't been taken ({@link #take}). */
  public Set<String> pending() {
    return new HashSet<>(pending);
  }

  /**
   * Returns whether the program has to wait for methods that were hot before the log was turned on.
   * The wait for a method that was hot only in a loop takes at most {@link #FOUND_MILLIS}, because
   * the method may never be called again.
   */
  public boolean isAnyFoundPending() {
    return pending.stream()
        .flatMap(name -> classes.get(name).methods.values().stream())
        .filter(method -> method.isFound && method.isPending())
        .anyMatch(method -> method.isFoundCalled || !hasWaited(method, FOUND_MILLIS));
  }

  /**
   * Returns, by class, the methods that C2 compiled for an activation in the midst of a loop before
   * they were hot. Each method is returned only once.
   */
  public Map<String, Set<String>> newlyHotInLoops() {
    Map<String, Set<String>> found = hotInLoops;
    hotInLoops = new HashMap<>();
    return found;
  }

  /**
   * Evaluates a look at the stacks of the running threads. If a thread wasn't running, its stack is
   * assumed to be the same as at the previous look.
   */
  public void look(StackLook look) {
    Map<Thread, List<Activation>> now = new IdentityHashMap<>();
    for (Thread thread : look.live) {
      List<Activation> before = stacks.get(thread);
      List<StackLook.Frame> frames = look.running.get(thread);
      if (frames != null) {
        now.put(thread, follow(before, frames, look.millis));
      } else if (before != null) {
        now.put(thread, before);
      }
    }
    stacks = now;
    Set<String> present = new HashSet<>();
    stacks.values().forEach(stack -> stack.forEach(it -> present.add(it.method)));
    boolean isNext = lastLook >= 0 && look.millis - lastLook <= GAP_MILLIS;
    for (String className : pending) {
      for (Map.Entry<String, Method> entry : classes.get(className).methods.entrySet()) {
        Method method = entry.getValue();
        if (present.contains(entry.getKey())) {
          method.quietSince = -1;
        } else if (method.quietSince < 0 || !isNext) {
          method.quietSince = look.millis;
        }
        if (method.isPending() && method.waitsSince < 0) {
          method.waitsSince = look.millis;
        }
      }
    }
    lastLook = look.millis;
  }

  private List<Activation> follow(
      List<Activation> before, List<StackLook.Frame> frames, long millis) {
    List<Activation> now = new ArrayList<>(frames.size());
    int same = 0;
    boolean goesOn = before != null;
    for (StackLook.Frame frame : frames) {
      goesOn = goesOn && same < before.size() && before.get(same).method.equals(frame.method);
      Activation one;
      if (goesOn) {
        one = before.get(same++);
        // If the frame's line has changed, the frames above it are new activations.
        goesOn = one.line == frame.line;
      } else {
        one = new Activation(frame.method, before == null ? -1 : lastLook);
      }
      one.line = frame.line;
      now.add(one);
    }
    for (int i = same; before != null && i < before.size(); i++) {
      Activation ended = before.get(i);
      if (ended.notBefore >= 0 && millis - ended.notBefore <= SHORT_MILLIS) {
        markShort(ended.method);
      }
    }
    return now;
  }

  private void markShort(String key) {
    HotClass type = classes.get(key.substring(0, key.lastIndexOf(SEPARATOR)));
    Method method = type == null ? null : type.methods.get(key);
    if (method != null) {
      method.mayBeLong = false;
    }
  }

  /**
   * Takes the hot methods of a pending class if, after the latest look, the class may be changed.
   * The caller has to instrument the methods.
   *
   * @return the methods' names; empty if the class must not be changed yet
   */
  public Set<String> take(String className) {
    HotClass type = classes.get(className);
    boolean isOverdue =
        type.methods.values().stream()
            .anyMatch(it -> it.isFoundCalled && hasWaited(it, FOUND_MILLIS));
    Set<String> names = new TreeSet<>();
    for (Method method : type.methods.values()) {
      boolean isQuiet = method.quietSince >= 0 && lastLook - method.quietSince >= QUIET_MILLIS;
      boolean isHeld = method.mayBeLong && !isQuiet && !isOverdue;
      if (lastLook < type.mayChangeAt || isHeld) {
        return Set.of();
      }
      if (method.isPending()) {
        names.add(method.name);
      }
    }
    type.mayChangeAt = lastLook + ((long) WAIT_MILLIS << Math.min(type.changes++, 10));
    drop(className);
    return names;
  }

  /** Marks the hot methods of a class as taken, so that the class isn't pending any more. */
  public void drop(String className) {
    for (Method method : classes.get(className).methods.values()) {
      method.isTaken |= method.isHot;
      // Until the class is pending again, no look notes whether the method is on a stack.
      method.quietSince = -1;
    }
    pending.remove(className);
  }

  private boolean hasWaited(Method method, int millis) {
    return method.isPending() && method.waitsSince >= 0 && lastLook - method.waitsSince >= millis;
  }

  /**
   * Returns a class's hot methods that had waited for {@link #PATIENCE_MILLIS} or longer at the
   * time of the latest look. Each method is returned only once.
   */
  public Set<String> heldUp(String className) {
    Set<String> names = new TreeSet<>();
    for (Method method : classes.get(className).methods.values()) {
      if (!method.isSaid && hasWaited(method, PATIENCE_MILLIS)) {
        method.isSaid = true;
        names.add(method.name);
      }
    }
    return names;
  }
}
