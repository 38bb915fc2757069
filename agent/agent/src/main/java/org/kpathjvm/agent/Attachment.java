package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpathjvm.agent.attach.ChangedClasses;
import org.kpathjvm.agent.attach.LiveCode;
import org.kpathjvm.agent.attach.ProbeSwitch;
import org.kpathjvm.agent.attach.ProbeVariants;
import org.kpathjvm.agent.attach.ProbesInUse;
import org.kpathjvm.agent.attach.Unmapping;
import org.kpathjvm.agent.hot.CompilationLog;
import org.kpathjvm.agent.hot.HotScope;
import org.kpathjvm.agent.ids.KeptIds;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.process.LoadedClasses;
import org.kpathjvm.agent.process.OwnProcess;
import org.kpathjvm.agent.process.OwnThread;
import org.kpathjvm.core.instrument.options.MethodScope;
import org.kpathjvm.runtime.layout.SegmentLayout;

/**
 * A recording that begins and ends while the program runs. The recorder is switched on before the
 * first class gets probes, so that each activation is recorded from its entry on, or not at all.
 * The recorder is switched off before the first class gets its old code back, so that the whole
 * recording ends at one moment.
 */
final class Attachment implements OwnThread.Work {
  static final String RECORDED = "this JVM is recorded already; wait until that is over";

  private static final String LEFT_BEHIND =
      "an earlier recording could not be taken out of this JVM; restart the program to record it";

  /**
   * The longest time that the agent waits for classes that are being loaded, or for threads to
   * leave the probes.
   */
  private static final long PATIENCE_MILLIS = 2000;

  /**
   * The attachment whose recording is under way, or whose probes could not be taken out of the
   * program; null if there is none. Guarded by the lock of class {@link Premain}, like all static
   * fields of this class.
   */
  private static Attachment current;

  /**
   * The Instrumentation from the agent's first load. At each later load, the JVM gives the agent
   * another one, which isn't used.
   */
  private static Instrumentation instrumentation;

  private static final KeptIds IDS = new KeptIds(SegmentLayout.WHOLE_WORDS);

  private static long nextActivation;

  /**
   * The last attachment, if a thread may still have been in a probe when the attachment ended; else
   * null.
   */
  private static Attachment unquiet;

  private final SegmentFile segment;
  private final AgentLog log;
  private final MetadataWriter metadata;
  private final RecorderControl recorder;
  private final PathTransformer transformer;
  private final ChangedClasses changed = new ChangedClasses();
  private final ProbeSwitch probes;
  private final ProbeVariants variants;
  private final Cuts cuts;
  private final LoadedClasses classes = new LoadedClasses(instrumentation);

  /**
   * The JVM's log of its compilations; null if the JVM has no such log, or if the log isn't needed.
   */
  private final CompilationLog compilations;

  private Thread shutdownHook;

  /** Whether the agent has failed to take its probes out of the program. */
  private boolean isStuck;

  /**
   * Finds hot methods; null if the scope isn't {@code hot}, or if this JVM doesn't log its
   * compilations.
   */
  private HotScope hot;

  private Attachment(SegmentFile segment, Path directory, AgentOptions options, AgentLog log)
      throws IOException, ReflectiveOperationException {
    this.segment = segment;
    this.log = log;
    metadata =
        new MetadataWriter(options.in(directory, AgentOption.METHODS), segment::countUnlisted);
    compilations =
        options.get(AgentOption.SCOPE) == MethodScope.HOT
            ? CompilationLog.listen(instrumentation, directory, true, log)
            : null;
    try {
      segment.continues(IDS.last(), nextActivation);
      RuntimeClasses runtime =
          RecorderInstaller.attach(instrumentation, segment, options, nextActivation);
      recorder = RecorderInstaller.control(runtime, segment);
      probes = new ProbeSwitch(instrumentation, runtime.probes());
      variants = runtime.variants();
      cuts = new Cuts(segment, probes, variants, this::suspendThread, log);
      // When the program ends, an attached agent doesn't write the paths that are still held back,
      // because it can't tell frames of this recording from frames of an earlier recording.
      transformer =
          new PathTransformer(
              options,
              PathTransformer.classes(options, log),
              metadata,
              recorder,
              method -> {},
              log,
              IDS::of);
    } catch (IOException | ReflectiveOperationException | RuntimeException | Error failure) {
      closeFiles();
      throw failure;
    }
    transformer.changed = changed;
  }

  /** Returns why an attached agent can't record this JVM now; null if it can. */
  static String whyNot() {
    if (current != null && !current.isStuck) {
      return RECORDED;
    }
    return current == null && RecorderInstaller.canAttach() ? null : LEFT_BEHIND;
  }

  /**
   * Begins a recording. The recording ends when the segment's consumer asks the agent to detach, or
   * when the consumer has died.
   */
  static void start(AgentOptions options, Instrumentation given, AgentLog log)
      throws IOException,
          ReflectiveOperationException,
          UnmodifiableClassException,
          InterruptedException {
    if (options.profiler().isInline()) {
      throw new IllegalArgumentException(
          "an agent for a running JVM takes no inline profiler; leave it out");
    }
    if (instrumentation == null) {
      instrumentation = given;
    }
    if (unquiet != null) {
      if (!unquiet.isOutOfProbes()) {
        throw new IOException(
            "a virtual thread may still be in a probe of the previous recording; try again later");
      }
      unquiet.giveBack();
      unquiet = null;
    }
    Path file = options.get(AgentOption.SEGMENT).toAbsolutePath();
    SegmentFile segment = SegmentFile.open(file);
    Attachment started = null;
    try {
      RecordingDescription.write(file.getParent(), options);
      started = new Attachment(segment, file.getParent(), options, log);
      started.startRecording();
    } finally {
      if (current == null) {
        // No probe has been called yet, so nothing uses the segment's memory.
        if (started != null) {
          started.closeFiles();
        }
        Unmapping.unmap(instrumentation, segment.bytes);
      }
    }
  }

  private void startRecording() throws UnmodifiableClassException, ReflectiveOperationException {
    IDS.begin(recorder.tableIds, recorder, IDS.isEmpty() ? type -> false : LiveCode.look(classes));
    probes.change(variants.recording(0, 0));
    boolean wasRecorded = suspendThread();
    try {
      watch();
      current = this;
      record();
    } finally {
      // The agent has no more work on this thread, so the thread is recorded again.
      if (wasRecorded) {
        recorder.resumeThread();
      }
    }
  }

  /**
   * Begins to watch the consumer. This must be done before the first class gets probes: a probe may
   * have to wait for the consumer, and would wait forever if the consumer died unnoticed.
   */
  private void watch() throws UnmodifiableClassException {
    try {
      OwnThread.start("kpath-attached", ConsumerWatch.PATIENCE_MILLIS, this);
    } catch (RuntimeException | Error noThread) {
      probes.undo();
      throw noThread;
    }
  }

  private void record() {
    try {
      segment.targetPid(OwnProcess.pid());
      segment.targetState(SegmentLayout.TARGET_RECORDING);
      shutdownHook = ShutdownMark.register(segment, metadata, log);
      transformer.register(instrumentation);
      if (transformer.hot != null) {
        findHot();
      } else {
        transformAll();
      }
    } catch (IllegalStateException endsNow) {
      log.line("the JVM ends: " + endsNow.getMessage());
    } catch (IOException | RuntimeException | Error failure) {
      // The recording ends, because there may be classes that have no probes and that aren't listed
      // as left out. The consumer notices the end, and asks the agent to detach.
      recorder.endRecording();
      log.endedEarly("the agent failed to begin", failure);
    }
  }

  private void transformAll() {
    classes.transform(
        classes.find(transformer::isAskedFor),
        (type, why) -> {
          log.line("class " + type.getName() + " is left as it was: " + why);
          transformer.leaveOut(type, "loaded already, and can't be changed: " + why);
        });
  }

  private void findHot() {
    hot =
        new HotRecording(
                transformer,
                recorder,
                () -> segment.targetState() == SegmentLayout.TARGET_RECORDING,
                log)
            .findMethods(instrumentation, metadata, compilations);
    if (hot != null) {
      hot.awaitFirst();
    }
  }

  /**
   * If JDK classes are included, stops recording the current thread, because it runs JDK code for
   * the agent and not for the program. Returns whether this call stopped the recording of the
   * thread.
   */
  private boolean suspendThread() {
    return transformer.filter.mayIncludeJdk() && recorder.suspendThread();
  }

  @Override
  public void begin() {
    suspendThread();
  }

  @Override
  public boolean round() {
    if (segment.wantsLeaving()) {
      leaveAlone();
      return false;
    }
    if (!ConsumerWatch.isAlive(segment.consumerPid(), segment.consumerStart())) {
      // Without a consumer, nobody frees blocks of the segment, and probes would wait for free
      // blocks forever.
      recorder.endRecording();
      leaveAlone();
      return false;
    }
    metadata.settle();
    cuts.look();
    ConsumerWatch.pause();
    return true;
  }

  @Override
  public void giveUp(Throwable why) {
    recorder.endRecording();
    log.endedEarly("its consumer can't be watched", why);
    leaveAlone();
  }

  /**
   * Detaches from the program. Meanwhile no other thread can begin or end a recording. This never
   * throws.
   */
  private void leaveAlone() {
    synchronized (Premain.class) {
      leave();
    }
  }

  /**
   * Takes the probes out of the program, and frees what the recording used. If a step fails, the
   * next steps are taken all the same. If probes can't be taken out, the agent ends the recording
   * early, keeps the segment's memory because the probes may still be called, and doesn't report
   * that it has detached.
   */
  private void leave() {
    boolean isOut = attempt(probes::undo);
    if (hot != null) {
      hot.end();
    }
    isOut &= attempt(changed::close);
    attempt(metadata::settle);
    instrumentation.removeTransformer(transformer);
    isOut &= attempt(this::putBack);
    boolean[] isQuiet = new boolean[1];
    attempt(() -> isQuiet[0] = isOutOfProbes());
    attempt(this::removeHook);
    attempt(this::closeFiles);
    nextActivation = segment.nextActivation();
    if (!isOut) {
      isStuck = true;
      attempt(recorder::endRecording);
      return;
    }
    segment.targetState(SegmentLayout.TARGET_LEFT);
    current = null;
    if (isQuiet[0]) {
      attempt(this::giveBack);
    } else {
      unquiet = this;
      log.line(
          "a virtual thread may still be within a probe: the segment's memory stays in the program"
              + " until the program is recorded again");
    }
  }

  private interface Step {
    void take() throws Exception;
  }

  /**
   * Takes a step. If the thread is interrupted, takes the step again, because the program may
   * interrupt all threads. Returns whether the step succeeded.
   */
  private boolean attempt(Step step) {
    while (true) {
      try {
        step.take();
        return true;
      } catch (InterruptedException again) {
        // The loop takes the step again.
      } catch (Throwable failure) {
        log.failure("the agent could not detach as it should have", failure);
        return false;
      }
    }
  }

  private void removeHook() {
    try {
      if (shutdownHook != null) {
        Runtime.getRuntime().removeShutdownHook(shutdownHook);
      }
    } catch (IllegalStateException endsAlready) {
      // The JVM is ending already, so the hook runs.
    }
  }

  /**
   * Closes the metadata and the log of compilations. The JVM goes back to logging only what it
   * logged before the recording.
   */
  private void closeFiles() throws IOException {
    metadata.close();
    if (compilations != null) {
      try {
        compilations.close(instrumentation);
      } catch (IOException failure) {
        log.line("scope=hot: " + failure.getMessage());
      }
    }
  }

  /** Takes the segment and the recorder's other data out of the JVM's memory. */
  private void giveBack() throws ReflectiveOperationException {
    RecorderInstaller.leave(recorder);
    Unmapping.unmap(instrumentation, segment.bytes);
  }

  /**
   * Waits for all threads to leave the probes, for a limited time. Returns whether they have left.
   */
  private boolean isOutOfProbes() throws ReflectiveOperationException, InterruptedException {
    ProbesInUse inUse = new ProbesInUse(instrumentation, RuntimeClasses.BINARY_PREFIX);
    if (inUse.awaitNone(PATIENCE_MILLIS)) {
      return true;
    }
    // A probe may be waiting for a block that nobody frees. The probe stops waiting when the
    // recording ends.
    recorder.endRecording();
    return inUse.awaitNone(PATIENCE_MILLIS);
  }

  /** Restores the former code of the classes that have probes. */
  private void putBack() {
    Set<Class<?>> done = new HashSet<>();
    long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
    while (true) {
      List<Class<?>> found =
          classes.find(type -> changed.contains(type.getName()) && !done.contains(type));
      classes.transform(
          found,
          (type, why) -> {
            log.line("class " + type.getName() + " keeps its probes, which do nothing: " + why);
            IDS.forget(type);
          });
      done.addAll(found);
      Set<String> names = new HashSet<>();
      found.forEach(type -> names.add(type.getName()));
      // A class that isn't found was still being loaded when it got its probes. The class may never
      // be defined, so the wait is limited.
      if (!changed.isAnyMissing(names) || System.nanoTime() - end > 0) {
        return;
      }
      ConsumerWatch.pause();
    }
  }
}
