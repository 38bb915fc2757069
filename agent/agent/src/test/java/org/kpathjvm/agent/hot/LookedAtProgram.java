package org.kpathjvm.agent.hot;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program with one thread. {@link HotMethods} looks at the thread's stack every {@link #PERIOD}
 * ms.
 */
abstract class LookedAtProgram {
  static final int PERIOD = 10;

  final Thread thread = new Thread("the program's");
  final HotMethods methods = new HotMethods();
  long millis;

  /**
   * Takes a look that finds the given frames. The bottom frame comes first. A frame is written as
   * {@code method} or {@code method@line}.
   */
  void look(String... stack) {
    List<StackLook.Frame> frames = new ArrayList<>();
    for (String frame : stack) {
      int end = frame.indexOf('@');
      frames.add(
          end < 0
              ? frame(frame, 1)
              : frame(frame.substring(0, end), Integer.parseInt(frame.substring(end + 1))));
    }
    millis += PERIOD;
    methods.look(new StackLook(millis, List.of(thread), Map.of(thread, frames)));
  }

  private static StackLook.Frame frame(String method, int line) {
    int end = method.indexOf("::");
    return new StackLook.Frame(method.substring(0, end), method.substring(end + 2), line);
  }

  void looks(int count, String... stack) {
    for (int i = 0; i < count; i++) {
      look(stack);
    }
  }
}
