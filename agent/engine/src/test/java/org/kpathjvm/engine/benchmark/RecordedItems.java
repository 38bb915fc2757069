package org.kpathjvm.engine.benchmark;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.kpathjvm.engine.counting.ActivationStates;
import org.kpathjvm.engine.counting.PathRun;
import org.kpathjvm.engine.segment.FailureLog;
import org.kpathjvm.engine.segment.LeftRecording;
import org.kpathjvm.engine.segment.PackedPaths;
import org.kpathjvm.engine.segment.ProfileOptions;
import org.kpathjvm.engine.segment.StreamDrain;
import org.kpathjvm.engine.segment.StreamProfile;

/** The items of a recorded stream, in the order in which they are drained. */
final class RecordedItems extends StreamProfile {
  private final ItemStream items;
  private final long mostItems;
  private final Map<Integer, Integer> states;
  private final int number;

  private RecordedItems(
      ItemStream items, long mostItems, Map<Integer, Integer> states, boolean shared, int number) {
    super(ProfileOptions.NOTHING, shared, number);
    this.items = items;
    this.mostItems = mostItems;
    this.states = states;
    this.number = number;
  }

  /**
   * Reads a directory that {@code run --record} made. Returns about the first {@code mostItems}
   * items, or all if there are fewer. A path run counts as one item.
   */
  static ItemStream read(String directory, long mostItems) {
    Path path = Path.of(directory);
    ItemStream items = new ItemStream(path.getFileName().toString());
    LeftRecording left =
        LeftRecording.open(path.resolve("segment").toString(), path.resolve("journal"), 1);
    Map<Integer, RecordedItems> profiles = new HashMap<>();
    Map<Integer, Integer> states = new HashMap<>();
    FailureLog failures = new FailureLog();
    for (int number = 0; number < left.drains(); number++) {
      StreamDrain drain =
          new StreamDrain(
              left.segment(),
              (segment, of, lease, carrier) ->
                  profiles.computeIfAbsent(
                      carrier ? -1 : lease,
                      owner -> new RecordedItems(items, mostItems, states, carrier, owner)),
              failures,
              number,
              left.drains());
      while (drain.pass(true)) {
        continue;
      }
    }
    if (failures.text() != null) {
      throw new IllegalStateException(failures.text());
    }
    return items;
  }

  @Override
  protected void feed(PackedPaths packed, int maxId, int state) {
    if (items.size() < mostItems) {
      int dense = dense(state);
      items.addWord(dense, packed.firstId(), packed.bits(), packed.count(), packed.paths());
    }
  }

  @Override
  protected void feed(PathRun run, int state) {
    if (items.size() < mostItems) {
      items.addRun(dense(state), run.firstId(), run.bits(), run.path(), run.count());
    }
  }

  @Override
  protected int feed(int[] words, int from, int to, int maxId, int state) {
    int end = super.feed(words, from, to, maxId, state);
    if (end > from && items.size() < mostItems) {
      items.add(dense(state), words, from, end);
    }
    return end;
  }

  /**
   * Returns the small number that stands for a state. If an activation has just begun in the state,
   * closes the state's previous activation.
   */
  private int dense(int state) {
    int dense = states.computeIfAbsent((number + 1) << 20 | state, key -> states.size());
    if (stateFields()[state + ActivationStates.TOP] == 0) {
      items.add(dense, new int[0], 0, 0);
      stateFields()[state + ActivationStates.TOP] = 1;
    }
    return dense;
  }
}
