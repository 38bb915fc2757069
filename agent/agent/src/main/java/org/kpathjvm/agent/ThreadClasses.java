package org.kpathjvm.agent;

import java.io.IOException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;

/** The runtime's classes about threads, which the recorder and the inline profilers share. */
final class ThreadClasses {
  static final String SETUP = "ThreadSetup";

  private static final List<String> CLASSES =
      List.of(
          SETUP,
          "Carrier",
          "StackReserve",
          "SpinLock",
          "ThreadField",
          "Slots",
          "ThreadLease",
          "ThreadLeases");

  private ThreadClasses() {}

  /** Defines the classes, and sets the fields that depend on the JDK. */
  static void define(RuntimeClasses classes) throws ReflectiveOperationException, IOException {
    classes.define("threads", CLASSES);
    classes.set(SETUP, "yield", yieldHandle());
    classes.set(SETUP, "carrierClass", carrierClass());
  }

  /**
   * Returns the method by which a thread yields the CPU. If Thread.yield0() exists, returns this
   * method: it makes the carrier yield the CPU, while Thread.yield() would unmount a virtual
   * thread.
   */
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
