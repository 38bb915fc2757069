package org.kpathjvm.engine;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.kpathjvm.engine.ipf.PathForestBuffers;
import org.kpathjvm.engine.journal.JournalLimits;
import org.kpathjvm.engine.segment.CounterLedger;
import org.kpathjvm.engine.segment.CounterSource;
import org.kpathjvm.engine.segment.CounterValues;
import org.kpathjvm.engine.segment.DescriptorAudit;
import org.kpathjvm.engine.segment.DrainControl;
import org.kpathjvm.engine.segment.EngineMemory;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.LeftRecording;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentCounters;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamDrain;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * Turns one segment into forests: call {@link #open}, {@link #start} while the target runs, {@link
 * #finish} once it is dead, and then read the results. If the target is dead already, {@link
 * #start} isn't needed.
 *
 * <p>Only {@link #open} throws for a damaged segment. Otherwise {@link #failure} tells about the
 * damage, and what could be read stays valid. {@link #events}, {@link #segmentPeakBytes}, {@link
 * #engineBytes} and {@link #failure} may be called from any thread at any time.
 */
public final class EngineSession {
  /** With only this many processors, the target and one drain take all of them. */
  private static final int FEW_PROCESSORS = 2;

  /**
   * The most threads that count for one drain. The one thread that decodes can hardly keep more of
   * them busy.
   */
  private static final int MOST_COUNTING_THREADS = 4;

  /**
   * If at most this many bytes are still uncounted, a look waits until they are counted, which
   * takes only a moment. If there are more, it doesn't wait.
   */
  private static final long MOST_WAITED_FOR_BYTES = 32 << 20;

  private final SegmentReader segment;
  private final ProfileSet profiles;
  private final FailureLog failures = new FailureLog();
  private final List<DrainWorker> workers = new ArrayList<>();
  private long drainedBytes;
  private volatile boolean threadsLeftOut;
  private volatile boolean resultsDontFit;
  private volatile EngineResult result;
  private volatile boolean closed;
  private final CounterLedger counters;

  /**
   * The counters that the last snapshot reported. {@link #tell} drops them together with their
   * parts.
   */
  private CounterValues toldCounters;

  private EngineSession(
      SegmentReader segment, ProfileOptions options, long memoryBytes, int workerCount) {
    this.segment = segment;
    profiles = new ProfileSet(options, EngineMemory.of(memoryBytes, workerCount));
    int sharedBy = countingThreads(workerCount);
    for (int number = 0; number < workerCount; number++) {
      StreamDrain drain = new StreamDrain(segment, profiles, failures, number, workerCount);
      if (Runtime.getRuntime().availableProcessors() > FEW_PROCESSORS) {
        drain.shareWhenBehind(sharedBy);
      }
      workers.add(
          new DrainWorker(drain, failures, number, sharedBy, segment.blockCount(), memoryBytes));
    }
    counters = new CounterLedger(segment, failures);
    workers.get(0).drain().takeCounters(counters);
  }

  /**
   * Returns how many threads share the counting of each drain. Each drain gets an equal share of
   * the processors, but at least 2 and at most {@link #MOST_COUNTING_THREADS} threads. With a
   * single processor, it gets one thread.
   */
  private static int countingThreads(int drains) {
    int processors = Runtime.getRuntime().availableProcessors();
    return processors == 1 ? 1 : Math.min(Math.max(processors / drains, 2), MOST_COUNTING_THREADS);
  }

  /**
   * Maps and checks a segment.
   *
   * @param options what to count. With k = 1, paths are counted with a hash (BLPP) and there is no
   *     forest. With {@link ProfileOptions#NOTHING}, streams are only checked, and kept if {@link
   *     #keepJournals} says so; the results are only counters and statistics.
   * @param memoryBytes the budget in bytes; when it is full, contexts are folded, and a k-slab
   *     forest {@linkplain #tablesAreFull counts no more}
   * @param workers the number of drain threads
   * @throws IllegalArgumentException when the budget is too small for that many workers
   * @throws org.kpathjvm.engine.mapping.SegmentException when the segment can't be read
   */
  public static EngineSession open(
      String segmentPath, ProfileOptions options, long memoryBytes, int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("the engine needs at least one worker, not " + workers);
    }
    return new EngineSession(SegmentReader.open(segmentPath), options, memoryBytes, workers);
  }

  /**
   * Opens what a dead engine has left of a dead target's recording: the segment, and the journals
   * that {@link #keepJournals} wrote. Both stay as they are. What was dropped during the recording
   * isn't counted.
   *
   * @param directory where the journals are
   * @param workers the number of drain threads, unless the journals say how many there were
   * @throws IllegalArgumentException when the budget is too small for that many workers
   * @throws org.kpathjvm.engine.mapping.SegmentException when a file can't be read
   */
  public static EngineSession recover(
      String segmentPath, String directory, ProfileOptions options, long memoryBytes, int workers) {
    EngineSession session = recoverAll(segmentPath, directory, options, memoryBytes, workers);
    int first = session.segment.firstPart();
    session.counters.begin(first);
    session.controls().forEach(control -> control.begin(first));
    return session;
  }

  /** Does what {@link #recover} does, but also counts what was dropped during the recording. */
  public static EngineSession recoverAll(
      String segmentPath, String directory, ProfileOptions options, long memoryBytes, int workers) {
    LeftRecording left = LeftRecording.open(segmentPath, Path.of(directory), workers);
    EngineSession session = new EngineSession(left.segment(), options, memoryBytes, left.drains());
    left.damages().forEach(session.failures::add);
    return session;
  }

  /**
   * Keeps what is consumed in files of a directory, so that {@link #recover} can build the profile
   * when this process is killed. Also keeps there what can't be counted in time, so that the target
   * needn't wait. Must be called before {@link #start}.
   *
   * @param directory an empty directory that belongs to this session alone
   * @param journalBytes the limit of all journals together; a journal that reaches its share ends;
   *     0: none is kept
   * @param spillBytes the most bytes that are kept there because they aren't counted yet; 0: the
   *     target waits for the engine
   * @return null, or why a file can't be created, in one line; then nothing is kept
   */
  public String keepJournals(String directory, long journalBytes, long spillBytes) {
    JournalLimits limits = new JournalLimits(journalBytes, spillBytes).shared(workers.size());
    try {
      for (DrainWorker worker : workers) {
        worker.drain().keepJournal(Path.of(directory), limits);
      }
    } catch (IOException e) {
      // Journals of only some drains are of no use.
      workers.forEach(worker -> worker.drain().endJournal());
      return "a journal can't be created (" + e.getMessage() + ")";
    }
    if (Runtime.getRuntime().availableProcessors() == 1) {
      workers.forEach(worker -> worker.drain().leaveProcessor());
    }
    return null;
  }

  /**
   * Returns a line that says why consumed data can't be kept any more, or null if it can. Any
   * thread may call this.
   */
  public String journalFailure() {
    for (DrainWorker worker : workers) {
      String failure = worker.drain().journalFailure();
      if (failure != null) {
        // The other journals would only fill the disk.
        workers.forEach(other -> other.drain().endJournal());
        return failure;
      }
    }
    return null;
  }

  /** Starts the drain threads, which are daemons. */
  public void start() {
    workers.forEach(DrainWorker::start);
  }

  /**
   * Drains the rest, stops the threads and builds the results. The target must be dead. This call
   * blocks; further calls do nothing.
   */
  public synchronized void finish() {
    if (result != null) {
      return;
    }
    if (closed) {
      throw new IllegalStateException("there is nothing to finish after close()");
    }
    workers.forEach(DrainWorker::end);
    try {
      for (DrainWorker worker : workers) {
        worker.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      failures.add("interrupted while draining");
      result = EngineResult.empty();
      return;
    }
    result = build();
  }

  /**
   * Makes the drain threads end, whatever the target does. Results stay. This doesn't wait for the
   * threads, nor for a {@link #finish} that is under way, which goes on. Can be called from any
   * thread; further calls do nothing.
   */
  public void close() {
    closed = true;
    workers.forEach(DrainWorker::abandon);
  }

  /** Returns null, or one line about what could not be read or built. */
  public String failure() {
    return failures.text();
  }

  /**
   * Returns whether a k-slab forest doesn't fit into the budget, which {@link #failure} reports
   * too. What comes after that isn't counted; it is only kept in the journals, if there are any.
   * Can be called from any thread.
   */
  public boolean tablesAreFull() {
    return resultsDontFit || workers.stream().anyMatch(DrainWorker::tablesAreFull);
  }

  /**
   * Returns how many path completions of activations with loops have been consumed so far, whether
   * from the stream or by counters of whole words.
   */
  public long events() {
    long events = counters.countedWholePaths();
    for (DrainWorker worker : workers) {
      events += worker.drain().events();
    }
    return events;
  }

  /**
   * Returns how many path completions the target has streamed or counted by counters of whole
   * words, as far as they have been seen. It doesn't matter whether they have been counted or were
   * dropped. Can be called from any thread.
   */
  public long emitted() {
    return counters.seenWholePaths()
        + workers.stream().mapToLong(worker -> worker.drain().emitted()).sum();
  }

  /**
   * Returns about how many bytes the target has streamed that aren't counted yet. Can be called
   * from any thread.
   */
  public long backlogBytes() {
    return workers.stream().mapToLong(worker -> worker.drain().backlogBytes()).sum();
  }

  /**
   * Returns about how many seconds ago the target emitted what is counted next. Can be called from
   * any thread.
   */
  public double behindSeconds() {
    return workers.stream().mapToLong(worker -> worker.drain().behindNanos()).max().orElse(0) / 1e9;
  }

  /** Returns the most bytes of blocks that the drains have seen in use at once. */
  public long segmentPeakBytes() {
    int blocks = 0;
    for (DrainWorker worker : workers) {
      blocks = Math.max(blocks, worker.drain().peakBlocks());
    }
    return (long) blocks * SegmentLayout.BLOCK_BYTES;
  }

  /**
   * Returns how many bytes of the segment were given back before they were counted. Can be called
   * from any thread.
   */
  public long spilledBytes() {
    return workers.stream().mapToLong(worker -> worker.drain().spilledBytes()).sum();
  }

  /** Returns the bytes of the engine's tables; after finish, those of the results are included. */
  public long engineBytes() {
    EngineResult built = result;
    return built == null ? profiles.bytes() : drainedBytes + built.bytes();
  }

  /** Returns one JSON object, after {@link #finish}; see {@link EngineStatistics}. */
  public String statisticsJson() {
    return finished().statistics();
  }

  /**
   * Returns the counters, after {@link #finish}: a long for each id, index 0 unused; direct, native
   * order.
   */
  public ByteBuffer counters() {
    return finished().counters();
  }

  /** Returns the k-IPF, after {@link #finish}. */
  public PathForestBuffers forest() {
    return finished().forest().nodes();
  }

  /** Returns what was folded of the k-IPF, after {@link #finish}. */
  public FoldedBuffers folded() {
    return finished().forest().folded();
  }

  /**
   * Returns what each thread did if threads were counted apart, and otherwise an empty list. To be
   * called after {@link #finish}.
   */
  public List<ThreadResult> threads() {
    return finished().threads();
  }

  /**
   * Returns, after {@link #finish}, whether threads were counted apart and yet have no results.
   * Then something was folded, or their k-IPFs don't fit into the memory.
   */
  public boolean threadsLeftOut() {
    return threadsLeftOut;
  }

  private EngineResult finished() {
    EngineResult built = result;
    if (built == null) {
      throw new IllegalStateException("there are no results before finish()");
    }
    return built;
  }

  private EngineResult build() {
    drainedBytes = profiles.bytes();
    EngineStatistics statistics = new EngineStatistics(segment, profiles);
    ResultBuilder builder = new ResultBuilder(segment, profiles, failures, statistics);
    workers.forEach(worker -> statistics.addDrain(worker.drain()));
    EngineResult built = builder.build(this::finalCounters);
    threadsLeftOut = builder.threadsLeftOut();
    resultsDontFit = builder.tablesAreFull();
    return built;
  }

  private CounterSource finalCounters() {
    DescriptorAudit.run(segment, failures);
    if (!counters.isUntouched()) {
      return counters.counted(CounterLedger.ALL);
    }
    return segment.threadRows() == 0
        ? SegmentCounters.byLease(segment, failures, part -> true)
        : SegmentCounters.byThread(segment, failures, part -> true);
  }

  private List<DrainControl> controls() {
    return workers.stream().map(worker -> worker.drain().control()).toList();
  }

  private void all(Function<DrainControl, CompletableFuture<Void>> work) {
    controls().stream().map(work).toList().forEach(CompletableFuture::join);
  }

  /**
   * Prepares for a cut: what is recorded after the cut waits until {@link #dropUntil}, {@link
   * #conclude}, {@link #tell} or {@link #release} is called. All methods for cuts may be called
   * from any thread between {@link #start} and {@link #finish}, but only one at a time.
   *
   * @return the number of the part that the cut is to begin
   */
  public int hold() {
    int part = segment.latestPart() + 1;
    all(control -> control.hold(part));
    return part;
  }

  /**
   * Ends a {@link #hold} without a cut in the counts: what is recorded from the part on is counted
   * together with what was recorded before it.
   */
  public void release(int part) {
    toldCounters = null;
    all(control -> control.release(part));
  }

  /** Drops everything that was recorded before a held part, whether it has been counted or not. */
  public void dropUntil(int part) {
    counters.drop(part);
    all(control -> control.drop(part));
  }

  /**
   * Waits in the background until everything that was recorded before a held part has been counted.
   * Then it ends the activations of the earlier parts, and the held part is counted together with
   * them. The call itself returns at once.
   */
  public void conclude(int part) {
    controls().forEach(control -> control.conclude(part));
  }

  /**
   * Returns the results of what was recorded before a part, which was held and has begun. Nothing
   * more of the earlier parts is counted until {@link #tell}, {@link #release} or {@link #conclude}
   * is called.
   *
   * @throws IllegalStateException when there isn't enough memory for the results
   * @throws CancellationException when the snapshot was {@linkplain #giveUp given up}
   */
  public EngineSnapshot snapshot(int part) {
    toldCounters = counters.counted(part);
    return new EngineSnapshot(segment, profiles, failures, toldCounters, part, workers);
  }

  /**
   * Ends the wait of a {@link #snapshot} of what was recorded before a part. The snapshot throws
   * then. The part stays held. Can be called from any thread, also while the snapshot waits.
   */
  public void giveUp(int part) {
    all(control -> control.giveUp(part));
  }

  /** Starts counting anew with a part: what the last snapshot reported isn't counted again. */
  public void tell(int part) {
    counters.tell(toldCounters, part);
    toldCounters = null;
    all(control -> control.reset(part));
  }

  /**
   * Returns the results of what was emitted until now, while the target goes on. There is no cut:
   * the counters are read at a different moment from the streams. If much isn't counted yet, the
   * results cover only what has been counted, and {@link EngineSnapshot#uncountedBytes} says how
   * much it is. Counting goes on as if nothing had happened.
   *
   * @throws IllegalStateException when there isn't enough memory for the results
   */
  public EngineSnapshot look() {
    long backlog = backlogBytes();
    long uncounted = backlog > MOST_WAITED_FOR_BYTES ? backlog : 0;
    return new EngineSnapshot(segment, profiles, failures, counters, uncounted, workers);
  }
}
