package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.kpathjvm.agent.process.OwnThread;

/**
 * Makes the {@link Cuts cuts} that the consumer asks for. Ends the recording when the consumer has
 * died, so that no probe waits for it forever. The consumer is the process that reads the segment.
 * It is identified by its process id and its start time, because the system may give the same id to
 * a later process. A consumer that is only suspended isn't dead.
 */
final class ConsumerWatch implements OwnThread.Work {
  private static final long PERIOD_MILLIS = 20;

  /** The watch checks once in this many periods whether the consumer is alive. */
  private static final int LOOK_PERIODS = 12;

  /**
   * How long the watch may fail before the recording ends. A short failure, for instance because
   * the heap is full for a moment, doesn't end the recording. After a longer failure, probes could
   * wait forever for a consumer that has died unnoticed.
   */
  static final long PATIENCE_MILLIS = 10_000;

  private final SegmentFile segment;
  private final RecorderControl recorder;
  private final Cuts cuts;
  private final MetadataWriter metadata;
  private final AgentLog log;
  private int period;

  private ConsumerWatch(
      SegmentFile segment,
      RecorderControl recorder,
      Cuts cuts,
      MetadataWriter metadata,
      AgentLog log) {
    this.segment = segment;
    this.recorder = recorder;
    this.cuts = cuts;
    this.metadata = metadata;
    this.log = log;
  }

  static Thread start(
      SegmentFile segment,
      RecorderControl recorder,
      Cuts cuts,
      MetadataWriter metadata,
      AgentLog log) {
    return OwnThread.start(
        "kpath-watch", PATIENCE_MILLIS, new ConsumerWatch(segment, recorder, cuts, metadata, log));
  }

  @Override
  public void begin() {
    // If JDK classes are included, this thread runs code with probes. It isn't a thread of the
    // program, so it must not be recorded.
    recorder.suspendThread();
  }

  @Override
  public boolean round() {
    if (period % LOOK_PERIODS == 0 && !isAlive(segment.consumerPid(), segment.consumerStart())) {
      recorder.endRecording();
      log.line(
          "the recording ended early: its consumer has "
              + (segment.consumerPid() == 0 ? "stopped recording" : "died")
              + "; the program goes on unrecorded");
      return false;
    }
    period++;
    metadata.settle();
    cuts.look();
    pause();
    return true;
  }

  @Override
  public void giveUp(Throwable why) {
    recorder.endRecording();
    log.endedEarly("its consumer can't be watched", why);
  }

  /** Waits for a moment, or until the thread is interrupted. */
  static void pause() {
    try {
      Thread.sleep(PERIOD_MILLIS);
    } catch (InterruptedException somebodyInterruptsAllThreads) {
      // The next round begins now.
    }
  }

  static boolean isAlive(long pid, long start) {
    try {
      String stat =
          new String(
              Files.readAllBytes(Path.of("/proc/" + pid + "/stat")), StandardCharsets.ISO_8859_1);
      // The command's name is in parentheses and may itself contain spaces and parentheses.
      String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
      String state = fields[0];
      return !state.equals("Z") && !state.equals("X") && Long.parseLong(fields[19]) == start;
    } catch (NoSuchFileException gone) {
      if (Files.exists(Path.of("/proc/self/stat"))) {
        return false;
      }
      Optional<ProcessHandle> process = ProcessHandle.of(pid);
      return process.isPresent() && process.get().isAlive();
    } catch (IOException | OutOfMemoryError cannotTell) {
      // The program may have used up its file descriptors or its heap. Files.exists needs no
      // descriptor and little memory. If another process now has the consumer's id, the result is
      // wrong, but a later round gets it right when a descriptor is free again.
      return Files.exists(Path.of("/proc/" + pid));
    }
  }
}
