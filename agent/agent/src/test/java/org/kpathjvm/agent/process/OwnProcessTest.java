package org.kpathjvm.agent.process;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OwnProcessTest {
  @Test
  void idsAgreeWithTheJdk() {
    ProcessHandle process = ProcessHandle.current();
    assertEquals(process.pid(), OwnProcess.pid());
    assertEquals(process.parent().orElseThrow().pid(), OwnProcess.parentPid());
    assertTrue(OwnProcess.started() > 0);
  }

  @Test
  void aProcessNameMayHaveAnyCharacters() {
    String fields = " S 7 12 12 0 -1 1 2 3 4 5 6 7 8 9 20 0 30 0 4711 5000";
    assertArrayEquals(new long[] {12, 7, 4711}, OwnProcess.ids("12 (java)" + fields));
    assertArrayEquals(new long[] {12, 7, 4711}, OwnProcess.ids("12 (a) R 3 (b)" + fields));
  }

  @Test
  void otherContentIsRefused() {
    assertThrows(RuntimeException.class, () -> OwnProcess.ids(""));
    assertThrows(RuntimeException.class, () -> OwnProcess.ids("12 (java) S"));
    assertThrows(RuntimeException.class, () -> OwnProcess.ids("12 (java) S 7 12 12 0 -1"));
  }
}
