package org.kpathjvm.runtime.threads;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A long in each platform thread's Thread object, for the address of the thread's table of
 * counters. This long is the JDK's field stackSize, which at first has the stack size that the
 * thread's creator asked for. That size may be negative. HotSpot reads the field once, when it
 * starts the thread; the JDK's Java code never reads the field. In a virtual thread that is bound
 * to its carrier, the field is -1.
 *
 * <p>A probe can't mistake a stack size for the address of a table: no thread can be started with a
 * stack whose size is as large as an address.
 */
public final class ThreadField {
  private ThreadField() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final String NAME = "stackSize";

  /**
   * The offset in Thread of the reference to the object that has the field; NONE if Thread itself
   * has the field.
   */
  private static final long HOLDER;

  private static final long FIELD;
  private static final long NONE = -1;

  static {
    Class<?> holderClass = null;
    try {
      holderClass = Class.forName("java.lang.Thread$FieldHolder", false, null);
    } catch (ClassNotFoundException beforeVirtualThreads) {
      // On this JDK, Thread itself has the field.
    }
    HOLDER = holderClass == null ? NONE : offset(Thread.class, "holder", holderClass);
    FIELD =
        holderClass != null && HOLDER == NONE
            ? NONE
            : offset(holderClass == null ? Thread.class : holderClass, NAME, long.class);
  }

  /** Whether the threads of this JDK have the field. */
  public static final boolean EXISTS = FIELD != NONE;

  private static long offset(Class<?> owner, String name, Class<?> type) {
    try {
      Field field = owner.getDeclaredField(name);
      return field.getType() == type ? U.objectFieldOffset(field) : NONE;
    } catch (NoSuchFieldException otherJdk) {
      return NONE;
    }
  }

  /**
   * Returns the field's value in the current platform thread; 0 while the Thread object is being
   * constructed.
   */
  @ForceInline
  public static long get() {
    Object holder = holder();
    return holder == null ? 0 : U.getLong(holder, FIELD);
  }

  /** Sets the field in the current platform thread, if the field exists. */
  public static void set(long value) {
    Object holder = holder();
    if (EXISTS && holder != null) {
      U.putLong(holder, FIELD, value);
    }
  }

  /** Clears the field of a platform thread, if the field exists. */
  public static void clear(Thread thread) {
    Object holder = holder(thread);
    if (EXISTS && holder != null) {
      U.putLong(holder, FIELD, 0);
    }
  }

  @ForceInline
  private static Object holder() {
    return holder(Carrier.current());
  }

  @ForceInline
  private static Object holder(Thread thread) {
    return HOLDER == NONE ? thread : U.getReference(thread, HOLDER);
  }
}
