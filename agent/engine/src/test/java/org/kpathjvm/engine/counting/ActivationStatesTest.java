package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.kpathjvm.engine.counting.ActivationStates.BOTTOM;
import static org.kpathjvm.engine.counting.ActivationStates.COUNTDOWN;
import static org.kpathjvm.engine.counting.ActivationStates.TOP;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ActivationStatesTest {
  private final ActivationStates states = new ActivationStates();

  private int standing(int countdown, int top, int bottom) {
    int state = states.create();
    states.fields()[state + COUNTDOWN] = countdown;
    states.fields()[state + TOP] = top;
    states.fields()[state + BOTTOM] = bottom;
    return state;
  }

  @Test
  void statesInUseDoNotOverlap() {
    Set<Integer> all = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      all.add(states.create() / ActivationStates.STRIDE);
    }
    assertEquals(100, all.size());
    assertEquals(100, states.live());
  }

  @Test
  void aReleasedStateIsReusedAsNew() {
    int state = standing(2, 30, 60);
    int other = states.create();
    states.release(state);
    assertEquals(1, states.live());
    assertEquals(state, states.create());
    assertNotEquals(other, state);
    assertEquals(0, states.fields()[state + COUNTDOWN]);
    assertEquals(0, states.fields()[state + TOP]);
    assertEquals(0, states.fields()[state + BOTTOM]);
  }
}
