package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * A target that records as the probes do, and remembers which ids each activation completed. At
 * every moment it remembers exactly what it has stored, and what it would have stored if it hadn't
 * been stopped.
 */
public final class SimulatedTarget {
  private static final int CHUNK_WORDS = 16384;

  /** An activation: the long of the probes' local variable, and what the activation did. */
  public static final class Activation {
    long value;
    boolean isKnown;
    final List<Integer> completed = new ArrayList<>();
  }

  private final SegmentFixture segment;
  private final boolean waits;
  private final AtomicLong nextNumber;
  private final List<List<Integer>> sequences = Collections.synchronizedList(new ArrayList<>());
  private int part;

  /** Activations with lower numbers begin anew. */
  private long firstNumber;

  private boolean isSilent;

  /** Creates a target whose threads wait for room, which a consumer in another thread makes. */
  public SimulatedTarget(SegmentFixture segment) {
    this(segment, !segment.kept, new AtomicLong(1));
  }

  private SimulatedTarget(SegmentFixture segment, boolean waits, AtomicLong nextNumber) {
    this.segment = segment;
    this.waits = waits;
    this.nextNumber = nextNumber;
  }

  /** Returns further threads of the same target. Their sequences are remembered separately. */
  public SimulatedTarget beside() {
    return new SimulatedTarget(segment, waits, nextNumber);
  }

  /**
   * Returns a target in the consumer's own thread. It doesn't wait for room, because nobody would
   * make any.
   */
  public static SimulatedTarget withoutWaiting(SegmentFixture segment) {
    return new SimulatedTarget(segment, false, new AtomicLong(1));
  }

  /** Makes a cut: the next part begins, in which live activations begin anew, or go on. */
  public void cut(boolean anew) {
    part++;
    isSilent = false;
    if (anew) {
      firstNumber = nextNumber.get();
    }
    segment.part(part);
  }

  /** Makes a cut after which nothing is stored until the next one. */
  public void stop() {
    isSilent = true;
  }

  private void know(Activation activation) {
    if (!activation.isKnown) {
      activation.isKnown = true;
      sequences.add(activation.completed);
    }
  }

  /** Returns what all activations completed, one list each. */
  public List<List<Integer>> sequences() {
    return sequences;
  }

  public Carrier thread() {
    return new Carrier(false, CHUNK_WORDS);
  }

  /**
   * Returns a thread that uses {@code chunkWords} words of each chunk, so that chunks change often.
   */
  public Carrier thread(boolean carrier, int chunkWords) {
    return new Carrier(carrier, chunkWords);
  }

  /** A platform thread, which may carry virtual threads. */
  public final class Carrier {
    private final int lease = segment.newLease();
    private final boolean carrier;
    private final int chunkWords;
    private long current;
    private int block = -1;
    private int position;
    private long sequence;
    private int chunkPart;

    public int lease() {
      return lease;
    }

    Carrier(boolean carrier, int chunkWords) {
      this.carrier = carrier;
      this.chunkWords = chunkWords;
    }

    public void emit(Activation activation, int id) {
      if (isSilent) {
        know(activation);
        activation.completed.add(id);
        return;
      }
      room();
      enter(activation);
      put(id);
      activation.completed.add(id);
    }

    public void exit(Activation activation, int id) {
      if (isSilent) {
        emit(activation, id);
        return;
      }
      room();
      enter(activation);
      put(-id);
      activation.completed.add(id);
      current = 0;
    }

    /** Emits one record of packed paths. */
    public void packed(Activation activation, int kind, int bits, int firstId, int... paths) {
      if (isSilent) {
        for (int path : paths) {
          emit(activation, firstId + path);
        }
        return;
      }
      room();
      boolean whole = (kind & StreamFormat.PACKED_WHOLE) != 0;
      if (!whole) {
        enter(activation);
      }
      long word = PackedWord.empty(bits);
      for (int path : paths) {
        word = word << bits | path;
      }
      segment.word(block, position + 1, firstId);
      segment.word(block, position + 2, (int) word);
      segment.word(block, position + 3, (int) (word >>> 32));
      segment.word(block, position, StreamFormat.PACKED + kind + bits);
      position += 4;
      for (int path : paths) {
        activation.completed.add(firstId + path);
      }
      if (whole) {
        know(activation);
      } else if (kind != StreamFormat.PACKED_GOES_ON) {
        current = 0;
      }
    }

    /** Emits {@code times} completions in a row, one by one. */
    public void emit(Activation activation, int id, int times) {
      for (int time = 0; time < times; time++) {
        emit(activation, id);
      }
    }

    /** Emits one record of {@code times} completions. */
    public void run(Activation activation, int bits, int firstId, int path, int times) {
      if (isSilent) {
        emit(activation, firstId + path, times);
        return;
      }
      room();
      enter(activation);
      segment.word(block, position + 1, firstId);
      segment.word(block, position + 2, path);
      segment.word(block, position + 3, times);
      segment.word(block, position, StreamFormat.RUN + bits);
      position += 4;
      activation.completed.addAll(Collections.nCopies(times, firstId + path));
    }

    public void close(Activation activation) {
      if (isFormer(activation) || isSilent) {
        return;
      }
      room();
      enter(activation);
      put(StreamFormat.CLOSE);
      current = 0;
    }

    /** Ends the thread, which finishes its chunk. */
    public void end() {
      if (block >= 0) {
        segment.close(block, 4 * position);
        block = -1;
      }
    }

    private boolean isFormer(Activation activation) {
      return activation.value == 0 || activation.value >>> StreamFormat.SEQUENCE_BITS < firstNumber;
    }

    private void enter(Activation activation) {
      if (isFormer(activation)) {
        long begun = nextNumber.getAndIncrement() << StreamFormat.SEQUENCE_BITS;
        record(StreamFormat.BEGIN, (int) begun, (int) (begun >>> 32));
        activation.value = begun;
        know(activation);
      } else if (activation.value != current) {
        long next =
            activation.value & ~StreamFormat.SEQUENCE_MASK
                | activation.value + 1 & StreamFormat.SEQUENCE_MASK;
        record(StreamFormat.RESUME, (int) next, (int) (next >>> 32));
        activation.value = next;
      }
      current = activation.value;
    }

    private void record(int control, int first, int second) {
      segment.word(block, position + 1, first);
      segment.word(block, position + 2, second);
      segment.word(block, position, control);
      position += 3;
    }

    private void put(int word) {
      segment.word(block, position++, word);
    }

    private void room() {
      if (block >= 0
          && chunkPart == part
          && position + StreamFormat.MAX_RECORD_BYTES / 4 <= chunkWords) {
        return;
      }
      current = chunkPart == part ? current : 0;
      end();
      int claimed = segment.claim(segment.blockCount - 1);
      while (claimed < 0) {
        if (!waits) {
          throw new IllegalStateException("the test's segment is too small");
        }
        Thread.yield();
        claimed = segment.claim(0);
      }
      chunkPart = part;
      segment.publishStream(claimed, lease, sequence++, carrier, part);
      block = claimed;
      position = 0;
    }
  }
}
