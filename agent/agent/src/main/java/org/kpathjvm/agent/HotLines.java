package org.kpathjvm.agent;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.kpathjvm.core.instrument.metadata.SinceLine;
import org.kpathjvm.runtime.json.Utf8Text;

/** What the metadata says of hot methods: since when they are recorded, and why they are not. */
final class HotLines {
  private static final int LINE_BYTES = 256;
  private static final String REMEDY = "--scope loops or all records them from their load on";

  private final PathTransformer transformer;
  private final MetadataWriter metadata;
  private final AgentLog log;
  private final long started = System.nanoTime();

  /** Begins with a line that says to readers that there may be no methods. */
  HotLines(PathTransformer transformer, MetadataWriter metadata, AgentLog log) {
    this.transformer = transformer;
    this.metadata = metadata;
    this.log = log;
    since(List.of(), 0);
  }

  /** Those methods are recorded from now on. */
  void since(List<Integer> firstIds) {
    if (!firstIds.isEmpty()) {
      // Rounded up: nothing that began later is missing.
      since(firstIds, (System.nanoTime() - started) / 1_000_000 + 1);
    }
  }

  private void since(List<Integer> firstIds, long millis) {
    Utf8Text line = new Utf8Text(LINE_BYTES);
    SinceLine.append(firstIds, millis, line);
    try {
      metadata.append(line);
    } catch (IOException noSpace) {
      log.failure("can't write since when hot methods are recorded", noSpace);
    }
  }

  void inLoop(Class<?> type, Set<String> names) {
    transformer.leaveOut(
        type,
        "in-a-loop: "
            + String.join(", ", names)
            + " found hot in the midst of an activation, which isn't recorded; later ones are,"
            + " if HotSpot compiles it for them; "
            + REMEDY);
  }

  void heldUp(Class<?> type, Set<String> names) {
    transformer.leaveOut(
        type,
        "held-up: "
            + String.join(", ", names)
            + " found hot, but not to be changed for a while, as a long loop of the class may have"
            + " been running; "
            + REMEDY);
  }

  void refused(Class<?> type, Throwable why) {
    log.line("hot methods of class " + type.getName() + " are left as they were: " + why);
    transformer.leaveOut(type, "its hot methods can't be changed: " + why);
  }
}
