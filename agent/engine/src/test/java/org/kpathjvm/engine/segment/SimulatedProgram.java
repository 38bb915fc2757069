package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.kpathjvm.engine.segment.SimulatedTarget.Activation;
import org.kpathjvm.engine.segment.SimulatedTarget.Carrier;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.layout.StreamFormat;

/** Random programs with calls, loops, exceptions and virtual threads. */
final class SimulatedProgram {
  static final int IDS = 50;

  private SimulatedProgram() {}

  /** Runs recursive calls of one platform thread, with about {@code steps} probes. */
  static void callTree(Carrier thread, Random random, int steps) {
    callTree(thread, random, steps, () -> {});
  }

  /** Runs recursive calls of one platform thread. {@code between} is called before each probe. */
  static void callTree(Carrier thread, Random random, int steps, Runnable between) {
    List<Activation> stack = new ArrayList<>();
    for (int step = 0; step < steps; step++) {
      if (stack.isEmpty() || random.nextInt(8) == 0) {
        stack.add(new Activation());
      }
      Activation top = stack.get(stack.size() - 1);
      between.run();
      probe(thread, top, random);
      if (random.nextInt(10) == 0) {
        leave(thread, top, random);
        stack.remove(stack.size() - 1);
      }
    }
  }

  /**
   * Runs virtual threads, each with a stack of its own. A virtual thread may change its carrier
   * after every few probes.
   */
  static void virtualThreads(List<Carrier> carriers, Random random, int virtualThreads, int steps) {
    virtualThreads(carriers, random, virtualThreads, steps, () -> {});
  }

  /** Runs virtual threads. {@code between} is called before each probe. */
  static void virtualThreads(
      List<Carrier> carriers, Random random, int virtualThreads, int steps, Runnable between) {
    List<List<Activation>> stacks = new ArrayList<>();
    for (int thread = 0; thread < virtualThreads; thread++) {
      stacks.add(new ArrayList<>());
    }
    for (int step = 0; step < steps; step++) {
      Carrier carrier = carriers.get(random.nextInt(carriers.size()));
      List<Activation> stack = stacks.get(random.nextInt(virtualThreads));
      for (int probes = random.nextInt(4); probes >= 0; probes--) {
        if (stack.isEmpty() || random.nextInt(6) == 0) {
          stack.add(new Activation());
        }
        Activation top = stack.get(stack.size() - 1);
        between.run();
        probe(carrier, top, random);
        if (random.nextInt(6) == 0) {
          leave(carrier, top, random);
          stack.remove(stack.size() - 1);
        }
      }
    }
  }

  /**
   * Runs calls, each of which emits one record with all its paths. Most calls emit one of only four
   * different records.
   */
  static void wholes(Carrier thread, Random random, int calls) {
    for (int call = 0; call < calls; call++) {
      int kind = random.nextInt(3) == 0 ? StreamFormat.PACKED_CLOSED : StreamFormat.PACKED_LAST;
      int path = random.nextInt(10) == 0 ? random.nextInt(32) : random.nextInt(2);
      thread.packed(new Activation(), StreamFormat.PACKED_WHOLE + kind, 5, 3, 1, 2, path);
    }
  }

  private static void probe(Carrier thread, Activation activation, Random random) {
    int id = 1 + Math.min(random.nextInt(IDS), random.nextInt(IDS));
    if (random.nextInt(4) == 0) {
      packed(thread, activation, StreamFormat.PACKED_GOES_ON, random);
    } else if (random.nextInt(12) == 0) {
      run(thread, activation, random);
    } else if (random.nextInt(12) == 0) {
      thread.emit(activation, id, 1 + random.nextInt(random.nextBoolean() ? 3 : 60));
    } else {
      thread.emit(activation, id);
    }
  }

  /**
   * Emits a word. The number of paths in the word is random, and so is the number of paths that the
   * method has.
   */
  private static void packed(Carrier thread, Activation activation, int kind, Random random) {
    int bits = 1 + random.nextInt(random.nextInt(4) == 0 ? PackedWord.MOST_BITS : 5);
    int pathCount = 1 + random.nextInt((int) Math.min(1L << bits, IDS));
    int first = 1 + random.nextInt(IDS - pathCount + 1);
    int[] paths = new int[1 + random.nextInt(PackedWord.capacity(bits))];
    for (int at = 0; at < paths.length; at++) {
      paths[at] = random.nextInt(pathCount);
    }
    thread.packed(activation, kind, bits, first, paths);
  }

  /** Emits a path run with few or many completions. The method's number of paths is random. */
  private static void run(Carrier thread, Activation activation, Random random) {
    int bits = 1 + random.nextInt(5);
    int pathCount = 1 + random.nextInt(Math.min(1 << bits, IDS));
    int first = 1 + random.nextInt(IDS - pathCount + 1);
    int times = 1 + random.nextInt(random.nextBoolean() ? 5 : 300);
    thread.run(activation, bits, first, random.nextInt(pathCount), times);
  }

  private static void leave(Carrier thread, Activation activation, Random random) {
    if (random.nextInt(3) == 0) {
      boolean whole = activation.completed.isEmpty() && random.nextInt(4) > 0;
      int end = random.nextInt(4) == 0 ? StreamFormat.PACKED_CLOSED : StreamFormat.PACKED_LAST;
      packed(thread, activation, whole ? StreamFormat.PACKED_WHOLE + end : end, random);
    } else if (random.nextInt(4) == 0) {
      thread.close(activation);
    } else {
      thread.exit(activation, 1 + random.nextInt(IDS));
    }
  }
}
