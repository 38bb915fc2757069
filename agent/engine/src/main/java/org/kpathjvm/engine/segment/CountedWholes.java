package org.kpathjvm.engine.segment;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.util.Set;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.sharing.CountedPart;

/**
 * A recording's counters without those of whole words. A whole word's counter counts the
 * activations with the word's paths. {@link #addTo} adds these activations to the profiles, as if
 * they had been in a stream.
 */
public final class CountedWholes implements CounterSource {
  private final SegmentReader segment;
  private final CounterSource all;
  private final FailureLog failures;
  private final WholeWordTable words;
  private final StreamCounts counts = new StreamCounts();
  private final PackedPaths packed = new PackedPaths();

  /**
   * Creates a view of counters.
   *
   * @param all all counters of this segment, including the counters of whole words
   * @param failures the log that gets a line for each damaged whole word
   */
  public CountedWholes(SegmentReader segment, CounterSource all, FailureLog failures) {
    this.segment = segment;
    this.all = all;
    this.failures = failures;
    words = new WholeWordTable(segment);
  }

  /**
   * Adds the activations that were counted by counters of whole words. The activations of each
   * counter are added to the profile of the counter's owner, or to a shared profile if the result
   * isn't divided by thread.
   */
  public void addTo(ProfileSet profiles) {
    if (words.firstId() == 0) {
      return;
    }
    if (segment.threadRows() == 0) {
      add(all.sum(), ProfileSet.SHARED, profiles);
    } else {
      all.owners().forEach(owner -> add(all.sum(owner), owner, profiles));
    }
  }

  private void add(ByteBuffer counters, int owner, ProfileSet profiles) {
    LongBuffer sums = counters.order(ByteOrder.nativeOrder()).asLongBuffer();
    StreamProfile profile = null;
    for (int id = words.firstId(); id < endId(sums); id++) {
      long times = sums.get(id);
      if (times == 0) {
        continue;
      }
      try {
        words.read(id, packed);
      } catch (StreamDamage damage) {
        failures.add(damage.getMessage());
        continue;
      }
      counts.wholes(packed.count(), times);
      if (profile == null) {
        profile = profiles.ofCounters(owner);
      }
      add(times, profile, profiles.options());
    }
  }

  private void add(long times, StreamProfile profile, ProfileOptions options) {
    if (profile.counter() != null) {
      int[] ids = packed.ids();
      for (int at = 0; at < packed.count(); at++) {
        profile.counter().add(ids[at], times);
      }
    } else if (options.gathersWholes()) {
      CountedPart part = profile.parts().get(0);
      part.feedWholes(packed.firstId(), packed.bits(), packed.count(), packed.paths(), times);
    } else {
      addByDoubling(times, profile.parts().get(0).counter(), options);
    }
  }

  /**
   * Adds {@code times} activations equal to the one in {@link #packed} to a counter that can't add
   * them in one step.
   */
  private void addByDoubling(long times, SequenceCounter sum, ProfileOptions options) {
    SequenceCounter power = options.newSequenceCounter();
    StreamProfile once = new StreamProfile(options, false, ProfileSet.SHARED);
    int state = once.states.create();
    int[] ids = packed.ids();
    ids[packed.count() - 1] = -ids[packed.count() - 1];
    once.feed(ids, 0, packed.count(), Integer.MAX_VALUE, state);
    once.release(state);
    power.addAll(once.parts().get(0).counter());
    for (long left = times; left != 0; left >>>= 1) {
      if ((left & 1) != 0) {
        sum.addAll(power);
      }
      if (left > 1) {
        SequenceCounter twice = options.newSequenceCounter();
        twice.addAll(power);
        twice.addAll(power);
        power = twice;
      }
    }
  }

  /** Returns the numbers of activations and paths that {@link #addTo} has added. */
  public StreamCounts counts() {
    return counts;
  }

  @Override
  public Set<Integer> owners() {
    return all.owners();
  }

  @Override
  public ByteBuffer sum() {
    return withoutWords(all.sum());
  }

  @Override
  public ByteBuffer sum(int owner) {
    return withoutWords(all.sum(owner));
  }

  private ByteBuffer withoutWords(ByteBuffer counters) {
    LongBuffer sums = counters.order(ByteOrder.nativeOrder()).asLongBuffer();
    for (int id = words.firstId(); id < endId(sums); id++) {
      sums.put(id, 0);
    }
    return counters;
  }

  private int endId(LongBuffer sums) {
    return Math.min(words.endId(), sums.limit());
  }
}
