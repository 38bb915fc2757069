package org.kpathjvm.agent.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The ids of this process and of its parent process, and the time when this process started, read
 * from Linux's /proc. ProcessHandle has the ids, too, but loads thread pools and lambdas to find
 * them. That would take a tenth of the agent's start-up time.
 */
public final class OwnProcess {
  private static final String STAT = "/proc/self/stat";

  private static final long PID;
  private static final long PARENT_PID;
  private static final long STARTED;

  static {
    long[] ids;
    try (FileInputStream stat = new FileInputStream(STAT)) {
      ids = ids(new String(stat.readAllBytes(), StandardCharsets.ISO_8859_1));
    } catch (IOException | RuntimeException noSuchFile) {
      ProcessHandle process = ProcessHandle.current();
      ids = new long[] {process.pid(), process.parent().map(ProcessHandle::pid).orElse(0L), 0};
    }
    PID = ids[0];
    PARENT_PID = ids[1];
    STARTED = ids[2];
  }

  private OwnProcess() {}

  public static long pid() {
    return PID;
  }

  /** Returns the parent's process id; 0 if it isn't known. */
  public static long parentPid() {
    return PARENT_PID;
  }

  /**
   * Returns the time when the process started, in clock ticks since boot; 0 if it isn't known. The
   * time distinguishes the process from earlier ones with the same id.
   */
  public static long started() {
    return STARTED;
  }

  /**
   * Returns the process id, the parent's process id and the start time (the 22nd field) from the
   * text of a file {@code stat} in /proc.
   *
   * @throws RuntimeException if the text doesn't have the format of such a file
   */
  static long[] ids(String stat) {
    // The command's name is in parentheses and may itself contain spaces and parentheses.
    String pid = stat.substring(0, stat.indexOf(" ("));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 21);
    return new long[] {
      Long.parseLong(pid), Long.parseLong(fields[1]), Long.parseLong(fields[22 - 3])
    };
  }
}
