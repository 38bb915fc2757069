package org.kpathjvm.core.instrument.ladder;

import java.util.List;
import org.kpathjvm.core.instrument.probes.Rung;
import org.kpathjvm.runtime.json.JsonWriter;

/** A rung that a method didn't take, and why. */
public final class RejectedRung {
  final Rung rung;

  /** Predicted bytes of code, or -1 if it didn't come to that. */
  final int bytes;

  /** A word, a colon, and a text with the figures. */
  public final String reason;

  RejectedRung(Rung rung, int bytes, String reason) {
    this.rung = rung;
    this.bytes = bytes;
    this.reason = reason;
  }

  /** The member of metadata that lists rungs, the highest first. */
  public static void write(List<RejectedRung> rejected, JsonWriter json) {
    json.name("rejected").beginArray();
    for (RejectedRung one : rejected) {
      json.beginArray().value(one.rung.label()).value(one.bytes).value(one.reason).endArray();
    }
    json.endArray();
  }
}
