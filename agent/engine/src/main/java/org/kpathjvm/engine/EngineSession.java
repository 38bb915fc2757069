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
import org.kpathjvm.engine.mapping.SegmentException;
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
 * Counts what one target records in a segment, and builds the profile's k-IPFs from the counts. The
 * segment's streams are divided among one or several drains, and each drain has its own thread.
 * First call {@link #open}. While the target runs, call {@link #start}. When the target is dead,
 * call {@link #finish} and read the results. If the target was dead from the beginning, {@link
 * #start} isn't needed.
 *
 * <p>If a segment is damaged when it is opened, {@link #open} or {@link #recover} throws an
 * exception. Damage that is found later is described by {@link #failure}, and the data that could
 * be read is still valid. {@link #events}, {@link #segmentPeakBytes}, {@link #engineBytes} and
 * {@link #failure} may be called from any thread at any time.
 */
public final class EngineSession {
  /**
   * With at most this many processors, the target and one drain keep all processors busy. So while
   * the target runs, each drain's own thread does all of the drain's counting.
   */
  private static final int FEW_PROCESSORS = 2;

  /**
   * The largest number of threads that count for one drain. A single thread decodes the drain's
   * data and can hardly keep more counting threads busy.
   */
  private static final int MOST_COUNTING_THREADS = 4;

  /**
   * If at most this many bytes are still uncounted, {@link #look} waits until they are counted,
   * which takes only a moment. If more bytes are uncounted, {@link #look} doesn't wait.
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
   * The values of the counters that the last snapshot reported. {@link #tell} makes sure that these
   * counts aren't reported again.
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

  /** Returns the number of threads that count what one drain has read. */
  private static int countingThreads(int drains) {
    int processors = Runtime.getRuntime().availableProcessors();
    return processors == 1 ? 1 : Math.min(Math.max(processors / drains, 2), MOST_COUNTING_THREADS);
  }

  /**
   * Maps and checks a segment.
   *
   * @param options the options of counting. With k = 1, paths are counted in a hash table
   *     (Ball-Larus path profiling), and the k-IPF has only roots. With {@link
   *     ProfileOptions#NOTHING}, streams are checked but not counted, and the results are only
   *     counters and statistics. The streams are kept if {@link #keepJournals} was called.
   * @param memoryBytes the engine's memory. When it is used up, rare sequences are folded. A k-slab
   *     forest can't be folded; counting {@linkplain #tablesAreFull stops} instead.
   * @param workers the number of drain threads
   * @throws IllegalArgumentException when the memory is too small for this number of workers
   * @throws SegmentException when the segment can't be read
   */
  public static EngineSession open(
      String segmentPath, ProfileOptions options, long memoryBytes, int workers) {
    if (workers < 1) {
      throw new IllegalArgumentException("the engine needs at least one worker, not " + workers);
    }
    return new EngineSession(SegmentReader.open(segmentPath), options, memoryBytes, workers);
  }

  /**
   * Opens the recording of a dead target whose engine is dead, too. The recording consists of the
   * segment and the journals that {@link #keepJournals} wrote. None of these files is changed. Data
   * that was dropped or reported during the recording isn't counted.
   *
   * @param directory the directory of the journals
   * @param workers the number of drain threads if there are no journals. If there are journals, the
   *     number of drains that wrote them is used instead.
   * @throws IllegalArgumentException when the memory is too small for this number of workers
   * @throws SegmentException when a file can't be read
   */
  public static EngineSession recover(
      String segmentPath, String directory, ProfileOptions options, long memoryBytes, int workers) {
    EngineSession session = recoverAll(segmentPath, directory, options, memoryBytes, workers);
    int first = session.segment.firstPart();
    session.counters.begin(first);
    session.controls().forEach(control -> control.begin(first));
    return session;
  }

  /**
   * Opens a recording like {@link #recover}, but also counts data that was dropped or reported
   * during the recording.
   */
  public static EngineSession recoverAll(
      String segmentPath, String directory, ProfileOptions options, long memoryBytes, int workers) {
    LeftRecording left = LeftRecording.open(segmentPath, Path.of(directory), workers);
    EngineSession session = new EngineSession(left.segment(), options, memoryBytes, left.drains());
    left.damages().forEach(session.failures::add);
    return session;
  }

  /**
   * Makes the drains write all consumed data to files in a directory, so that {@link #recover} can
   * build the profile if this process is killed. Each drain writes its own file, the drain's
   * journal. Data that can't be counted in time is also written to the journals, so that the target
   * needn't wait for the engine. Call this method before {@link #start}.
   *
   * @param directory an empty directory that only this session uses
   * @param journalBytes the limit of all journals together; a journal that reaches its drain's
   *     share of the limit ends. If the limit is 0, no journal is kept.
   * @param spillBytes the largest number of bytes that are kept in files because they aren't
   *     counted yet. If this number is 0, the target waits for the engine.
   * @return null if all files were created; otherwise one line with the reason, and no journal is
   *     kept
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
   * Returns a line that says why consumed data can no longer be kept in the journals; null if the
   * data can still be kept. Any thread may call this.
   */
  public String journalFailure() {
    for (DrainWorker worker : workers) {
      String failure = worker.drain().journalFailure();
      if (failure != null) {
        // Without this journal, the others are useless and would only fill the disk.
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
   * Reads the remaining data, stops the threads and builds the results. The target must be dead.
   * This call blocks until the results are ready. Further calls do nothing.
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
   * Makes the drain threads end, even if the target is alive. Results that have been built remain
   * available. This call doesn't wait for the threads. A call of {@link #finish} that is under way
   * goes on. Any thread may call this, and further calls do nothing.
   */
  public void close() {
    closed = true;
    workers.forEach(DrainWorker::abandon);
  }

  /**
   * Returns one line about data that couldn't be read or results that couldn't be built; null if
   * there is no failure.
   */
  public String failure() {
    return failures.text();
  }

  /**
   * Returns whether a k-slab forest doesn't fit into the engine's memory. If so, {@link #failure}
   * reports it, too. Later data isn't counted, but is still kept in the journals, if there are any.
   * Any thread may call this.
   */
  public boolean tablesAreFull() {
    return resultsDontFit || workers.stream().anyMatch(DrainWorker::tablesAreFull);
  }

  /**
   * Returns the number of streamed path completions that have been consumed, from streams or from
   * counters of whole words. Completions that were dropped ({@link #dropUntil}) or reported ({@link
   * #tell}) are left out.
   */
  public long events() {
    long events = counters.countedWholePaths();
    for (DrainWorker worker : workers) {
      events += worker.drain().events();
    }
    return events;
  }

  /**
   * Returns the number of path completions that the engine has seen so far: those that the target
   * has streamed, and those in its counters of whole words. Completions that {@link #dropUntil}
   * dropped are included. Any thread may call this.
   */
  public long emitted() {
    return counters.seenWholePaths()
        + workers.stream().mapToLong(worker -> worker.drain().emitted()).sum();
  }

  /**
   * Returns the approximate number of bytes that the target has streamed and that aren't counted
   * yet. Any thread may call this.
   */
  public long backlogBytes() {
    return workers.stream().mapToLong(worker -> worker.drain().backlogBytes()).sum();
  }

  /**
   * Returns, approximately, how many seconds ago the target emitted the data that will be counted
   * next. Any thread may call this.
   */
  public double behindSeconds() {
    return workers.stream().mapToLong(worker -> worker.drain().behindNanos()).max().orElse(0) / 1e9;
  }

  /**
   * Returns the largest total size, in bytes, of the blocks that the drains have seen in use at the
   * same time.
   */
  public long segmentPeakBytes() {
    int blocks = 0;
    for (DrainWorker worker : workers) {
      blocks = Math.max(blocks, worker.drain().peakBlocks());
    }
    return (long) blocks * SegmentLayout.BLOCK_BYTES;
  }

  /**
   * Returns the number of bytes of the segment that were spilled: they were given back to the
   * target before they were counted. Any thread may call this.
   */
  public long spilledBytes() {
    return workers.stream().mapToLong(worker -> worker.drain().spilledBytes()).sum();
  }

  /**
   * Returns the number of bytes in the engine's tables. After {@link #finish}, the results are
   * included. While the drains run, the sizes of the tables are read one after the other. Memory
   * that moves from one table to another meanwhile may be counted twice, or not at all.
   */
  public long engineBytes() {
    EngineResult built = result;
    return built == null ? profiles.bytes() : drainedBytes + built.bytes();
  }

  /**
   * Returns the {@link EngineStatistics} as a JSON object. Must be called after {@link #finish}.
   */
  public String statisticsJson() {
    return finished().statistics();
  }

  /**
   * Returns the counters in a direct buffer in native byte order: a long for each id; index 0 is
   * unused. Must be called after {@link #finish}.
   */
  public ByteBuffer counters() {
    return finished().counters();
  }

  /** Returns the k-IPF. Must be called after {@link #finish}. */
  public PathForestBuffers forest() {
    return finished().forest().nodes();
  }

  /**
   * Returns the error that folding has caused in the counts of the k-IPF. Must be called after
   * {@link #finish}.
   */
  public FoldedBuffers folded() {
    return finished().forest().folded();
  }

  /**
   * Returns the results of each thread; an empty list if threads weren't counted separately or were
   * {@linkplain #threadsLeftOut left out}. Must be called after {@link #finish}.
   */
  public List<ThreadResult> threads() {
    return finished().threads();
  }

  /**
   * Returns whether threads were counted separately but have no results. The reason is that counts
   * were folded, or that the threads' k-IPFs don't fit into the memory. Must be called after {@link
   * #finish}.
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
   * Prepares for a cut, which ends one part of the recording and begins the next. Data that is
   * recorded after the cut isn't counted until {@link #dropUntil}, {@link #conclude}, {@link #tell}
   * or {@link #release} is called.
   *
   * <p>Between {@link #start} and {@link #finish}, any thread may call the methods for cuts, but
   * only one of these methods may run at a time. {@link #giveUp} is the exception.
   *
   * @return the number of the part that will begin with the cut
   */
  public int hold() {
    int part = segment.latestPart() + 1;
    all(control -> control.hold(part));
    return part;
  }

  /**
   * Ends a {@link #hold}. The data of the held part is counted together with the data of earlier
   * parts, as if there had been no cut.
   */
  public void release(int part) {
    toldCounters = null;
    counters.merge(part);
    all(control -> control.release(part));
  }

  /** Drops all data that was recorded before a held part, both counted and uncounted. */
  public void dropUntil(int part) {
    counters.drop(part);
    all(control -> control.drop(part));
  }

  /**
   * Makes the drains count all data that was recorded before a held part, and then end all
   * activations, so that no sequence goes on from an earlier part into the held part. After that,
   * the held part is counted together with the earlier parts. The call itself returns at once.
   */
  public void conclude(int part) {
    counters.merge(part);
    controls().forEach(control -> control.conclude(part));
  }

  /**
   * Returns the results of all data that was recorded before a held part. The part must have begun.
   * The results of the earlier parts don't change until {@link #tell}, {@link #release} or {@link
   * #conclude} is called.
   *
   * @throws IllegalStateException when there isn't enough memory for the results
   * @throws SegmentException when the segment is damaged, so that its counters can't be read
   * @throws CancellationException when the snapshot was {@linkplain #giveUp given up}
   */
  public EngineSnapshot snapshot(int part) {
    toldCounters = counters.counted(part);
    return new EngineSnapshot(segment, profiles, failures, toldCounters, part, workers);
  }

  /**
   * Gives up the snapshot of a part: the call of {@link #snapshot} stops waiting and throws an
   * exception. The part stays held. Any thread may call this, even while the snapshot waits.
   */
  public void giveUp(int part) {
    all(control -> control.giveUp(part));
  }

  /**
   * Starts counting from 0, beginning with the data of a held part. Data that the last snapshot
   * reported isn't counted again.
   */
  public void tell(int part) {
    counters.tell(toldCounters, part);
    toldCounters = null;
    all(control -> control.reset(part));
  }

  /**
   * Returns the results of what has been emitted up to now, while the target goes on. There is no
   * cut: the counters and the streams are read at different moments. If much data isn't counted
   * yet, the results cover only what has been counted, and {@link EngineSnapshot#uncountedBytes}
   * returns how many bytes haven't been counted. This call doesn't affect what is counted later.
   *
   * @throws IllegalStateException when there isn't enough memory for the results
   */
  public EngineSnapshot look() {
    long backlog = backlogBytes();
    long uncounted = backlog > MOST_WAITED_FOR_BYTES ? backlog : 0;
    return new EngineSnapshot(segment, profiles, failures, counters, uncounted, workers);
  }
}
