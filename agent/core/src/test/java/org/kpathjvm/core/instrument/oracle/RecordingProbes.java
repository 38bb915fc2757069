package org.kpathjvm.core.instrument.oracle;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The probes as tests see them: counters and sequences in plain collections, for one thread. */
public final class RecordingProbes {
  public static final String INTERNAL_NAME = "org/kpathjvm/core/instrument/oracle/RecordingProbes";

  /**
   * One sequence: the streamed paths of an activation, or of what follows a handler's entry in one.
   */
  static final class Sequence {
    final List<Integer> ids = new ArrayList<>();
    boolean closed;
  }

  public static final Map<Integer, Long> COUNTERS = new HashMap<>();
  static final List<Sequence> SEQUENCES = new ArrayList<>();
  static final List<String> PROTOCOL_ERRORS = new ArrayList<>();

  private RecordingProbes() {}

  static void reset() {
    COUNTERS.clear();
    SEQUENCES.clear();
    PROTOCOL_ERRORS.clear();
  }

  public static void count(int id) {
    COUNTERS.merge(id, 1L, Long::sum);
  }

  public static long emit(long activation, int id) {
    long current = activation;
    if (current == 0) {
      SEQUENCES.add(new Sequence());
      current = SEQUENCES.size();
    }
    add(current, id);
    return current;
  }

  public static void exit(long activation, int id) {
    if (activation == 0) {
      count(id);
    } else {
      add(activation, id);
      close(activation);
    }
  }

  public static long handler(long activation, int id) {
    escape(activation, id);
    return 0;
  }

  public static void escape(long activation, int id) {
    count(id);
    if (activation != 0) {
      close(activation);
    }
  }

  private static void add(long activation, int id) {
    Sequence sequence = SEQUENCES.get((int) activation - 1);
    if (sequence.closed) {
      PROTOCOL_ERRORS.add("path " + id + " in a closed sequence");
    }
    sequence.ids.add(id);
  }

  private static void close(long activation) {
    Sequence sequence = SEQUENCES.get((int) activation - 1);
    if (sequence.closed) {
      PROTOCOL_ERRORS.add("closed twice: " + sequence.ids);
    }
    sequence.closed = true;
  }
}
