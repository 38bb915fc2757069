package org.kpathjvm.core.instrument.iterations;

import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.kiter.IterationNumbering;
import org.kpathjvm.core.kiter.MethodIterations;
import org.kpathjvm.core.numbering.Start;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes the member {@code iterations} of a method's metadata: how many iterations the method's
 * paths have, and the values that are needed to decode the paths' numbers.
 */
final class IterationTable {
  private IterationTable() {}

  static void write(FlowGraph graph, MethodIterations iterations, JsonWriter json) {
    json.name("iterations").beginObject();
    json.put("asked", iterations.asked).put("longest", iterations.longest());
    json.put("reason", iterations.reason);
    if (iterations.numbering != null) {
      writeNumbers(graph, iterations.numbering, json);
    }
    json.endObject();
  }

  private static void writeNumbers(FlowGraph graph, IterationNumbering numbering, JsonWriter json) {
    json.put("paths", numbering.pathCount()).name("loops").beginArray();
    for (int header : numbering.loops().headers()) {
      json.values(header, numbering.loops().iterations(header));
    }
    json.endArray().name("starts").beginArray();
    for (Start start : numbering.starts()) {
      json.beginArray().value(start.kind().label()).value(start.block());
      json.value(start.value()).endArray();
    }
    json.endArray().name("edges").beginArray();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int iteration = 1; iteration <= numbering.loops().iterations(from); iteration++) {
        for (int to : graph.successors(from)) {
          // The iteration that the target is in; 0 if the path ends.
          int next = numbering.ends(from, to, iteration) ? 0 : numbering.next(from, to, iteration);
          json.values(
              from,
              iteration,
              to,
              next,
              numbering.value(from, to, iteration),
              numbering.compensation(from, to, iteration));
        }
      }
    }
    json.endArray();
  }
}
