package org.kpathjvm.workloads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class ResultDigestTest {
  @Test
  void equalValuesGiveEqualDigests() {
    Consumer<ResultDigest> all =
        it ->
            it.add("text")
                .add(new byte[] {1})
                .add(2L)
                .add(0.5)
                .add(new int[] {3})
                .add(new long[] {4})
                .add(new double[] {Double.NaN})
                .count("things", 5);
    assertEquals(hex(all), hex(all));
  }

  @Test
  void kindsLengthsAndOrderChangeTheDigest() {
    List<Consumer<ResultDigest>> different =
        List.of(
            it -> {},
            it -> it.add("ab").add("c"),
            it -> it.add("a").add("bc"),
            it -> it.add("bc").add("a"),
            it -> it.add("abc"),
            it -> it.add(new byte[] {'a', 'b', 'c'}),
            it -> it.add(1L),
            it -> it.add(1.0),
            it -> it.add(0.0),
            it -> it.add(-0.0),
            it -> it.add(new long[] {1}),
            it -> it.add(new int[] {0, 1}),
            it -> it.add(new double[] {1}),
            it -> it.add(new double[0]),
            it -> it.add(new int[0]),
            it -> it.count("abc", 1),
            it -> it.count("abc", 2));
    Set<String> digests = new TreeSet<>();
    different.forEach(values -> digests.add(hex(values)));
    assertEquals(different.size(), digests.size());
  }

  @Test
  void showsCounts() {
    ResultDigest result = new ResultDigest();
    assertEquals("", result.counts());
    result.count("classes", 149).count("task tags", 38);
    assertEquals("149 classes, 38 task tags", result.counts());
  }

  private static String hex(Consumer<ResultDigest> values) {
    ResultDigest result = new ResultDigest();
    values.accept(result);
    return result.hex();
  }
}
