package org.kpathjvm.core.instrument.metadata;

import java.util.List;
import org.kpathjvm.runtime.json.JsonWriter;
import org.kpathjvm.runtime.json.Utf8Text;

/** Since when methods are recorded that were not when their class was loaded. */
public final class SinceLine {
  /** The methods' lines are written, but their class may not have been changed yet. */
  public static final long UNKNOWN = -1;

  private SinceLine() {}

  /**
   * Appends the line of methods.jsonl.
   *
   * @param firstIds of the methods
   * @param millis after the recording began: activations that began later are recorded; or {@link
   *     #UNKNOWN}
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
