package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class ConsumerWatchTest {
  private static long startOf(long pid) throws IOException {
    String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
    return Long.parseLong(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[19]);
  }

  @Test
  void aProcessIsItsIdAndItsStart() throws IOException {
    long pid = ProcessHandle.current().pid();
    assertTrue(ConsumerWatch.isAlive(pid, startOf(pid)));
    assertFalse(ConsumerWatch.isAlive(pid, startOf(pid) + 1), "the id is used again");
  }

  /**
   * When no descriptors are left, the file of a process can't be opened, although the process
   * lives. The test may have to try several times: another thread of this JVM may give a descriptor
   * back at any moment. Then the file can be read, and the process counts as dead, because its
   * start time isn't the one that is asked about.
   */
  @Test
  void whatCannotBeReadIsNotDead() throws IOException {
    List<FileInputStream> all = new ArrayList<>();
    long pid = ProcessHandle.current().pid();
    long limit = descriptors();
    assumeTrue(limit < 1 << 20, "too many to use them up");
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
  void stoppedIsNotDead() throws Exception {
    Process process = new ProcessBuilder("sleep", "1000").start();
    long start = startOf(process.pid());
    new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid())).start().waitFor();
    assertTrue(ConsumerWatch.isAlive(process.pid(), start));
    process.destroyForcibly();
    assertTrue(process.waitFor(10, TimeUnit.MINUTES));
    assertFalse(ConsumerWatch.isAlive(process.pid(), start));
  }
}
