package org.kpathjvm.agent.ids;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.runtime.layout.StreamFormat;

class KeptIdsTest {
  private static final Class<?> ONE = Integer.class;
  private static final Class<?> OTHER = Long.class;

  private final KeptIds kept = new KeptIds(0);
  private final Set<Class<?>> live = new HashSet<>();
  private int provided;

  private void begin() {
    kept.begin(8192, last -> provided = last, live::contains);
  }

  @Test
  void aClassGetsTheSameIdsInEachRecording() {
    for (int recording = 0; recording < 3; recording++) {
      begin();
      IdAllocator ids = kept.of(recording == 1 ? OTHER : ONE);
      int first = recording == 1 ? 9 : 1;
      assertEquals(first, ids.allocate(3));
      assertEquals(first + 3, ids.allocate(2));
      assertEquals(first + 5, ids.allocate(3));
    }
    assertEquals(16, kept.last());
    assertEquals(16, provided);
  }

  @Test
  void idsAreUniqueWithinARecording() {
    for (int recording = 0; recording < 2; recording++) {
      begin();
      assertEquals(1, kept.of(ONE).allocate(3));
      assertEquals(4, kept.of(ONE).allocate(3));
    }
  }

  @Test
  void aClassWithLiveCodeGetsTemporaryIds() {
    begin();
    assertEquals(1, kept.of(ONE).allocate(3));
    assertFalse(kept.of(ONE).hasPassing());
    live.add(ONE);
    for (int first : new int[] {4, 7}) {
      begin();
      assertFalse(kept.of(ONE).hasPassing());
      assertEquals(first, kept.of(ONE).allocate(3));
      assertTrue(kept.of(ONE).hasPassing());
      assertTrue(kept.of(ONE).isPassing(first));
      assertFalse(kept.of(ONE).isPassing(first + 100));
      assertFalse(kept.of(OTHER).hasPassing());
    }
    live.clear();
    begin();
    assertEquals(1, kept.of(ONE).allocate(3));
    assertFalse(kept.of(ONE).hasPassing());
    assertEquals(10, kept.of(ONE).allocate(3));
    assertFalse(kept.of(ONE).hasPassing());
  }

  @Test
  void theFirstIdsAreKeptEvenIfCodeIsLive() {
    live.add(ONE);
    begin();
    assertEquals(1, kept.of(ONE).allocate(3));
    assertEquals(4, kept.of(ONE).allocate(3));
    assertFalse(kept.of(ONE).hasPassing());
    live.clear();
    begin();
    assertEquals(1, kept.of(ONE).allocate(3));
    assertEquals(4, kept.of(ONE).allocate(3));
  }

  @Test
  void aClassMayNeedAnotherNumberOfIds() {
    begin();
    assertEquals(1, kept.of(ONE).allocate(3));
    begin();
    assertEquals(4, kept.of(ONE).allocate(5));
    assertFalse(kept.of(ONE).hasPassing());
    begin();
    assertEquals(4, kept.of(ONE).allocate(5));
    assertEquals(1, kept.of(ONE).allocate(3));
  }

  @Test
  void idsOfForgottenClassesAndOfClassesBeingLoadedAreNotReused() {
    begin();
    assertTrue(kept.isEmpty());
    assertEquals(1, kept.of(null).allocate(3));
    assertTrue(kept.isEmpty());
    assertEquals(4, kept.of(ONE).allocate(3));
    assertFalse(kept.isEmpty());
    kept.forget(ONE);
    begin();
    assertEquals(7, kept.of(null).allocate(3));
    assertEquals(10, kept.of(ONE).allocate(3));
  }

  @Test
  void allocatedIdsAreProvidedAgainAtOnce() {
    begin();
    kept.of(ONE).allocate(4000);
    int last = provided;
    provided = 0;
    begin();
    assertEquals(last, provided);
  }

  @Test
  void allocationFailsWithoutEnoughIds() {
    begin();
    assertEquals(-1, kept.of(ONE).allocate(StreamFormat.MAX_ID));
    assertEquals(1, kept.of(ONE).allocate(3));
  }

  @Test
  void liveClassesNeverShareIds() {
    Random random = new Random(7);
    Class<?>[] types = {ONE, OTHER, Short.class, Byte.class};
    BitSet[] held = new BitSet[types.length];
    int all = 0;
    for (int round = 0; round < 500; round++) {
      BitSet given = new BitSet();
      live.clear();
      for (int type = 0; type < types.length; type++) {
        if (held[type] != null && random.nextInt(3) == 0) {
          live.add(types[type]);
          given.or(held[type]);
        } else {
          held[type] = new BitSet();
        }
      }
      begin();
      for (int i = random.nextInt(20); i > 0; i--) {
        int type = random.nextInt(types.length);
        int count = 1 + random.nextInt(5);
        int first = kept.of(types[type]).allocate(count);
        assertTrue(given.get(first, first + count).isEmpty());
        given.set(first, first + count);
        held[type].set(first, first + count);
        all += count;
      }
    }
    assertTrue(kept.last() < all / 2, kept.last() + " of " + all);
  }
}
