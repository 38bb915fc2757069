package org.kpathjvm.core.instrument.oracle;

import java.util.List;
import org.kpathjvm.core.instrument.callers.CallerScheme;
import org.kpathjvm.core.instrument.edges.EdgeScheme;
import org.kpathjvm.core.instrument.iterations.IterationOptions;
import org.kpathjvm.core.instrument.iterations.IterationScheme;
import org.kpathjvm.core.instrument.overlaps.LoopDegrees;
import org.kpathjvm.core.instrument.overlaps.OverlapScheme;
import org.kpathjvm.core.instrument.paths.ChordPathScheme;
import org.kpathjvm.core.instrument.paths.PackedSequenceScheme;
import org.kpathjvm.core.instrument.paths.PathScheme;
import org.kpathjvm.core.instrument.paths.SequenceScheme;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.instrument.windows.WindowCode;
import org.kpathjvm.core.instrument.windows.WindowScheme;

/**
 * All schemes (the profilers' ways to record a method), each with the options that the agent has by
 * default.
 */
public enum Schemes {
  STREAM(new StreamScheme(true)),
  PATHS(new PathScheme()),
  CHORD_PATHS(new ChordPathScheme(ChordPathScheme.DEFAULT_ARRAY_PATHS)),
  SEQUENCES(new SequenceScheme()),
  PACKED_SEQUENCES(new PackedSequenceScheme(true)),
  OVERLAPS(new OverlapScheme(LoopDegrees.ALL_ZERO, false)),
  ITERATIONS(new IterationScheme(new IterationOptions(2, 6_000, 60_000, List.of()))),
  EDGES(EdgeScheme.ofBranches()),
  CHORD_EDGES(EdgeScheme.onChords()),
  WINDOWS(new WindowScheme(WindowCode.MOST_PATHS)),
  CALLERS(CallerScheme.of(List.of()));

  private final Scheme scheme;

  Schemes(Scheme scheme) {
    this.scheme = scheme;
  }

  public Scheme scheme() {
    return scheme;
  }
}
