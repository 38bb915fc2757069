package org.kpathjvm.engine.segment;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.kpathjvm.engine.counting.CountingMemory;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.sharing.CountedPart;

/**
 * Limits how much of the {@link EngineMemory} the tables of one thread may take. The thread is a
 * drain's own thread, or one of several threads that share a drain's counting. Other threads may
 * call only {@link #add}.
 */
final class DrainMemory implements CountingMemory {
  /**
   * If the thread's largest counter is at least this many times as large as the counter that asks
   * for memory, the largest counter is folded instead.
   */
  private static final int MUCH_LARGER = 4;

  private final EngineMemory engine;

  /** The parts that the thread counts. The drain may add parts while the thread counts. */
  private final List<CountedPart> parts = new CopyOnWriteArrayList<>();

  /**
   * The number of bytes that are reserved for this thread, without the bytes that the thread took
   * from the pool.
   */
  private long share;

  private long taken;

  DrainMemory(EngineMemory engine) {
    this(engine, engine.drainShare());
  }

  private DrainMemory(EngineMemory engine, long share) {
    this.engine = engine;
    this.share = share;
  }

  void add(CountedPart part) {
    parts.add(part);
    part.setMemory(this);
  }

  /**
   * Divides the share among threads. The first thread keeps the present tables.
   *
   * @return the threads' memories, beginning with this one. The list is empty if the pool has too
   *     little memory for spreading tables over several parts.
   */
  List<DrainMemory> divided(int threads) {
    long each = share / threads;
    if (!engine.isAmple() || !engine.take(share - each)) {
      return List.of();
    }
    taken += share - each;
    share = each;
    List<DrainMemory> memories = new ArrayList<>(List.of(this));
    while (memories.size() < threads) {
      memories.add(new DrainMemory(engine, each));
    }
    return memories;
  }

  @Override
  public boolean mayGrow(SequenceCounter asking, long moreBytes) {
    if (covers(moreBytes)) {
      return true;
    }
    CountedPart largest = largest();
    if (largest.counter() == asking
        || largest.counter().bytes() / MUCH_LARGER < asking.bytes() + moreBytes) {
      return false;
    }
    largest.fold();
    giveBack();
    return covers(moreBytes);
  }

  private boolean covers(long moreBytes) {
    long wanted = bytes() + moreBytes - share - taken;
    if (wanted <= 0) {
      return true;
    }
    boolean granted = engine.take(wanted);
    if (granted) {
      taken += wanted;
    }
    return granted;
  }

  private void giveBack() {
    long unwanted = Math.min(taken, share + taken - bytes());
    if (unwanted > 0) {
      taken -= unwanted;
      engine.giveBack(unwanted);
    }
  }

  private CountedPart largest() {
    CountedPart largest = parts.get(0);
    for (CountedPart part : parts) {
      if (part.counter().bytes() > largest.counter().bytes()) {
        largest = part;
      }
    }
    return largest;
  }

  private long bytes() {
    long bytes = 0;
    for (CountedPart part : parts) {
      bytes += part.bytes();
    }
    return bytes;
  }
}
