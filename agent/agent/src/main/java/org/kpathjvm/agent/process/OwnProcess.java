package org.kpathjvm.agent.process;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * The ids of this process and of its parent, as Linux's /proc has them. ProcessHandle knows them
 * too, and starts thread pools and lambdas for it: a tenth of what the agent takes to start.
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

  /** 0 if it isn't known. */
  public static long parentPid() {
    return PARENT_PID;
  }

  /** In clock ticks since boot; 0 if it isn't known. Tells it from others of its id. */
  public static long started() {
    return STARTED;
  }

  /**
   * The process, its parent, and its start (the 22nd field), from a file {@code stat} of /proc.
   *
   * @throws RuntimeException if it is none
   */
  static long[] ids(String stat) {
    // The command's name is in parentheses and may itself hold spaces and parentheses.
    String pid = stat.substring(0, stat.indexOf(" ("));
    String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", 21);
    return new long[] {
      Long.parseLong(pid), Long.parseLong(fields[1]), Long.parseLong(fields[22 - 3])
    };
  }
}
