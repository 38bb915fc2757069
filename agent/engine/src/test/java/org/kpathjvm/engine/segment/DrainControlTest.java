package org.kpathjvm.engine.segment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.kpathjvm.engine.windows.StreamMark;
import org.kpathjvm.engine.windows.WindowChange;

/** A drain that sleeps learns of what is asked of it; what is done is in WindowsTest. */
class DrainControlTest {
  private final List<String> woken = new ArrayList<>();
  private final DrainControl control =
      new DrainControl(List::of, List::of, () -> woken.add("forgot"));

  @Test
  void whoeverAsksWakesTheDrainOnceHeHasAsked() {
    control.onAsked(() -> woken.add("woken"));
    CompletableFuture<List<StreamMark>> change = control.change(WindowChange.Kind.STOP);
    assertEquals(List.of("woken"), woken);
    CompletableFuture<Integer> copy = control.afterwards(List::copyOf).thenApply(List::size);
    assertEquals(List.of("woken", "woken"), woken);
    assertFalse(change.isDone() || copy.isDone());
    control.beginPass();
    control.endPass(true);
    assertTrue(change.isDone() && copy.isDone());
  }

  /** So that a drain that looks at once finds it. */
  @Test
  void itIsThereWhenTheDrainIsWoken() {
    control.onAsked(control::beginPass);
    assertTrue(control.change(WindowChange.Kind.RESET).isDone());
    assertEquals(List.of("forgot"), woken);
  }
}
