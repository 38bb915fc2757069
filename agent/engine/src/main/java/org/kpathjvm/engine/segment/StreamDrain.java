package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.kpathjvm.engine.journal.JournalLimits;

/**
 * Consumes the streams of its {@linkplain LeaseShare share of the leases}. Used by one thread; the
 * methods that read counters may be called from any.
 */
public final class StreamDrain {
  /** Chunks of a stream that are counted before it is the next one's turn. */
  private static final int CHUNKS_PER_TURN = 64;

  private final DrainCounting counting;
  private final DrainedStreams streams;
  private final ChunkSearch search;
  private final Backlog backlog;
  private final OnlyProcessor processor;
  private final DrainJournal journal;
  private final DrainControl control;
  private final PassProgress progress;
  private int chunksPerTurn = CHUNKS_PER_TURN;

  public StreamDrain(
      SegmentReader segment,
      StreamProfile.Source profiles,
      FailureLog failures,
      int number,
      int drains) {
    LeaseShare share = new LeaseShare(number, drains);
    BlockLedger blocks = new BlockLedger(segment);
    CountingThreads threads = new CountingThreads(profiles, number);
    counting = new DrainCounting(blocks, threads, this::profiles);
    control = new DrainControl(this::allStreams, counting);
    streams =
        new DrainedStreams(
            blocks,
            share,
            (lease, carrier) -> {
              StreamProfile profile = threads.profile(segment, lease, carrier);
              DrainParts parts = control.parts();
              return new LeaseStream(
                  blocks, counting.decoder(), lease, carrier, profile, parts, failures);
            });
    search = new ChunkSearch(streams::examine, segment);
    backlog = new Backlog(blocks, search, streams, threads);
    processor = new OnlyProcessor(streams, backlog, segment.blockCount());
    journal = new DrainJournal(blocks, share);
    progress = new PassProgress(segment);
    blocks.afterEach(this::afterChunk);
  }

  /**
   * From the next pass on, chunks are appended to a journal before they are given back; and those
   * that the target needs the room of are given back before they are counted. The limits are its.
   */
  public void keepJournal(Path directory, JournalLimits limits) throws IOException {
    journal.keep(directory, limits);
  }

  /**
   * From the next pass on, nothing is counted while the target emits, as long as there is room for
   * that: it has the only processor.
   */
  public void leaveProcessor() {
    processor.share();
  }

  /** Null, or why the journal could not be written any more. From any thread. */
  public String journalFailure() {
    return journal.failure();
  }

  /** The journals of the other drains have ended: this one's alone is of no use. */
  public void endJournal() {
    journal.end();
  }

  /** From the next pass on, a stream's turn is over after so many chunks: it counts more slowly. */
  void shortenTurns(int chunks) {
    chunksPerTurn = chunks;
  }

  /**
   * Consumes what is there now; true if there was anything, or may be at the next pass.
   *
   * @param ending the target is dead: what isn't there will never come
   */
  public boolean pass(boolean ending) {
    backlog.setTargetDead(ending);
    control.beginPass();
    if (ending) {
      control.end();
    }
    if (processor.leave(control.isWaiting())) {
      return false;
    }
    progress.begin();
    backlog.keepUp();
    List<LeaseStream> all = streams.all();
    boolean mustLook = progress.mustLook(ending) || control.isWaiting();
    boolean progressed = search.look(all, mustLook);
    boolean looked = search.lookedAtAll();
    boolean waiting = false;
    for (int at = 0; at < all.size(); at++) {
      LeaseStream stream = all.get(at);
      boolean moved = stream.turn(chunksPerTurn, progress.passes(), looked, ending);
      counting.tellEvents();
      waiting |= stream.waiting();
      progressed |= moved;
      if (moved && stream.wantsChunk()) {
        search.soon();
      }
      control.betweenTurns();
    }
    boolean hasConcluded = control.endPass(looked && !progressed && !waiting);
    if (progress.end(progressed, waiting)) {
      progress.giveUpWaiting(all);
      return true;
    }
    return progressed || waiting || hasConcluded || ending && !mustLook;
  }

  /** Whether the last pass did nothing since the target needs the only processor. */
  public boolean leavesTarget() {
    return processor.isLeft();
  }

  /** What can be asked of it from outside while it runs. */
  public DrainControl control() {
    return control;
  }

  /** From the next pass on, closed blocks of counters go there; one drain alone does this. */
  public void takeCounters(CounterLedger ledger) {
    streams.takeCounters(ledger);
  }

  private List<LeaseStream> allStreams() {
    search.lookAtAll();
    return streams.all();
  }

  private Collection<StreamProfile> profiles() {
    return streams.profiles();
  }

  /** So many threads are to share the counting as soon as it can't keep up with the target. */
  public void shareWhenBehind(int count) {
    counting.threads().shareWhenBehind(count);
  }

  /** From now on several threads count what this one decodes, if there is memory for that. */
  public void share(int count) {
    counting.threads().share(count, streams);
  }

  /** The target is dead and the last pass found nothing: reports what is incomplete. */
  public void complete() {
    backlog.clear();
    streams.complete();
    counting.complete();
  }

  /** From now on chunks are only given back, so that a living target isn't held up. */
  public void discard() {
    streams.discard();
  }

  /** Completions of paths consumed so far; from any thread. */
  public long events() {
    return counting.events();
  }

  /** Completions of paths that it has seen in the segment, counted or not; from any thread. */
  public long emitted() {
    return backlog.emitted();
  }

  /** Bytes of finished chunks that aren't counted yet, about; from any thread. */
  public long backlogBytes() {
    return backlog.bytes();
  }

  /** How long ago what is counted next was emitted, in nanoseconds, about; from any thread. */
  public long behindNanos() {
    return backlog.behindNanos();
  }

  /** Most blocks seen in use at once; from any thread. */
  public int peakBlocks() {
    return search.peakBlocks();
  }

  /** What was decoded; only when the drain is at rest. */
  public StreamCounts counts() {
    return counting.counts();
  }

  /** Leases with at least one chunk. */
  public int streamCount() {
    return streams.all().size();
  }

  /** Streams whose rest is unusable because the recording ended early. */
  public int cutStreams() {
    return progress.cutStreams();
  }

  public long passes() {
    return progress.passes();
  }

  /** Bytes of the segment that were given back before what they held was counted. */
  public long spilledBytes() {
    return backlog.spilledBytes();
  }

  /** A turn may take long: whoever looks meanwhile sees how far it is. */
  private void afterChunk() {
    counting.tellEvents();
    backlog.keepUp();
  }
}
