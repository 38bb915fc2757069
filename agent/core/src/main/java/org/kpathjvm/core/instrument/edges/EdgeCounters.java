package org.kpathjvm.core.instrument.edges;

import static org.kpathjvm.core.edges.CountedEdges.OUTSIDE;

import org.kpathjvm.core.cfg.FlowGraph;
import org.kpathjvm.core.edges.CountedEdges;
import org.kpathjvm.core.instrument.lines.MarkedLines;
import org.kpathjvm.core.instrument.probes.EdgeCode;
import org.kpathjvm.core.instrument.probes.ProbeEmitter;
import org.kpathjvm.runtime.json.JsonWriter;
import org.objectweb.asm.tree.InsnList;

/** The code that counts edges, and the metadata about the counters. */
final class EdgeCounters implements EdgeCode {
  private final FlowGraph graph;
  private final CountedEdges counted;
  private final ProbeEmitter emitter;
  private final int firstId;
  private final boolean tellsThrowers;

  /**
   * Creates the code for a method.
   *
   * @param firstId the id of the first edge's counter; the ids of the other counters follow
   * @param tellsThrowers whether the metadata lists, for each handler whose dispatches are counted,
   *     the blocks that the handler covers
   */
  EdgeCounters(
      FlowGraph graph,
      CountedEdges counted,
      ProbeEmitter emitter,
      int firstId,
      boolean tellsThrowers) {
    this.graph = graph;
    this.counted = counted;
    this.emitter = emitter;
    this.firstId = firstId;
    this.tellsThrowers = tellsThrowers;
  }

  /**
   * Writes all ordinary edges, and those dispatches and exits that have counters, as [source,
   * target, id of the counter]. The id is 0 if the edge has no counter. Then, if {@code
   * tellsThrowers} was true, writes [handler, block, block ...] for each handler whose dispatches
   * are counted. The blocks are those from which exceptions can come to the handler.
   */
  void write(MarkedLines lines, JsonWriter json) {
    json.name("edge_counters").beginArray();
    for (int from = 0; from < graph.blockCount(); from++) {
      for (int to : graph.successors(from)) {
        write(from, to, lines, json);
      }
    }
    for (int block = 0; block < graph.blockCount(); block++) {
      if (counted.contains(OUTSIDE, block)) {
        write(OUTSIDE, block, lines, json);
      }
      if (counted.contains(block, OUTSIDE)) {
        write(block, OUTSIDE, lines, json);
      }
    }
    json.endArray();
    if (tellsThrowers) {
      writeThrowers(json);
    }
  }

  private void writeThrowers(JsonWriter json) {
    json.name("throwers").beginArray();
    for (int handler = 0; handler < graph.blockCount(); handler++) {
      if (counted.contains(OUTSIDE, handler)) {
        json.beginArray().value(handler);
        for (int block : graph.coveredBy(handler)) {
          json.value(block);
        }
        json.endArray();
      }
    }
    json.endArray();
  }

  private void write(int from, int to, MarkedLines lines, JsonWriter json) {
    json.beginArray().value(from).value(to);
    if (counted.contains(from, to)) {
      lines.id(json, id(from, to));
    } else {
      json.value(0);
    }
    json.endArray();
  }

  private int id(int from, int to) {
    return firstId + counted.place(from, to);
  }

  @Override
  public boolean isNeeded(int from, int to) {
    return counted.contains(from, to);
  }

  @Override
  public boolean mayThrow(int from, int to) {
    return true;
  }

  @Override
  public boolean mayStandInTarget(int from, int to) {
    return false;
  }

  @Override
  public InsnList code(int from, int to) {
    return emitter.count(id(from, to));
  }

  boolean countsDispatches(int handler) {
    return counted.contains(OUTSIDE, handler);
  }

  InsnList atHandler(int handler) {
    return emitter.count(id(OUTSIDE, handler));
  }

  /** Returns whether a block's return or athrow is counted. */
  boolean countsExits(int block) {
    return counted.contains(block, OUTSIDE);
  }

  /** Returns the code before a block's return or athrow. */
  InsnList atExit(int block) {
    return emitter.count(id(block, OUTSIDE));
  }
}
