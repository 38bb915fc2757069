package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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

  @Test
  void stoppedIsNotDead() throws Exception {
    Process process = new ProcessBuilder("sleep", "60").start();
    long start = startOf(process.pid());
    new ProcessBuilder("kill", "-STOP", String.valueOf(process.pid())).start().waitFor();
    assertTrue(ConsumerWatch.isAlive(process.pid(), start));
    process.destroyForcibly();
    assertTrue(process.waitFor(10, TimeUnit.SECONDS));
    assertFalse(ConsumerWatch.isAlive(process.pid(), start));
  }
}
