package org.kpathjvm.agent.attach;

import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.Set;

/**
 * Unmaps a file from the JVM's memory immediately. The JVM itself would unmap the file only after
 * the garbage collector has found that the file's buffer isn't used any more.
 */
public final class Unmapping {
  private Unmapping() {}

  /** Unmaps a buffer. Neither the buffer nor its memory may be used afterwards. */
  public static void unmap(Instrumentation instrumentation, ByteBuffer mapped)
      throws ReflectiveOperationException {
    instrumentation.redefineModule(
        Object.class.getModule(),
        Set.of(),
        Map.of(),
        Map.of("jdk.internal.misc", Set.of(Unmapping.class.getModule())),
        Set.of(),
        Map.of());
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe", false, null);
    MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(unsafe, MethodHandles.lookup());
    try {
      Object one = lookup.findStatic(unsafe, "getUnsafe", MethodType.methodType(unsafe)).invoke();
      MethodHandle clean =
          lookup.findVirtual(
              unsafe, "invokeCleaner", MethodType.methodType(void.class, ByteBuffer.class));
      clean.invoke(one, mapped);
    } catch (RuntimeException | Error | ReflectiveOperationException failure) {
      throw failure;
    } catch (Throwable failure) {
      throw new ReflectiveOperationException(failure);
    }
  }
}
