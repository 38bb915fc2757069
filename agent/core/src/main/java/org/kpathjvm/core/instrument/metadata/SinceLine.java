package org.kpathjvm.core.instrument.metadata;

import java.util.List;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * Writes the line with the time at which the recording of some methods began. These methods weren't
 * recorded yet when their class was loaded.
 */
public final class SinceLine {
  /**
   * Stands for an unknown time: the methods' lines have been written, but their class may not have
   * its probes yet.
   */
  public static final long UNKNOWN = -1;

  private SinceLine() {}

  /**
   * Appends the line, with its line feed, to the text of methods.jsonl.
   *
   * @param firstIds the first id of each method
   * @param millis the time in milliseconds since the recording began, or {@link #UNKNOWN};
   *     activations that begin after this time are recorded
   */
  public static void append(List<Integer> firstIds, long millis, Utf8Text text) {
    JsonWriter json = new JsonWriter(text).beginObject();
    json.put("kind", "since").put("millis", millis).name("first_ids").beginArray();
    for (int id : firstIds) {
      json.value(id);
    }
    json.endArray().endObject();
    text.ascii('\n');
  }
}
