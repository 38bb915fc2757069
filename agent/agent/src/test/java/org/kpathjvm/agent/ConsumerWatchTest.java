package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.*;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class ConsumerWatchTest {
  private static long startOf(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
  }

  @Test
  void aProcessIsIdentifiedByItsIdAndStartTime() throws IOException {
    long pid = ProcessHandle.current().pid();
    assertTrue(ConsumerWatch.isAlive(pid, startOf(pid)));
    assertFalse(ConsumerWatch.isAlive(pid, startOf(pid) + 1), "a later process with the same id");
  }

  /**
   * When no file descriptors are left, the process's file in /proc can't be opened. Then every
   * existing process must count as alive. The test passes a wrong start time, so the process counts
   * as dead if the file can be read. Another thread of this JVM may close a file at any moment, so
   * the test tries several times.
   */
  @Test
  void aProcessCountsAsAliveIfProcCannotBeRead() throws IOException {
    List<FileInputStream> all = new ArrayList<>();
    long pid = ProcessHandle.current().pid();
    long limit = descriptors();
    assumeTrue(limit < 1 << 20, "too many descriptors to use them all up");
    try {
      boolean alive = false;
      for (int round = 0; round < 100 && !alive; round++) {
        useUp(limit, all);
        alive = ConsumerWatch.isAlive(pid, 0);
      }
      assertTrue(alive);
      useUp(limit, all);
      assertFalse(ConsumerWatch.isAlive(1L << 30, 0));
    } finally {
      for (FileInputStream one : all) {
        one.close();
      }
    }
  }

  private static void useUp(long limit, List<FileInputStream> all) {
    try {
      while (all.size() < limit) {
        all.add(new FileInputStream("/dev/null"));
      }
      fail("more than " + limit + " files are open");
    } catch (FileNotFoundException tooManyOpenFiles) {
      // There are no descriptors left.
    }
  }

  private static long descriptors() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/limits"))) {
      if (line.startsWith("Max open files")) {
        String[] words = line.trim().split(" +");
        return words[3].equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(words[3]);
      }
    }
    return Long.MAX_VALUE;
  }

  @Test
  void aStoppedProcessIsAlive() throws Exception {
    Process process = new ProcessBuilder("sleep", "1000").start();
    long start = startOf(process.pid());
    new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid())).start().waitFor();
    assertTrue(ConsumerWatch.isAlive(process.pid(), start));
    process.destroyForcibly();
    assertTrue(process.waitFor(10, TimeUnit.MINUTES));
    assertFalse(ConsumerWatch.isAlive(process.pid(), start));
  }

  /**
   * Stands in for the recorder. Counts the calls of {@link #end}. The first {@code failing} calls
   * fail.
   */
  static final class Recorder {
    int failing;
    int ends;

    void end() {
      ends++;
      if (failing-- > 0) {
        throw new OutOfMemoryError("Java heap space");
      }
    }

    RecorderControl control() throws ReflectiveOperationException {
      MethodHandle nothing = MethodHandles.zero(void.class);
      MethodHandle end =
          MethodHandles.lookup()
              .findVirtual(Recorder.class, "end", MethodType.methodType(void.class))
              .bindTo(this);
      return new RecorderControl(
          MethodHandles.empty(MethodType.methodType(void.class, int.class)),
          end,
          MethodHandles.constant(boolean.class, false),
          nothing,
          null,
          0);
    }
  }

  @Test
  void aWatchOutlivesItsFailures(@TempDir Path directory) throws Exception {
    SegmentFile segment =
        SegmentFile.create(directory.resolve("segment"), LEAST_SEGMENT_BYTES, false);
    Process consumer = new ProcessBuilder("sleep", "1000").start();
    segment.bytes.putLong(HEADER_CONSUMER_START_OFFSET, startOf(consumer.pid()));
    segment.bytes.putLong(HEADER_CONSUMER_PID_OFFSET, consumer.pid());
    AgentLog log = new AgentLog(directory.resolve("log"));
    Recorder recorder = new Recorder();
    recorder.failing = 2;
    // This makes the cut fail.
    Runnable suspend =
        () -> {
          throw new StackOverflowError();
        };
    Cuts cuts = new Cuts(segment, null, null, suspend, log);
    MetadataWriter metadata =
        new MetadataWriter(directory.resolve("methods"), segment::countUnlisted);
    metadata.owes = true;
    Thread watch = ConsumerWatch.start(segment, recorder.control(), cuts, metadata, log);
    segment.bytes.putInt(HEADER_CUT_ASKED_OFFSET, 1);
    while (segment.bytes.getInt(HEADER_CUT_ANSWERED_OFFSET) != 1) {
      Thread.sleep(1);
    }
    assertEquals(1, segment.bytes.getInt(HEADER_CUT_REFUSED_OFFSET));
    assertEquals(0, recorder.ends);
    // metadata.owes stands for a loaded class that could be neither listed nor counted at first. By
    // now, the watch must have counted the class exactly once.
    assertEquals(1, segment.bytes.getLong(HEADER_UNLISTED_COUNT_OFFSET));
    consumer.destroyForcibly().waitFor();
    watch.join();
    assertEquals(3, recorder.ends);
    List<String> lines = Files.readAllLines(directory.resolve("log"));
    assertTrue(
        lines.get(lines.size() - 1).startsWith("the recording ended early: its consumer has died"),
        lines.toString());
  }
}
