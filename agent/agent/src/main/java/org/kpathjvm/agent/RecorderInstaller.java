package org.kpathjvm.agent;

import static org.kpathjvm.runtime.layout.SegmentLayout.COUNTERS_PER_BLOCK;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.util.List;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;

/** Puts the recorder, which writes to a segment, into the target's {@code java.lang}. */
final class RecorderInstaller {
  private static final String PACKAGE = "recorder";
  private static final String SETUP = "Setup";

  private static final List<String> CLASSES =
      List.of("Blocks", "Lease", "Leases", "Recorder", "WidePaths", "WrittenTrips", "Probes");

  private RecorderInstaller() {}

  /** Defines the classes over the mapped segment and initialises them. */
  static RecorderControl install(
      Instrumentation instrumentation,
      SegmentFile segment,
      AgentOptions options,
      ExitFlush exitFlush)
      throws ReflectiveOperationException, IOException {
    RuntimeClasses classes = RuntimeClasses.open(instrumentation);
    ThreadClasses.define(classes);
    classes.define(PACKAGE, List.of(SETUP));
    long address =
        (long)
            MethodHandles.privateLookupIn(Buffer.class, MethodHandles.lookup())
                .findVarHandle(Buffer.class, "address", long.class)
                .get((Buffer) segment.bytes);
    classes.set(SETUP, "base", address);
    classes.set(SETUP, "mapping", segment.bytes);
    SegmentGeometry geometry = segment.geometry;
    classes.set(ThreadClasses.SETUP, "slots", address + geometry.offset(Region.SLOTS));
    classes.set(SETUP, "descriptors", address + geometry.offset(Region.DESCRIPTORS));
    classes.set(SETUP, "threads", address + geometry.offset(Region.THREADS));
    classes.set(SETUP, "blocks", address + geometry.offset(Region.BLOCKS));
    classes.set(ThreadClasses.SETUP, "slotCount", geometry.slotCount);
    classes.set(SETUP, "blockCount", geometry.blockCount);
    classes.set(SETUP, "tableBlocks", geometry.tableBlocks());
    classes.set(SETUP, "threadRows", geometry.threadRows);
    classes.set(SETUP, "keep", segment.keep());
    int longest = options.get(AgentOption.LONGEST);
    if (longest > 0) {
      // With one trip more than the longest sequence, each sequence of repeated paths comes once.
      classes.set(SETUP, "writtenTrips", longest + 1);
    }
    classes.define("layout", List.of("PackedWord"));
    classes.define(PACKAGE, CLASSES);
    classes.initialise();
    RecorderControl control =
        classes.control("Recorder", geometry.tableBlocks() * COUNTERS_PER_BLOCK);
    MethodType releasing =
        MethodType.methodType(
            void.class, long.class, long.class, long.class, long.class, int.class, int.class);
    exitFlush.register(classes.lookup(), control, classes.find("Recorder", "release", releasing));
    return control;
  }
}
