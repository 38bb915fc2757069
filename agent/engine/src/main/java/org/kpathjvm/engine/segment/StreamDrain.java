package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.kpathjvm.engine.journal.JournalLimits;

/**
 * Consumes the streams of its {@linkplain LeaseShare share of the leases}. One thread uses a drain.
 * Other threads may call only the methods that say so.
 */
public final class StreamDrain {
  /** How many chunks of a stream are counted before it is the next stream's turn. */
  private static final int CHUNKS_PER_TURN = 64;

  private final SegmentReader segment;
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
    this.segment = segment;
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
   * Keeps a journal from the next pass on. Chunks are appended to it before they are given back.
   * When the target needs room, chunks are given back before they are counted.
   *
   * @param limits the limits of the journal
   */
  public void keepJournal(Path directory, JournalLimits limits) throws IOException {
    journal.keep(directory, limits);
  }

  /**
   * Leaves the machine's only processor to the target, from the next pass on. Nothing is counted
   * while the target emits, as long as there is room for what it emits.
   */
  public void leaveProcessor() {
    processor.share();
  }

  /** Returns why the journal can't be written any more, or null; from any thread. */
  public String journalFailure() {
    return journal.failure();
  }

  /**
   * Ends the journal, because those of the other drains have ended and it is useless without them;
   * from any thread.
   */
  public void endJournal() {
    journal.end();
  }

  /**
   * Ends each stream's turn after {@code chunks} chunks, from the next pass on. Few chunks slow the
   * counting down.
   */
  void shortenTurns(int chunks) {
    chunksPerTurn = chunks;
  }

  /**
   * Consumes what is there now.
   *
   * @param ending whether the target is dead, so that what isn't there will never come
   * @return whether there was anything, or may be at the next pass
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

  /**
   * Returns whether the last pass has consumed everything that the target had emitted, as far as a
   * drain can know without another look.
   */
  public boolean hasCaughtUp() {
    if (search.isSoon()) {
      return false;
    }
    for (LeaseStream stream : streams.all()) {
      if (!stream.hasCaughtUp()) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the last pass did nothing because the target needs the only processor. */
  public boolean leavesTarget() {
    return processor.isLeft();
  }

  /** Returns the control, through which other threads ask the drain for something while it runs. */
  public DrainControl control() {
    return control;
  }

  /**
   * Gives closed blocks of counters to a ledger, from the next pass on. Only one of the drains does
   * this.
   */
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

  /**
   * Makes {@code count} threads share the counting as soon as one can't keep up with the target.
   */
  public void shareWhenBehind(int count) {
    counting.threads().shareWhenBehind(count);
  }

  /**
   * Makes {@code count} threads count what this drain decodes from now on, if there is memory for
   * that.
   */
  public void share(int count) {
    counting.threads().share(count, streams);
  }

  /**
   * Counts the rest, and reports what is incomplete. Called when the target is dead and the last
   * pass has found nothing.
   */
  public void complete() {
    backlog.clear();
    streams.complete();
    counting.complete();
  }

  /**
   * Only gives chunks back from now on, without counting them, so that a living target isn't held
   * up.
   */
  public void discard() {
    streams.discard();
  }

  /** Tells the target that nobody reads the segment any more, so that it doesn't wait for that. */
  public void abandon() {
    segment.abandon();
  }

  /** Returns how many completions of paths have been consumed so far; from any thread. */
  public long events() {
    return counting.events();
  }

  /**
   * Returns how many completions of paths the drain has seen in the segment, counted or not; from
   * any thread.
   */
  public long emitted() {
    return backlog.emitted();
  }

  /** Returns about how many bytes of finished chunks aren't counted yet; from any thread. */
  public long backlogBytes() {
    return backlog.bytes();
  }

  /**
   * Returns about how many nanoseconds ago the words that are counted next were emitted; from any
   * thread.
   */
  public long behindNanos() {
    return backlog.behindNanos();
  }

  /** Returns the largest number of blocks that were seen in use at once; from any thread. */
  public int peakBlocks() {
    return search.peakBlocks();
  }

  /** Returns what was decoded. The drain must be at rest. */
  public StreamCounts counts() {
    return counting.counts();
  }

  /** Returns the number of leases with at least one chunk. */
  public int streamCount() {
    return streams.all().size();
  }

  /** Returns the number of streams whose rest is unusable because the recording ended early. */
  public int cutStreams() {
    return progress.cutStreams();
  }

  public long passes() {
    return progress.passes();
  }

  /** Returns how many bytes of the segment were given back before their words were counted. */
  public long spilledBytes() {
    return backlog.spilledBytes();
  }

  /**
   * Updates what other threads see, and spills if need be. This is done after each chunk, because a
   * turn may take long.
   */
  private void afterChunk() {
    counting.tellEvents();
    backlog.keepUp();
  }
}
