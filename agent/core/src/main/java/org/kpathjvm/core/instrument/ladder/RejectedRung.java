package org.kpathjvm.core.instrument.ladder;

import java.util.List;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.runtime.json.JsonWriter;

/** A rung on which a method isn't recorded, and the reason. */
public final class RejectedRung {
  final Rung rung;

  /** The predicted number of bytes of code; -1 if there was no prediction. */
  final int bytes;

  /** A word, a colon, and an explanation, as in "too-large: 70000 bytes with probes". */
  public final String reason;

  RejectedRung(Rung rung, int bytes, String reason) {
    this.rung = rung;
    this.bytes = bytes;
    this.reason = reason;
  }

  /** Writes the metadata member that lists the rejected rungs, the highest first. */
  public static void write(List<RejectedRung> rejected, JsonWriter json) {
    json.name("rejected").beginArray();
    for (RejectedRung one : rejected) {
      json.beginArray().value(one.rung.label()).value(one.bytes).value(one.reason).endArray();
    }
    json.endArray();
  }
}
