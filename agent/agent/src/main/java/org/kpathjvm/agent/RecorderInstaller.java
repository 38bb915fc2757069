package org.kpathjvm.agent;

import static org.kpathjvm.runtime.layout.SegmentLayout.COUNTERS_PER_BLOCK;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.kpathjvm.agent.ids.IdRanges;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;

/** Defines the recorder, which writes to a segment, in the target's package {@code java.lang}. */
final class RecorderInstaller {
  private static final String PACKAGE = "recorder";
  private static final String SETUP = "Setup";

  private static final List<String> CLASSES =
      List.of(
          "Activations",
          "Parts",
          "Blocks",
          "Lease",
          "Leases",
          "Recorder",
          "WidePaths",
          "WrittenTrips",
          "WholeWords",
          "Probes");

  /** The classes whose static fields depend on the segment. */
  private static final Set<String> RESETTABLE = resettable();

  /**
   * The recorder's classes for attached agents; null before the first agent is attached. The
   * classes stay in the JVM when an agent detaches.
   */
  private static RuntimeClasses attached;

  private RecorderInstaller() {}

  private static Set<String> resettable() {
    Set<String> names = new HashSet<>(CLASSES);
    names.add("Slots");
    return names;
  }

  /**
   * Defines and initialises the recorder's classes, which write to the mapped segment. Makes the
   * JVM call {@code exitFlush} when the JVM ends.
   */
  static RuntimeClasses install(
      Instrumentation instrumentation,
      SegmentFile segment,
      AgentOptions options,
      ExitFlush exitFlush)
      throws ReflectiveOperationException, IOException {
    RuntimeClasses classes = RuntimeClasses.open(instrumentation);
    define(classes, segment, options);
    RecorderControl control = control(classes, segment);
    MethodType releasing =
        MethodType.methodType(
            void.class, long.class, long.class, long.class, long.class, int.class, int.class);
    exitFlush.register(classes.lookup(), control, classes.find("Recorder", "release", releasing));
    return classes;
  }

  /**
   * Returns whether {@link #attach} can work. A JVM can have the runtime's classes only once. If
   * they were defined at the JVM's start, they can't be made to write to another segment. If an
   * agent failed while it was being attached, they may be incomplete.
   */
  static boolean canAttach() {
    return attached != null || !RuntimeClasses.areInProgram();
  }

  /**
   * Installs the recorder for an agent that may detach. The recorder's classes are defined only
   * once, and each later recording makes them write to its own segment. Probes do nothing until
   * they are switched on.
   */
  static RuntimeClasses attach(
      Instrumentation instrumentation, SegmentFile segment, AgentOptions options, long activation)
      throws ReflectiveOperationException, IOException {
    if (attached == null) {
      RuntimeClasses classes = RuntimeClasses.open(instrumentation, RESETTABLE);
      define(classes, segment, options);
      attached = classes;
    } else {
      set(attached, segment, options);
    }
    attached.set(SETUP, "firstActivation", activation);
    attached.reset();
    return attached;
  }

  /** Gives back the recorder's memory, so that the segment can be unmapped. */
  static void leave(RecorderControl recorder) throws ReflectiveOperationException {
    recorder.leave();
    attached.set(SETUP, "mapping", null);
  }

  static RecorderControl control(RuntimeClasses classes, SegmentFile segment)
      throws ReflectiveOperationException {
    int tableIds = segment.geometry.tableBlocks() * COUNTERS_PER_BLOCK;
    return classes.control("Recorder", tableIds);
  }

  private static void define(RuntimeClasses classes, SegmentFile segment, AgentOptions options)
      throws ReflectiveOperationException, IOException {
    ThreadClasses.define(classes);
    classes.define(PACKAGE, List.of(SETUP));
    set(classes, segment, options);
    classes.define("layout", List.of("PackedWord"));
    classes.define(PACKAGE, CLASSES);
    classes.initialise();
  }

  private static void set(RuntimeClasses classes, SegmentFile segment, AgentOptions options)
      throws ReflectiveOperationException {
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
    classes.set(SETUP, "wholes", address + geometry.offset(Region.WHOLES));
    int wholes = options.get(AgentOption.WHOLES);
    int firstWholeId = wholes > 0 ? IdRanges.FIRST_RESERVED : 0;
    classes.set(SETUP, "firstWholeId", firstWholeId);
    classes.set(SETUP, "writtenForALook", Math.max(Integer.highestOneBit(wholes), 1));
    segment.firstWholeId(firstWholeId);
    classes.set(SETUP, "blocks", address + geometry.offset(Region.BLOCKS));
    classes.set(ThreadClasses.SETUP, "slotCount", geometry.slotCount);
    classes.set(SETUP, "blockCount", geometry.blockCount);
    classes.set(SETUP, "tableBlocks", geometry.tableBlocks());
    classes.set(SETUP, "threadRows", geometry.threadRows);
    classes.set(SETUP, "keep", segment.keep());
    int longest = options.get(AgentOption.LONGEST);
    // At most longest + 1 trips of a counted loop are written, where longest is the length of the
    // longest sequence that is counted. Further trips only add to the counts of sequences that
    // repeat one path, so they aren't written one by one (decision 22).
    classes.set(SETUP, "writtenTrips", longest > 0 ? longest + 1 : Integer.MAX_VALUE);
  }
}
