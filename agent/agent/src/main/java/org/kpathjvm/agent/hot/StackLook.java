package org.kpathjvm.agent.hot;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The stacks of threads, as one look found them. A look covers either the platform threads that
 * were running, or all platform threads. It never covers the caller's thread.
 */
public final class StackLook {
  /**
   * A frame. Its method is identified by the names of the class and of the method, because neither
   * stack traces nor the JVM's log have the descriptor.
   */
  static final class Frame {
    /** The class's name, two colons and the method's name. */
    final String method;

    /** The line in the source, which distinguishes a caller's calls; negative if it isn't known. */
    final int line;

    final String className;

    Frame(String className, String method, int line) {
      this.className = className;
      this.method = HotMethods.key(className, method);
      this.line = line;
    }
  }

  /** All live platform threads. */
  final List<Thread> live;

  /** The threads that the look covered, each with its frames. The bottom frame is first. */
  final Map<Thread, List<Frame>> running;

  /** The time of the look, on a clock that only goes forward. */
  final long millis;

  StackLook(long millis, List<Thread> live, Map<Thread, List<Frame>> running) {
    this.millis = millis;
    this.live = live;
    this.running = running;
  }

  /**
   * Returns whether one of the stacks has a method of a class whose name begins with {@code
   * prefix}.
   */
  public boolean hasFrameOf(String prefix) {
    return running.values().stream()
        .flatMap(List::stream)
        .anyMatch(frame -> frame.method.startsWith(prefix));
  }

  /**
   * Returns the threads whose topmost frame has a method whose name begins with {@code prefix}.
   * Here, a method's name is CLASS::METHOD.
   */
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

  /** Returns the names of the classes whose methods are on stacks. */
  public Set<String> classNames() {
    Set<String> names = new HashSet<>();
    for (List<Frame> frames : running.values()) {
      for (Frame frame : frames) {
        names.add(frame.className);
      }
    }
    return names;
  }

  /** Returns the total number of frames of all stacks. */
  public int frameCount() {
    return running.values().stream().mapToInt(List::size).sum();
  }
}
