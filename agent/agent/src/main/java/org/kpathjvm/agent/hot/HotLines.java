package org.kpathjvm.agent.hot;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.kpathjvm.core.instrument.metadata.SinceLine;
import org.kpathjvm.runtime.json.Utf8Text;

/**
 * Writes the metadata's lines about hot methods. A line has the time when the recording of methods
 * began, or the reason why methods aren't recorded.
 */
public final class HotLines {
  /** Appends to the metadata. */
  public interface Metadata {
    /** Appends whole lines. */
    void append(Utf8Text lines) throws IOException;
  }

  private static final int LINE_BYTES = 256;
  private static final String REMEDY =
      "to record such methods from the moment they are loaded, pass --scope loops or all";

  private final BiConsumer<Class<?>, String> leftOut;
  private final Metadata metadata;
  private final Consumer<String> log;
  private final long started = System.nanoTime();

  /**
   * Writes the first line, which names no method, so that the metadata isn't empty if no method
   * becomes hot.
   *
   * @param leftOut lists a class that is left as it is, with the reason
   */
  public HotLines(BiConsumer<Class<?>, String> leftOut, Metadata metadata, Consumer<String> log) {
    this.leftOut = leftOut;
    this.metadata = metadata;
    this.log = log;
    since(List.of(), 0);
  }

  /**
   * Writes that methods are recorded from now on.
   *
   * @param firstIds the first id of each method
   */
  public void since(List<Integer> firstIds) {
    if (!firstIds.isEmpty()) {
      // The time is rounded up, so that every activation that begins after that time is recorded.
      since(firstIds, (System.nanoTime() - started) / 1_000_000 + 1);
    }
  }

  private void since(List<Integer> firstIds, long millis) {
    Utf8Text line = new Utf8Text(LINE_BYTES);
    SinceLine.append(firstIds, millis, line);
    try {
      metadata.append(line);
    } catch (IOException noSpace) {
      log.accept("can't write the time when the recording of hot methods began: " + noSpace);
    }
  }

  /** Writes that methods of a class became hot in the midst of an activation. */
  public void inLoop(Class<?> type, Set<String> names) {
    leftOut.accept(
        type,
        "in-a-loop: HotSpot found "
            + String.join(", ", names)
            + " hot in the middle of an activation, which isn't recorded; later activations are"
            + " recorded if HotSpot compiles the method for them; "
            + REMEDY);
  }

  /** Writes that hot methods of a class have to wait until they are instrumented. */
  public void heldUp(Class<?> type, Set<String> names) {
    leftOut.accept(
        type,
        "held-up: HotSpot found "
            + String.join(", ", names)
            + " hot, but the class couldn't be changed for a while, because a long loop of the"
            + " class may have been running; "
            + REMEDY);
  }

  /** Writes that a class can't be changed. */
  public void refused(Class<?> type, Throwable why) {
    log.accept("hot methods of class " + type.getName() + " are left as they were: " + why);
    leftOut.accept(type, "its hot methods can't be changed: " + why);
  }
}
