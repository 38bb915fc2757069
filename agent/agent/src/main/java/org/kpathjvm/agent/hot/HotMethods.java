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
 * Which methods are hot, by what HotSpot compiles, and which classes may be changed, by what is on
 * the stacks.
 *
 * <p>A method is hot when HotSpot's optimising compiler has compiled it for its next activations;
 * or in the midst of one when it has been compiled for its next ones before, by whichever compiler;
 * or as a part of a caller that calls it often, or of any if it is compiled by itself as well. A
 * loop that is optimised in the midst of an activation takes what it calls with it, and that may
 * never be compiled by itself.
 *
 * <p>An activation that runs when its class is changed goes on in the old code, which HotSpot never
 * compiles again: a loop of it takes some thirty times as long from then on. So a class has to wait
 * while a long loop of it may be running. A method has no long loop if it was never compiled for an
 * activation in the midst of a loop (OSR), or was compiled for its next activations before: then it
 * has been called often and looped little. Of any other it has to be seen that an activation of it
 * is over quickly ({@link #SHORT_MILLIS}), or that there is none for a while ({@link
 * #QUIET_MILLIS}). Stacks don't tell activations apart: a frame may be that of the look before if
 * all frames below it are the same, line by line.
 *
 * <p>Of methods that were hot before anybody looked ({@link CodeList}) it isn't known whether they
 * loop for long, so all of them have to be seen. As a method that is called again and again from
 * one place can't be told from one long activation, such a class waits for {@link #FOUND_MILLIS} at
 * most if HotSpot has compiled the method for its next activations: there are some, then, and who
 * looks at a program for a while wants to see these.
 *
 * <p>All methods of a class are compiled anew after it was changed, so each time it has to wait
 * twice as long.
 *
 * <p>Methods are known by the names of their classes and their own, without loaders and
 * descriptors, as that is what HotSpot logs.
 */
public final class HotMethods {
  static final int SHORT_MILLIS = 50;
  static final int QUIET_MILLIS = 200;

  /** Looks that are further apart say nothing about what was between them. */
  static final int GAP_MILLIS = 100;

  /** How long a class waits after its first change. */
  static final int WAIT_MILLIS = 500;

  /** How long a class waits of which methods were found that had been hot before. */
  static final int FOUND_MILLIS = 1_000;

  /** How long a hot method waits until that is said. */
  static final int PATIENCE_MILLIS = 2_000;

  private static final String SEPARATOR = "::";

  private static final class Method {
    final String name;

    /** Whether any compilation of it was logged, or that it is called often. */
    boolean isCompiled;

    /** Whether a caller has it, however often it calls it. */
    boolean isInlined;

    boolean isHot;
    boolean isTaken;

    /** Whether an activation may loop for long. */
    boolean mayBeLong;

    /** The first of the looks in a row that found it on no stack; negative: the latest did. */
    long quietSince = -1;

    /** The first look that found it waiting; negative: none has. */
    long waitsSince = -1;

    boolean isSaid;

    /** Whether it was optimised for an activation in the midst of a loop. */
    boolean isHotInLoop;

    /** Whether it was hot before anybody looked. */
    boolean isFound;

    /** The same, and it has been called often. */
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

    /** The latest look without it; negative if there was none. */
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

  /** The name of a method with that of its class. */
  static String key(String className, String method) {
    return className + SEPARATOR + method;
  }

  /** Takes what has been compiled, in order. */
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

  /** The names of the classes that have hot methods which haven't been taken. */
  public Set<String> pending() {
    return new HashSet<>(pending);
  }

  /**
   * Whether methods that were hot before wait for their first chance; those of which a loop runs
   * that nobody may ever begin again have it when the others have.
   */
  public boolean isAnyFoundPending() {
    return pending.stream()
        .flatMap(name -> classes.get(name).methods.values().stream())
        .filter(method -> method.isFound && method.isPending())
        .anyMatch(method -> method.isFoundCalled || !hasWaited(method, FOUND_MILLIS));
  }

  /**
   * The methods that were optimised in the midst of a loop before they were recorded, by class:
   * each is told once.
   */
  public Map<String, Set<String>> newlyHotInLoops() {
    Map<String, Set<String>> found = hotInLoops;
    hotInLoops = new HashMap<>();
    return found;
  }

  /** Takes one look at all stacks: those of threads that wait are as they were. */
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
        // From another line it calls another activation.
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
   * Takes the hot methods of a pending class, if it may be changed behind the latest look: their
   * names, or none. They are the caller's to instrument.
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

  /** Takes the hot methods of a class that isn't in scope. */
  public void drop(String className) {
    classes.get(className).methods.values().forEach(it -> it.isTaken |= it.isHot);
    pending.remove(className);
  }

  private boolean hasWaited(Method method, int millis) {
    return method.isPending() && method.waitsSince >= 0 && lastLook - method.waitsSince >= millis;
  }

  /** The hot methods of a class that have waited for long by the latest look; each is told once. */
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
