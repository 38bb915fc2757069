package org.kpathjvm.agent.hot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.probes.IdAllocator;
import org.kpathjvm.core.instrument.relocation.UsableClass;
import org.kpathjvm.core.numbering.CutMode;

/**
 * Tests a class in which more and more methods become hot. A method keeps the ids that it was
 * given.
 */
class HotClassesTest {
  private static final Class<?> TYPE = Sample.class;

  static final class Sample {
    int first(int value) {
      int sum = 0;
      for (int i = 0; i < value; i++) {
        sum += i % 3 == 0 ? i : 1;
      }
      return sum;
    }

    int second(int value) {
      return value > 0 ? value : -value;
    }

    int second(long value) {
      return value > 0 ? 1 : -1;
    }
  }

  private final HotClasses classes = new HotClasses(new InstrumentOptions(CutMode.BACK_EDGE, 64));
  private final int[] next = {1};
  private final IdAllocator ids = count -> (next[0] += count) - count;

  private static byte[] sample() {
    String name = TYPE.getName().replace('.', '/') + ".class";
    try (InputStream in = TYPE.getClassLoader().getResourceAsStream(name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private UsableClass get(byte[] original) {
    return classes.get(TYPE, original, "app", ids);
  }

  private static List<String> found(String pattern, UsableClass one) {
    List<String> found = new ArrayList<>();
    Matcher matcher = Pattern.compile(pattern).matcher(one.lines().toString());
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static List<String> methods(UsableClass one) {
    return found("\"name\":\"(\\w+)\"", one);
  }

  @Test
  void aClassThatIsNotWantedIsNotChanged() {
    assertNull(get(sample()));
    classes.want(Object.class, Set.of("hashCode"));
    assertNull(get(sample()));
    assertNull(classes.get(null, sample(), "app", ids));
  }

  @Test
  void onlyHotMethodsAreInstrumentedAndListed() {
    classes.want(TYPE, Set.of("first"));
    UsableClass one = get(sample());
    assertNotNull(one.bytes());
    assertEquals(List.of("first"), methods(one));
    assertEquals(List.of(1), classes.newFirstIds(TYPE));
    assertFalse(one.lines().toString().contains("skipped"));
  }

  @Test
  void theStartOfRecordingIsUnknownUntilTheClassIsChanged() {
    classes.want(TYPE, Set.of("first"));
    String lines = get(sample()).lines().toString();
    assertTrue(lines.endsWith("{\"kind\":\"since\",\"millis\":-1,\"first_ids\":[1]}\n"), lines);
  }

  @Test
  void overloadsBecomeHotTogether() {
    classes.want(TYPE, Set.of("second"));
    assertEquals(List.of("second", "second"), methods(get(sample())));
    assertEquals(2, classes.newFirstIds(TYPE).size());
  }

  @Test
  void aMethodKeepsItsIdsAndIsListedOnce() {
    classes.want(TYPE, Set.of("second"));
    UsableClass before = get(sample());
    classes.newFirstIds(TYPE);
    int given = next[0];
    UsableClass again = get(sample());
    assertEquals("", again.lines().toString());
    assertEquals(given, next[0]);
    assertEquals(List.of(), again.held());
    assertTrue(Arrays.equals(before.bytes(), again.bytes()));

    classes.want(TYPE, Set.of("first"));
    UsableClass more = get(sample());
    assertEquals(List.of("first"), methods(more));
    assertEquals(List.of(given), classes.newFirstIds(TYPE));
    assertEquals(1, more.held().size());
  }

  @Test
  void aClassChangedByAnotherAgentGetsOtherIds() {
    classes.want(TYPE, Set.of("first", "second"));
    get(sample());
    int given = next[0];
    // The other agent's change is one character, so the class file has another digest.
    byte[] other = sample();
    String text = new String(other, StandardCharsets.ISO_8859_1);
    other[text.indexOf("HotClassesTest.java")] = 'X';
    UsableClass changed = get(other);
    assertEquals(3, methods(changed).size());
    assertTrue(next[0] > given);
    for (String id : found("\"first_id\":(\\d+)", changed)) {
      assertTrue(Integer.parseInt(id) >= given, id);
    }
  }

  @Test
  void refusedMethodsAreLeftOut() {
    classes.want(TYPE, Set.of("second"));
    UsableClass accepted = get(sample());
    classes.newFirstIds(TYPE);
    classes.want(TYPE, Set.of("first"));
    assertFalse(Arrays.equals(accepted.bytes(), get(sample()).bytes()));
    classes.unwant(TYPE, Set.of("first"));
    UsableClass rest = get(sample());
    assertArrayEquals(accepted.bytes(), rest.bytes());
    assertEquals("", rest.lines().toString());
    assertEquals(List.of(), classes.newFirstIds(TYPE));
  }

  @Test
  void methodsAcceptedLaterAreRecordedFromThenOn() {
    classes.want(TYPE, Set.of("first"));
    UsableClass refused = get(sample());
    classes.unwant(TYPE, Set.of("first"));
    assertEquals(List.of(), classes.newFirstIds(TYPE));
    classes.want(TYPE, Set.of("first"));
    UsableClass accepted = get(sample());
    assertArrayEquals(refused.bytes(), accepted.bytes());
    assertEquals("", accepted.lines().toString(), "the method's lines have been written already");
    assertEquals(List.of(1), classes.newFirstIds(TYPE));
    assertEquals(List.of(), classes.newFirstIds(TYPE));
  }

  @Test
  void noTwoMethodsShareAnId() {
    classes.want(TYPE, Set.of("first", "second"));
    UsableClass all = get(sample());
    List<String> firsts = found("\"first_id\":(\\d+)", all);
    assertEquals(3, firsts.size());
    assertEquals(firsts.size(), Set.copyOf(firsts).size());
  }
}
