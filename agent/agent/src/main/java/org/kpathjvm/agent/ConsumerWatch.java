package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import org.kpathjvm.agent.process.OwnThread;

/**
 * Makes the cuts that the consumer asks for, and ends the recording when the consumer has died, so
 * that no probe waits for it forever. A consumer is identified by its process id and its start
 * time, because a process id can be used again. A consumer that is only suspended isn't dead.
 */
final class ConsumerWatch implements Runnable {
  private static final long PERIOD_MILLIS = 20;

  /** The watch checks once in this many periods whether the consumer is alive. */
  private static final int LOOK_PERIODS = 12;

  private final SegmentFile segment;
  private final RecorderControl recorder;
  private final Cuts cuts;
  private final AgentLog log;

  private ConsumerWatch(SegmentFile segment, RecorderControl recorder, Cuts cuts, AgentLog log) {
    this.segment = segment;
    this.recorder = recorder;
    this.cuts = cuts;
    this.log = log;
  }

  static void start(SegmentFile segment, RecorderControl recorder, Cuts cuts, AgentLog log) {
    OwnThread.start("kpath-watch", new ConsumerWatch(segment, recorder, cuts, log));
  }

  @Override
  public void run() {
    // If JDK classes are included, this thread runs some of them. But it isn't the program's.
    recorder.suspendThread();
    for (int period = 0;
        period % LOOK_PERIODS != 0 || isAlive(segment.consumerPid(), segment.consumerStart());
        period++) {
      cuts.look();
      try {
        Thread.sleep(PERIOD_MILLIS);
      } catch (InterruptedException somebodyInterruptsAllThreads) {
        // An interrupt must not end the watch. The next round just begins early.
      }
    }
    recorder.endRecording();
    log.line(
        "the recording ended early: its consumer has "
            + (segment.consumerPid() == 0 ? "stopped recording" : "died")
            + "; the program goes on unrecorded");
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
      // The program may have used up its file descriptors or its heap, and this look needs neither.
      // If the process id was used again, that is noticed when there are descriptors again.
      return Files.exists(Path.of("/proc/" + pid));
    }
  }
}
