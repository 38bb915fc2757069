package org.kpathjvm.runtime.threads;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * A long of ours in the object of each platform thread: the field of the stack's size that its
 * creator asked for. HotSpot reads it once, when it starts the thread, and the JDK never does; a
 * Thread never runs twice. Before it is ours it holds what the creator gave, negative numbers not
 * excepted, or -1 (a virtual thread that is bound to its carrier).
 *
 * <p>Addresses can't be mistaken for a stack's size: a thread can't be started with a stack as
 * large as they are.
 */
public final class ThreadField {
  private ThreadField() {}

  private static final Unsafe U = Unsafe.getUnsafe();
  private static final String NAME = "stackSize";

  /** Where in a Thread the reference to the field's holder is; NONE: it is the Thread itself. */
  private static final long HOLDER;

  private static final long FIELD;
  private static final long NONE = -1;

  static {
    Class<?> holderClass = null;
    try {
      holderClass = Class.forName("java.lang.Thread$FieldHolder", false, null);
    } catch (ClassNotFoundException beforeVirtualThreads) {
      // The field is Thread's own.
    }
    HOLDER = holderClass == null ? NONE : offset(Thread.class, "holder", holderClass);
    FIELD =
        holderClass != null && HOLDER == NONE
            ? NONE
            : offset(holderClass == null ? Thread.class : holderClass, NAME, long.class);
  }

  /** Whether this JDK's threads have it. */
  public static final boolean EXISTS = FIELD != NONE;

  private static long offset(Class<?> owner, String name, Class<?> type) {
    try {
      Field field = owner.getDeclaredField(name);
      return field.getType() == type ? U.objectFieldOffset(field) : NONE;
    } catch (NoSuchFieldException otherJdk) {
      return NONE;
    }
  }

  /** The field's value in the current platform thread; 0 while that is being constructed. */
  @ForceInline
  public static long get() {
    Object holder = holder();
    return holder == null ? 0 : U.getLong(holder, FIELD);
  }

  /** Sets the current platform thread's. */
  public static void set(long value) {
    Object holder = holder();
    if (EXISTS && holder != null) {
      U.putLong(holder, FIELD, value);
    }
  }

  /** Leaves a platform thread without anything of ours; it isn't recorded. */
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
