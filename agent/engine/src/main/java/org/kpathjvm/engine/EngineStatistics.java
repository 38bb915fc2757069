package org.kpathjvm.engine;

import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.engine.counting.FoldLog;
import org.kpathjvm.engine.counting.FoldedContexts;
import org.kpathjvm.engine.counting.SequenceCounter;
import org.kpathjvm.engine.ipf.PathForest;
import org.kpathjvm.engine.ipf.PathForestShape;
import org.kpathjvm.engine.segment.ProfileSet;
import org.kpathjvm.engine.segment.SegmentReader;
import org.kpathjvm.engine.segment.StreamCounts;
import org.kpathjvm.engine.segment.StreamDrain;
import org.kpathjvm.engine.segment.StreamProfile;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * The statistics of a session. The figures about the tables in which sequences are counted are sums
 * over all threads. The names of these figures depend on the option {@code --engine}. In the
 * figures of the k-IPF, the degree is the average number of children of the nodes with children,
 * and the depth of a leaf is its distance from the root.
 */
final class EngineStatistics {
  private final SegmentReader segment;
  private final ProfileSet profiles;
  private final StreamCounts counts = new StreamCounts();

  /** The elements of a JSON array: an object for each drain. */
  private final JsonWriter drains = new JsonWriter();

  private long engineBytes;
  private int streams;
  private int cutStreams;
  private long unfinished;

  /** The figures of the sequence counters, by name. */
  private final Map<String, Long> figures = new TreeMap<>();

  private int ipfNodes;
  private int ipfRoots;
  private double ipfDegree;
  private double ipfLeafDepth;
  private long leastCount = 1;
  private FoldLog folding = new FoldLog();
  private final JsonWriter foldingErrors = new JsonWriter();

  EngineStatistics(SegmentReader segment, ProfileSet profiles) {
    this.segment = segment;
    this.profiles = profiles;
    engineBytes = profiles.bytes();
  }

  void addDrain(StreamDrain drain) {
    counts.addAll(drain.counts());
    streams += drain.streamCount();
    cutStreams += drain.cutStreams();
    drains
        .beginObject()
        .put("streams", drain.streamCount())
        .put("events", drain.counts().events())
        .put("passes", drain.passes())
        .endObject();
  }

  /**
   * Adds the activations that the target counted with counters of whole words, instead of writing
   * their paths to a stream.
   */
  void addWholes(StreamCounts wholes) {
    counts.addAll(wholes);
  }

  void addProfile(StreamProfile profile) {
    unfinished += profile.liveActivations();
    for (SequenceCounter counter : profile.counters()) {
      counter.figures().forEach((name, value) -> figures.merge(name, value, Long::sum));
    }
  }

  void addResult(PathForest forest) {
    ipfNodes = forest.size();
    ipfRoots = forest.rootCount();
    PathForestShape shape = forest.shape();
    ipfDegree = shape.averageInternalDegree();
    ipfLeafDepth = shape.averageLeafDepth();
    leastCount = forest.leastCount();
  }

  void addFolding(FoldLog log, FoldedContexts contexts) {
    folding = log;
    for (int n = 2; n <= contexts.k(); n++) {
      foldingErrors.value(contexts.greatestError(n));
    }
  }

  /** Returns how often the counters that have been converted into the k-IPF were folded. */
  int folds() {
    return folding.folds();
  }

  String toJson() {
    JsonWriter json =
        new JsonWriter()
            .beginObject()
            .put("k", profiles.options().k())
            .put("engine", profiles.options().engine().toString())
            .put("leases", segment.leaseCount())
            .put("streams", streams)
            .put("cut_streams", cutStreams)
            .put("events", counts.events())
            .put("begun", counts.begun())
            .put("resumed", counts.resumed())
            .put("ended", counts.ended())
            .put("closed", counts.closed())
            .put("unfinished", unfinished);
    figures.forEach(json::put);
    return json.put("ipf_nodes", ipfNodes)
        .put("ipf_roots", ipfRoots)
        .put("ipf_average_internal_degree", ipfDegree)
        .put("ipf_average_leaf_depth", ipfLeafDepth)
        .put("engine_bytes", engineBytes)
        .put("memory_bytes", profiles.memory().bytes())
        .put("folds", folding.folds())
        .put("folded_nodes", folding.foldedNodes())
        .put("folded_restarts", folding.restarts())
        .name("folding_errors")
        .beginArray()
        .encoded(foldingErrors.toBytes())
        .endArray()
        .put("ipf_least_count", leastCount)
        .name("drains")
        .beginArray()
        .encoded(drains.toBytes())
        .endArray()
        .endObject()
        .toString();
  }
}
