package org.kpathjvm.agent.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class OwnProcessTest {
  @Test
  void isWhatTheJdkSays() {
    ProcessHandle process = ProcessHandle.current();
    assertEquals(process.pid(), OwnProcess.pid());
    assertEquals(process.parent().orElseThrow().pid(), OwnProcess.parentPid());
  }

  @Test
  void aNameMayHoldAnything() {
    assertArrayEquals(new long[] {12, 7}, OwnProcess.ids("12 (java) S 7 12 12 0 -1"));
    assertArrayEquals(new long[] {12, 7}, OwnProcess.ids("12 (a) R 3 (b) S 7 12 12 0 -1"));
  }

  @Test
  void whatIsNoSuchFileIsRefused() {
    assertThrows(RuntimeException.class, () -> OwnProcess.ids(""));
    assertThrows(RuntimeException.class, () -> OwnProcess.ids("12 (java) S"));
  }
}
