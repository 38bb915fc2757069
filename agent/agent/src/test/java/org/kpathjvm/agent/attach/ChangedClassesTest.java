package org.kpathjvm.agent.attach;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Set;
import org.junit.jupiter.api.Test;

class ChangedClassesTest {
  private final ChangedClasses changed = new ChangedClasses();

  @Test
  void closingWaitsForRunningChanges() throws InterruptedException {
    assertTrue(changed.begin());
    Thread closing =
        new Thread(
            () -> {
              try {
                changed.close();
              } catch (InterruptedException nobodyDoes) {
                throw new IllegalStateException(nobodyDoes);
              }
            });
    closing.start();
    while (closing.getState() != Thread.State.TIMED_WAITING) {
      Thread.onSpinWait();
    }
    assertFalse(changed.begin());
    changed.add("a/B", false);
    changed.end();
    closing.join();
    assertFalse(changed.begin());
    assertTrue(changed.contains("a.B"));
    assertFalse(changed.contains("a/B"));
  }

  @Test
  void aClassIsMissingWhileItIsBeingLoaded() {
    changed.add("a/B", true);
    changed.add("a/C", false);
    assertTrue(changed.isAnyMissing(Set.of("a.C")));
    assertFalse(changed.isAnyMissing(Set.of("a.B")));
    assertFalse(changed.isAnyMissing(Set.of()));
  }
}
