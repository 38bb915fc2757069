package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.kpathjvm.runtime.layout.PackedWord;
import org.kpathjvm.runtime.layout.StreamFormat;

/**
 * A target that stores the same records as the probes, and remembers the ids that each activation
 * has completed. While the target is stopped, it remembers these ids without storing records.
 */
public final class SimulatedTarget {
  private static final int CHUNK_WORDS = 16384;

  /** How long a thread sleeps before it looks again for room in the segment. */
  private static final long PAUSE_NANOS = 50_000;

  /**
   * An activation, with the number that the probes keep in a local variable, and its completed ids.
   */
  public static final class Activation {
    long value;
    boolean isKnown;
    final List<Integer> completed = new ArrayList<>();
  }

  private final SegmentFixture segment;
  private final boolean waits;
  private final AtomicLong nextNumber;
  private final List<List<Integer>> sequences = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong stored = new AtomicLong();
  private int part;

  /**
   * An activation whose number is lower than this one began before a cut. Such an activation begins
   * again when it is next recorded.
   */
  private long firstNumber;

  private boolean isSilent;

  /**
   * Creates a target. When the segment is full, the target's threads wait until a consumer in
   * another thread makes room. If the segment's blocks are never freed (FLAG_KEEP), the threads
   * fail instead.
   */
  public SimulatedTarget(SegmentFixture segment) {
    this(segment, !segment.kept, new AtomicLong(1));
  }

  private SimulatedTarget(SegmentFixture segment, boolean waits, AtomicLong nextNumber) {
    this.segment = segment;
    this.waits = waits;
    this.nextNumber = nextNumber;
  }

  /**
   * Returns another object for the same target. The new object remembers only the sequences of the
   * threads that it makes itself.
   */
  public SimulatedTarget beside() {
    return new SimulatedTarget(segment, waits, nextNumber);
  }

  /**
   * Returns a target for a test whose only thread is also the consumer. The target doesn't wait for
   * room in the segment, because no other thread could make room meanwhile.
   */
  public static SimulatedTarget withoutWaiting(SegmentFixture segment) {
    return new SimulatedTarget(segment, false, new AtomicLong(1));
  }

  /**
   * Makes a cut, at which the next part begins. If {@code anew} is true, live activations begin
   * again in the next part. Otherwise, the activations go on.
   */
  public void cut(boolean anew) {
    part++;
    isSilent = false;
    if (anew) {
      firstNumber = nextNumber.get();
    }
    segment.part(part);
  }

  /** Stops storing. Nothing is stored until the next cut. */
  public void stop() {
    isSilent = true;
  }

  private void know(Activation activation) {
    if (!activation.isKnown) {
      activation.isKnown = true;
      sequences.add(activation.completed);
    }
  }

  /** Returns the number of completed paths that were stored in the segment. */
  public long stored() {
    return stored.get();
  }

  /** Returns the ids that each activation has completed: one list for each activation. */
  public List<List<Integer>> sequences() {
    return sequences;
  }

  public Carrier thread() {
    return new Carrier(false, CHUNK_WORDS);
  }

  /**
   * Returns a thread that fills only the first {@code chunkWords} words of each chunk. If this
   * number is small, the thread often begins a new chunk.
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
      stored.incrementAndGet();
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
      stored.incrementAndGet();
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
      stored.addAndGet(paths.length);
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
      stored.addAndGet(times);
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

    /** Finishes the chunk that the thread is filling, if there is one. */
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
        // A thread that only yielded would take the CPU that the consumer needs.
        LockSupport.parkNanos(PAUSE_NANOS);
        claimed = segment.claim(0);
      }
      chunkPart = part;
      segment.publishStream(claimed, lease, sequence++, carrier, part);
      block = claimed;
      position = 0;
    }
  }
}
