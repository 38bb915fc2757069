package org.kpathjvm.agent.hot;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The stacks of the threads that were running when they were looked at. */
public final class StackLook {
  /** A frame: methods are known by name, as in stack traces and in what the JVM logs. */
  static final class Frame {
    /** The class, a colon and a colon, and the method. */
    final String method;

    /** Of the source, which tells calls of a caller apart; negative if it isn't known. */
    final int line;

    final String className;

    Frame(String className, String method, int line) {
      this.className = className;
      this.method = HotMethods.key(className, method);
      this.line = line;
    }
  }

  /** All platform threads that live. */
  final List<Thread> live;

  /** Those that run, each with its frames from the bottom. */
  final Map<Thread, List<Frame>> running;

  /** When, on a clock that only goes on. */
  final long millis;

  StackLook(long millis, List<Thread> live, Map<Thread, List<Frame>> running) {
    this.millis = millis;
    this.live = live;
    this.running = running;
  }

  /** Whether a method of classes whose names begin so is on the stack of a running thread. */
  public boolean hasFrameOf(String prefix) {
    return running.values().stream()
        .flatMap(List::stream)
        .anyMatch(frame -> frame.method.startsWith(prefix));
  }

  /** The threads at whose stacks' ends such a method is. */
  public Set<Thread> endingIn(String prefix) {
    Set<Thread> found = new HashSet<>();
    running.forEach(
        (thread, frames) -> {
          if (!frames.isEmpty() && frames.get(frames.size() - 1).method.startsWith(prefix)) {
            found.add(thread);
          }
        });
    return found;
  }

  /** Of the methods that are on stacks. */
  public Set<String> classNames() {
    Set<String> names = new HashSet<>();
    for (List<Frame> frames : running.values()) {
      for (Frame frame : frames) {
        names.add(frame.className);
      }
    }
    return names;
  }

  /** Frames of all stacks, which is what a look costs. */
  public int frameCount() {
    return running.values().stream().mapToInt(List::size).sum();
  }
}
