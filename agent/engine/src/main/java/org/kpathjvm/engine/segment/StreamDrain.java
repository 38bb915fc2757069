package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.journal.JournalWriter;
import org.kpathjvm.engine.sharing.SharedCounting;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Consumes the streams of its share of the leases: lease modulo drains, but all carriers of virtual
 * threads belong to drain 0. Used by one thread; the methods that read counters may be called from
 * any.
 */
public final class StreamDrain {
  /** A RESUME can always be resolved after all other streams were drained once; see pass(). */
  private static final int STUCK_PASSES = 5;

  /** Chunks of a stream that are counted before it is the next one's turn. */
  private static final int CHUNKS_PER_TURN = 64;

  /** A target that has not begun a chunk for so long is idle. */
  private static final long IDLE_NANOS = 20_000_000;

  /** How often a drain that leaves the processor to the target looks, at most. */
  private static final long REST_NANOS = 2_000_000;

  /** A small segment is full sooner. */
  private static final long REST_NANOS_PER_BLOCK = 1_000;

  private final StreamProfile.Source profiles;
  private final BlockLedger blocks;
  private final SegmentReader segment;
  private final FailureLog failures;
  private final StreamCounts counts = new StreamCounts();
  private final WordDecoder decoder;
  private final ChunkSearch search;
  private final Map<Integer, LeaseStream> byLease = new HashMap<>();
  private final List<LeaseStream> streams = new ArrayList<>();
  private final int number;
  private final int drains;
  private long nextKeepUpNanos = System.nanoTime();
  private boolean leavesProcessor;
  private boolean leavesTarget;
  private long nextRestEndsNanos;
  private long foundCount;
  private long lastFoundNanos;
  private boolean isTargetDead;
  private boolean moving;
  private int stuckPasses;
  private int cutStreams;
  private long passes;
  private int chunksPerTurn = CHUNKS_PER_TURN;
  private boolean discarding;
  private boolean mayShare = true;
  private int threadsWhenBehind;
  private SharedCounting sharing;
  private List<DrainMemory> memories;
  private final DrainControl control;
  private CounterLedger counters;
  private volatile long events;
  private volatile int surplus;
  private volatile long behindSince = Long.MAX_VALUE;
  private volatile JournalWriter journal;

  public StreamDrain(
      SegmentReader segment,
      StreamProfile.Source profiles,
      FailureLog failures,
      int number,
      int drains) {
    this.segment = segment;
    this.profiles = profiles;
    this.failures = failures;
    this.number = number;
    this.drains = drains;
    blocks = new BlockLedger(segment);
    decoder = new WordDecoder(blocks, counts);
    search = new ChunkSearch(this::examine, segment);
    blocks.afterEach(this::afterChunk);
    control = new DrainControl(this::allStreams, new Counting());
  }

  /**
   * From the next pass on, chunks are appended to a journal before they are given back; and those
   * that the target needs the room of are given back before they are counted. The limits are its.
   */
  public void keepJournal(Path directory, JournalLimits limits) throws IOException {
    journal = JournalWriter.create(directory, number, drains, limits);
    blocks.keep(journal);
  }

  /**
   * From the next pass on, nothing is counted while the target emits, as long as there is room for
   * that: it has the only processor.
   */
  public void leaveProcessor() {
    leavesProcessor = true;
    nextRestEndsNanos = System.nanoTime();
  }

  /** Null, or why the journal could not be written any more. From any thread. */
  public String journalFailure() {
    JournalWriter kept = journal;
    return kept == null ? null : kept.failure();
  }

  /** The journals of the other drains have ended: this one's alone is of no use. */
  public void endJournal() {
    JournalWriter kept = journal;
    if (kept != null) {
      kept.endSoon();
    }
  }

  /** From the next pass on, a stream's turn is over after so many chunks: it counts more slowly. */
  void shortenTurns(int chunks) {
    chunksPerTurn = chunks;
  }

  /**
   * Consumes what is there now; true if there was anything, or may be at the next pass.
   *
   * <p>A stream may have to wait at a RESUME until the activation's piece before it has been read
   * from another stream. That piece was written before the RESUME was, so if all streams stand
   * still and were looked through again after that, it does not exist.
   *
   * @param ending the target is dead: what isn't there will never come
   */
  public boolean pass(boolean ending) {
    isTargetDead = ending;
    control.beginPass();
    if (ending) {
      control.end();
    }
    leavesTarget = !control.isWaiting() && isTargetBusy();
    if (leavesTarget) {
      return false;
    }
    passes++;
    keepUp();
    boolean mustLook = stuckPasses > 0 || ending && !moving || control.isWaiting();
    boolean progressed = search.look(streams, mustLook);
    boolean looked = search.lookedAtAll();
    boolean waiting = false;
    for (int at = 0; at < streams.size(); at++) {
      LeaseStream stream = streams.get(at);
      boolean moved = stream.turn(chunksPerTurn, passes, looked, ending);
      tellEvents();
      waiting |= stream.waiting();
      progressed |= moved;
      if (moved && stream.wantsChunk()) {
        search.soon();
      }
      control.betweenTurns();
    }
    moving = progressed;
    boolean hasConcluded = control.endPass(looked && !progressed && !waiting);
    stuckPasses = waiting && !progressed ? stuckPasses + 1 : 0;
    if (stuckPasses < STUCK_PASSES) {
      return progressed || waiting || hasConcluded || ending && !mustLook;
    }
    stuckPasses = 0;
    giveUpWaiting();
    return true;
  }

  /** Whether the last pass did nothing since the target needs the only processor. */
  public boolean leavesTarget() {
    return leavesTarget;
  }

  /** What can be asked of it from outside while it runs. */
  public DrainControl control() {
    return control;
  }

  /** From the next pass on, closed blocks of counters go there; one drain alone does this. */
  public void takeCounters(CounterLedger ledger) {
    counters = ledger;
  }

  private List<LeaseStream> allStreams() {
    search.lookAtAll();
    return streams;
  }

  private final class Counting implements DrainControl.Counted {
    @Override
    public Collection<StreamProfile> rest() {
      decoder.complete();
      if (sharing != null) {
        sharing.rest();
      }
      return profilesOfStreams();
    }

    @Override
    public void forget() {
      rest().forEach(StreamProfile::reset);
      counts.clear();
      events = 0;
    }

    @Override
    public void endActivations() {
      rest().forEach(StreamProfile::endActivations);
    }
  }

  private Collection<StreamProfile> profilesOfStreams() {
    return new LinkedHashSet<>(streams.stream().map(LeaseStream::profile).toList());
  }

  /** So many threads are to share the counting as soon as it can't keep up with the target. */
  public void shareWhenBehind(int threads) {
    threadsWhenBehind = threads;
  }

  /** From now on several threads count what this one decodes, if there is memory for that. */
  public void share(int threads) {
    if (threads > 1 && mayShare) {
      // What is refused once won't be there later.
      mayShare = false;
      memories = profiles.divideMemory(number, threads);
      if (memories.size() > 1) {
        sharing =
            new SharedCounting("kpath-count-" + number, memories.size(), profiles::hasAmpleMemory);
        profilesOfStreams().forEach(profile -> profile.share(sharing, memories));
      }
    }
  }

  /** The target is dead and the last pass found nothing: reports what is incomplete. */
  public void complete() {
    surplus = 0;
    behindSince = Long.MAX_VALUE;
    streams.forEach(LeaseStream::complete);
    try {
      decoder.complete();
    } finally {
      if (sharing != null) {
        sharing.finish();
      }
    }
  }

  /** From now on chunks are only given back, so that a living target isn't held up. */
  public void discard() {
    discarding = true;
    streams.forEach(LeaseStream::discard);
  }

  /** Completions of paths consumed so far; from any thread. */
  public long events() {
    return events;
  }

  /** Completions of paths that it has seen in the segment, counted or not; from any thread. */
  public long emitted() {
    return blocks.emitted();
  }

  /** Bytes of finished chunks that aren't counted yet, about; from any thread. */
  public long backlogBytes() {
    return blocks.pendingBytes() + (long) surplus * SegmentLayout.BLOCK_BYTES;
  }

  /** How long ago what is counted next was emitted, in nanoseconds, about; from any thread. */
  public long behindNanos() {
    long since = behindSince;
    return since == Long.MAX_VALUE ? 0 : Math.max(System.nanoTime() - since, 0);
  }

  /** Most blocks seen in use at once; from any thread. */
  public int peakBlocks() {
    return search.peakBlocks();
  }

  /** What was decoded; only when the drain is at rest. */
  public StreamCounts counts() {
    return counts;
  }

  /** Leases with at least one chunk. */
  public int streamCount() {
    return streams.size();
  }

  /** Streams whose rest is unusable because the recording ended early. */
  public int cutStreams() {
    return cutStreams;
  }

  public long passes() {
    return passes;
  }

  /** Bytes of the segment that were given back before what they held was counted. */
  public long spilledBytes() {
    return blocks.spilledChunks() * SegmentLayout.BLOCK_BYTES;
  }

  /** A turn may take long: whoever looks meanwhile sees how far it is. */
  private void afterChunk() {
    tellEvents();
    keepUp();
  }

  private void tellEvents() {
    events = counts.events;
  }

  /**
   * Sees how much waits to be counted here, and spills chunks when more of them do than blocks are
   * free: a living target must not wait for the counting. Called before each pass and after each
   * chunk, it looks at intervals that make its looks a small part of the time.
   */
  private void keepUp() {
    long now = System.nanoTime();
    if (now - nextKeepUpNanos < 0) {
      return;
    }
    int free = isTargetDead ? 0 : segment.blockCount() - search.lookAtAll();
    surplus = streams.stream().mapToInt(LeaseStream::surplus).sum();
    behindSince = streams.stream().mapToLong(LeaseStream::behindSince).min().orElse(Long.MAX_VALUE);
    nextKeepUpNanos = System.nanoTime() + ChunkSearch.COST_FACTOR * (System.nanoTime() - now);
    if (isTargetDead || surplus <= free || !blocks.canSpill()) {
      return;
    }
    share(threadsWhenBehind);
    // Until half as many wait as are free.
    int most = (2 * surplus - free + 2) / 3;
    for (LeaseStream stream : streams) {
      most -= stream.spill(most);
    }
  }

  /** Whether there is nothing to do but to leave the processor to the target; spills before. */
  private boolean isTargetBusy() {
    if (!leavesProcessor || isTargetDead || !blocks.canSpill()) {
      return false;
    }
    long now = System.nanoTime();
    if (now - nextRestEndsNanos >= 0) {
      long before = foundCount;
      keepUp();
      if (foundCount != before) {
        lastFoundNanos = now;
      }
      long rest = Math.min(REST_NANOS_PER_BLOCK * segment.blockCount(), REST_NANOS);
      nextRestEndsNanos = System.nanoTime() + rest;
    }
    return foundCount != 0 && now - lastFoundNanos < IDLE_NANOS;
  }

  /** Looks at one block; true when it is in use. */
  private boolean examine(int block) {
    if (blocks.isTaken(block)) {
      return true;
    }
    int lease = blocks.leaseOf(block);
    if (lease < 0 || lease >= segment.leaseCount()) {
      return isOther(block);
    }
    boolean carrier = segment.carrier(block);
    if ((carrier ? 0 : lease % drains) == number) {
      LeaseStream stream = byLease.get(lease);
      if (stream == null) {
        StreamProfile profile = profiles.of(segment, number, lease, carrier);
        if (sharing != null && !profile.isShared()) {
          profile.share(sharing, memories);
        }
        DrainParts parts = control.parts();
        stream = new LeaseStream(blocks, decoder, lease, carrier, profile, parts, failures);
        if (discarding) {
          stream.discard();
        }
        byLease.put(lease, stream);
        streams.add(stream);
      }
      blocks.take(block);
      foundCount++;
      stream.offer(segment.sequence(block), block, carrier);
    }
    return true;
  }

  /** Whether a block is in use for something else than a chunk; takes counters that are closed. */
  private boolean isOther(int block) {
    int state = segment.state(block);
    if (counters != null
        && !segment.kept()
        && SegmentCounters.isOfCounters(state)
        && segment.finalBytes(block) != 0) {
      counters.take(block, blocks);
      return false;
    }
    return state != 0;
  }

  private void giveUpWaiting() {
    for (LeaseStream stream : streams) {
      if (stream.waiting() && segment.endedEarly()) {
        // The piece before may be among what the target could not record.
        stream.discard();
        cutStreams++;
      } else if (stream.waiting()) {
        stream.giveUpWaiting();
      }
    }
  }
}
