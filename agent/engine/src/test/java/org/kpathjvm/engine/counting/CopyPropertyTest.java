package org.kpathjvm.engine.counting;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.kpathjvm.engine.ipf.PathForestBuilder;
import org.kpathjvm.engine.segment.ProfileOptions.Engine;

/** Copies a counter while activations are under way. */
class CopyPropertyTest {
  @Property(tries = 60)
  void copiesAreEqualAndIndependent(
      @ForAll Engine engine,
      @ForAll @IntRange(min = 2, max = 8) int k,
      @ForAll @IntRange(min = 1, max = 200) int alphabet,
      @ForAll @IntRange(min = 1, max = 200) int activations,
      @ForAll @IntRange(min = 1, max = 400) int pieces,
      @ForAll long seed) {
    SequenceCounter counter = engine.newCounter(k);
    RandomActivations stream = new RandomActivations(new Random(seed), alphabet, activations);
    Random random = new Random(~seed);
    stream.feedAndLook(
        counter,
        pieces,
        states -> {
          if (random.nextInt(3) > 0) {
            SequenceCounter copy = engine.newCounter(k);
            counter.countAll(states.fields());
            copy.addAll(counter);
            if (random.nextInt(20) == 0) {
              assertEquals(stream.grams(k), grams(copy, k));
            }
          }
        });
    assertEquals(stream.grams(k), grams(counter, k));
  }

  private static Map<List<Integer>, Long> grams(SequenceCounter counter, int k) {
    return GramCounts.of(PathForestBuilder.build(counter, k));
  }
}
