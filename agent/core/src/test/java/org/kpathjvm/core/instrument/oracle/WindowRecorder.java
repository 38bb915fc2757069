package org.kpathjvm.core.instrument.oracle;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.runtime.windows.WindowProbes;

/**
 * Probes of structural path profiling. A path window is always closed if its id is in {@code SHUT},
 * and otherwise always open.
 */
public final class WindowRecorder {
  public static final String INTERNAL_NAME = "org/kpathjvm/core/instrument/oracle/WindowRecorder";

  static final Map<Integer, Long> COUNTS = new HashMap<>();
  static final Set<Integer> SHUT = new HashSet<>();

  private WindowRecorder() {}

  static void reset() {
    COUNTS.clear();
    SHUT.clear();
  }

  public static int start(int window, int initial) {
    return SHUT.contains(window) ? WindowProbes.NOT_STARTED : initial;
  }

  public static void end(int id) {
    if (id >= 0) {
      COUNTS.merge(id, 1L, Long::sum);
    }
  }

  /** Counts nothing. Only methods without windows call this probe. */
  public static void count(int id) {}
}
