package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.Buffer;
import java.util.List;
import org.kpathjvm.runtime.layout.SegmentGeometry;
import org.kpathjvm.runtime.layout.SegmentGeometry.Region;

/** Puts the recorder, which writes to a segment, into the target's {@code java.lang}. */
final class RecorderInstaller {
  private static final String PACKAGE = "recorder";
  private static final String SETUP = "Setup";

  private static final List<String> CLASSES =
      List.of(
          "Carrier",
          "StackReserve",
          "SpinLock",
          "Blocks",
          "Lease",
          "Leases",
          "Slots",
          "Recorder",
          "Probes");

  private RecorderInstaller() {}

  /** Defines the classes over the mapped segment and initialises them. */
  static RecorderControl install(Instrumentation instrumentation, SegmentFile segment)
      throws ReflectiveOperationException, IOException {
    RuntimeClasses classes = RuntimeClasses.open(instrumentation);
    classes.define(PACKAGE, List.of(SETUP));
    long address =
        (long)
            MethodHandles.privateLookupIn(Buffer.class, MethodHandles.lookup())
                .findVarHandle(Buffer.class, "address", long.class)
                .get((Buffer) segment.bytes);
    classes.set(SETUP, "base", address);
    classes.set(SETUP, "mapping", segment.bytes);
    SegmentGeometry geometry = segment.geometry;
    classes.set(SETUP, "slots", address + geometry.offset(Region.SLOTS));
    classes.set(SETUP, "descriptors", address + geometry.offset(Region.DESCRIPTORS));
    classes.set(SETUP, "threads", address + geometry.offset(Region.THREADS));
    classes.set(SETUP, "blocks", address + geometry.offset(Region.BLOCKS));
    classes.set(SETUP, "slotCount", geometry.slotCount);
    classes.set(SETUP, "blockCount", geometry.blockCount);
    classes.set(SETUP, "threadRows", geometry.threadRows);
    classes.set(SETUP, "keep", segment.keep());
    describeThreads(classes);
    classes.define(PACKAGE, CLASSES);
    classes.initialise();
    return classes.control("Recorder");
  }

  /** Sets what the recorder's lock and the search for a thread's place need to know of the JDK. */
  static void describeThreads(RuntimeClasses classes) throws ReflectiveOperationException {
    classes.set(SETUP, "yield", yieldHandle());
    classes.set(SETUP, "carrierClass", carrierClass());
  }

  /** Thread.yield() unmounts virtual threads; yield0(), where it exists, is the carrier's own. */
  private static MethodHandle yieldHandle() throws ReflectiveOperationException {
    MethodHandles.Lookup threads =
        MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
    MethodType type = MethodType.methodType(void.class);
    MethodHandle handle;
    try {
      handle = threads.findStatic(Thread.class, "yield0", type);
    } catch (NoSuchMethodException beforeVirtualThreads) {
      handle = threads.findStatic(Thread.class, "yield", type);
    }
    try {
      handle.invokeExact();
    } catch (Throwable cannotHappen) {
      throw new ReflectiveOperationException(cannotHappen);
    }
    return handle;
  }

  private static Class<?> carrierClass() {
    try {
      return Class.forName("jdk.internal.misc.CarrierThread", false, null);
    } catch (ClassNotFoundException beforeVirtualThreads) {
      return null;
    }
  }
}
