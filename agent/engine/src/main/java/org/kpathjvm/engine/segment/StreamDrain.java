package org.kpathjvm.engine.segment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.kpathjvm.engine.journal.JournalLimits;

/**
 * Consumes the streams of a {@linkplain LeaseShare share of the leases}, pass by pass. In a pass,
 * each stream has a turn, in which some of its chunks are counted. One thread uses a drain. Other
 * threads may call only the methods whose descriptions allow it.
 */
public final class StreamDrain {
  /** The largest number of chunks of a stream that are counted in one turn. */
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
   * Keeps a journal, beginning with the next pass. Each chunk is appended to the journal before its
   * block is given back. Chunks are spilled if the target needs free blocks.
   */
  public void keepJournal(Path directory, JournalLimits limits) throws IOException {
    journal.keep(directory, limits);
  }

  /**
   * Leaves the machine's only processor to the target, beginning with the next pass, while the
   * target emits words and there is room for uncounted words.
   */
  public void leaveProcessor() {
    processor.share();
  }

  /** Returns why the journal can no longer be written; null if it can. Any thread may call this. */
  public String journalFailure() {
    return journal.failure();
  }

  /**
   * Ends the journal, which is useless because another drain's journal has ended. Any thread may
   * call this.
   */
  public void endJournal() {
    journal.end();
  }

  /** Ends each stream's turn after {@code chunks} chunks, beginning with the next pass. */
  void shortenTurns(int chunks) {
    chunksPerTurn = chunks;
  }

  /**
   * Makes a pass, in which each stream consumes words that are available now.
   *
   * @param ending whether the target is dead, so that there won't be more words
   * @return whether words were consumed, or may be consumed in the next pass; false if the pass
   *     left the processor to the target
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
   * Returns whether the last pass has consumed all emitted words, as far as is known without a
   * search for new chunks.
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

  /** Returns the object through which other threads make requests to the running drain. */
  public DrainControl control() {
    return control;
  }

  /**
   * Passes closed blocks of counters to a ledger, beginning with the next pass. Only one of the
   * drains does this.
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

  /** Makes {@code count} threads share the counting as soon as one thread can't keep up. */
  public void shareWhenBehind(int count) {
    counting.threads().shareWhenBehind(count);
  }

  /**
   * Makes {@code count} threads count the paths that this drain decodes from now on, if there is
   * enough memory.
   */
  public void share(int count) {
    counting.threads().share(count, streams);
  }

  /**
   * Counts the remaining decoded paths, and reports incomplete streams. Called when the target is
   * dead and the last pass has found nothing.
   */
  public void complete() {
    backlog.clear();
    streams.complete();
    counting.complete();
  }

  /**
   * From now on, gives blocks back without counting their chunks, so that a living target needn't
   * wait.
   */
  public void discard() {
    streams.discard();
  }

  /** Marks the segment as no longer read, so that the target doesn't wait. */
  public void abandon() {
    segment.abandon();
  }

  /**
   * Returns the number of path completions that were consumed since the counts were last dropped.
   * Any thread may call this.
   */
  public long events() {
    return counting.events();
  }

  /**
   * Returns the number of path completions that the drain has seen in the segment, counted or not.
   * Any thread may call this.
   */
  public long emitted() {
    return backlog.emitted();
  }

  /**
   * Returns about how many bytes of finished chunks aren't counted yet. Any thread may call this.
   */
  public long backlogBytes() {
    return backlog.bytes();
  }

  /**
   * Returns a lower bound on the nanoseconds by which counting is behind; 0 if no chunk is spilled.
   * Any thread may call this.
   */
  public long behindNanos() {
    return backlog.behindNanos();
  }

  /**
   * Returns the largest number of blocks that were seen in use at the same time. Any thread may
   * call this.
   */
  public int peakBlocks() {
    return search.peakBlocks();
  }

  /** Returns the numbers of decoded records and paths. The drain must not be running. */
  public StreamCounts counts() {
    return counting.counts();
  }

  /** Returns the number of this drain's leases that have had at least one chunk. */
  public int streamCount() {
    return streams.all().size();
  }

  /** Returns the number of streams that were given up because the recording ended early. */
  public int cutStreams() {
    return progress.cutStreams();
  }

  public long passes() {
    return progress.passes();
  }

  /** Returns the number of bytes in blocks that were given back before their words were counted. */
  public long spilledBytes() {
    return backlog.spilledBytes();
  }

  /**
   * Updates the values for other threads, and may spill chunks. Called after each chunk, because a
   * turn may take long.
   */
  private void afterChunk() {
    counting.tellEvents();
    backlog.keepUp();
  }
}
