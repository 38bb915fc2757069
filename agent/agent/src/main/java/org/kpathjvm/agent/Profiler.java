package org.kpathjvm.agent;

import org.kpathjvm.core.instrument.options.ProbeSet;

/** Who counts: a consumer of the stream outside of the program, or the probes themselves. */
enum Profiler {
  /** The recorder: paths go to another process. */
  STREAM("stream", ProbeSet.STREAM, "Probes"),

  /** A counter for each edge out of a branch. */
  EDGE("edge", ProbeSet.EDGES, "EdgeProbes"),

  /** Ball and Larus with a hash table, as the k-BLPP paper's baseline has it. */
  BLPP_HASH("blpp-hash", ProbeSet.PATHS, "HashProbes"),

  /** Ball and Larus with arrays of counters. */
  BLPP_ARRAY("blpp-array", ProbeSet.PATHS, "ArrayProbes"),

  /** The k-slab forest of the k-BLPP paper, built at the probe. */
  K_BLPP("k-blpp", ProbeSet.SEQUENCES, "ForestProbes");

  final String label;
  final ProbeSet probes;

  /** Simple name of the class of probes. */
  final String probesClass;

  Profiler(String label, ProbeSet probes, String probesClass) {
    this.label = label;
    this.probes = probes;
    this.probesClass = probesClass;
  }

  /** Whether what is counted stays in the program's heap until it ends. */
  boolean isInline() {
    return this != STREAM;
  }

  /** The labels, separated by spaces. */
  static String labels() {
    StringBuilder text = new StringBuilder();
    for (Profiler profiler : values()) {
      text.append(text.length() == 0 ? "" : " ").append(profiler.label);
    }
    return text.toString();
  }
}
