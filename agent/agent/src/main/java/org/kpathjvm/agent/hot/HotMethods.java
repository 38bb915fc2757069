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
 * Decides which methods are hot, by what HotSpot compiles, and which classes may be changed, by
 * what is on the stacks.
 *
 * <p>A method is hot when HotSpot's optimising compiler has compiled it in one of these ways. It
 * was compiled for its next activations. Or it was compiled in the midst of an activation, and any
 * compiler had compiled it for its next activations before. Or it was inlined into a caller that
 * calls it often. If it was inlined into other callers only, it must be compiled by itself as well.
 * A loop that is optimised in the midst of an activation includes what it calls, and the called
 * methods may never be compiled by themselves.
 *
 * <p>An activation that is running when its class is changed goes on in the old code, which HotSpot
 * never compiles again. A loop of that activation takes some thirty times as long from then on. So
 * a class has to wait while a long loop of it may be running.
 *
 * <p>A method has no long loop if it was never compiled for an activation in the midst of a loop
 * (OSR), or was compiled for its next activations before that: then it has been called often and
 * has looped little. For any other method, looks at the stacks have to show that an activation of
 * it is over quickly ({@link #SHORT_MILLIS}), or that there is none for a while ({@link
 * #QUIET_MILLIS}). Stacks don't tell activations apart: a frame may belong to the same activation
 * as in the look before if all frames below it are the same, line by line.
 *
 * <p>For methods that were hot before anybody looked ({@link CodeList}), it isn't known whether
 * they loop for long, so looks have to show for each of them that it doesn't. But a method that is
 * called again and again from one place can't be told from one long activation. So if HotSpot has
 * compiled the method for its next activations, its class waits for {@link #FOUND_MILLIS} at most.
 * In that case the method is called again, and whoever looks at a program for a while wants to see
 * these activations.
 *
 * <p>All methods of a class are compiled anew after the class was changed. So the class has to wait
 * twice as long each time.
 *
 * <p>Methods are known by their class's name and their own, without loaders and descriptors,
 * because that is what HotSpot logs.
 */
public final class HotMethods {
  static final int SHORT_MILLIS = 50;
  static final int QUIET_MILLIS = 200;

  /** Looks that are further apart say nothing about what was between them. */
  static final int GAP_MILLIS = 100;

  /** How long a class waits after its first change before it may be changed again. */
  static final int WAIT_MILLIS = 500;

  /**
   * How long a class waits at most for methods that were hot, and called often, before anybody
   * looked.
   */
  static final int FOUND_MILLIS = 1_000;

  /** How long a hot method waits before its waiting is reported. */
  static final int PATIENCE_MILLIS = 2_000;

  private static final String SEPARATOR = "::";

  private static final class Method {
    final String name;

    /** Whether any compilation of the method is known, or the method is called often. */
    boolean isCompiled;

    /** Whether the method was inlined into a caller, however often the caller calls it. */
    boolean isInlined;

    boolean isHot;
    boolean isTaken;

    /** Whether an activation may loop for long. */
    boolean mayBeLong;

    /**
     * The time of the first look in the latest unbroken series that found the method on no stack;
     * negative if the latest look found it on one.
     */
    long quietSince = -1;

    /** The time of the first look that found the method waiting; negative if none has. */
    long waitsSince = -1;

    boolean isSaid;

    /** Whether the method was optimised for an activation in the midst of a loop. */
    boolean isHotInLoop;

    /** Whether the method was hot before anybody looked. */
    boolean isFound;

    /** Whether the method was hot before anybody looked, and had been called often. */
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

  /** A frame that may be the same activation from look to look. */
  private static final class Activation {
    final String method;

    /** The time of the latest look without this activation; negative if there was none. */
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

  /** Returns the name of a method with that of its class. */
  static String key(String className, String method) {
    return className + SEPARATOR + method;
  }

  /** Notes what has been compiled, in order. */
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
        // It is called often, which a method with a long loop isn't.
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
    // An initialiser of a class runs once.
    if (!method.isHot && !method.name.equals("<clinit>")) {
      method.isHot = true;
      pending.add(className);
    }
  }

  /** Returns the names of the classes that have hot methods which haven't been taken. */
  public Set<String> pending() {
    return new HashSet<>(pending);
  }

  /**
   * Returns whether any methods that were hot before anybody looked still have to be waited for. A
   * method that was only hot in a loop may never be called again, so it is waited for no longer
   * than {@link #FOUND_MILLIS}.
   */
  public boolean isAnyFoundPending() {
    return pending.stream()
        .flatMap(name -> classes.get(name).methods.values().stream())
        .filter(method -> method.isFound && method.isPending())
        .anyMatch(method -> method.isFoundCalled || !hasWaited(method, FOUND_MILLIS));
  }

  /**
   * Returns the methods that were optimised in the midst of a loop before they were recorded, by
   * class. Each is returned once.
   */
  public Map<String, Set<String>> newlyHotInLoops() {
    Map<String, Set<String>> found = hotInLoops;
    hotInLoops = new HashMap<>();
    return found;
  }

  /**
   * Takes in one look at all stacks. A thread that wasn't running is taken to have the stack that
   * it had at the look before.
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
        // A call from another line is another activation.
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
   * Takes the hot methods of a pending class if it may be changed after the latest look. The caller
   * has to instrument them.
   *
   * @return the methods' names; empty if the class may not be changed yet
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

  /**
   * Counts the hot methods of a class as taken. This drops those of a class that isn't in scope.
   */
  public void drop(String className) {
    classes.get(className).methods.values().forEach(it -> it.isTaken |= it.isHot);
    pending.remove(className);
  }

  private boolean hasWaited(Method method, int millis) {
    return method.isPending() && method.waitsSince >= 0 && lastLook - method.waitsSince >= millis;
  }

  /**
   * Returns the hot methods of a class that had waited for long at the latest look. Each is
   * returned once.
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
