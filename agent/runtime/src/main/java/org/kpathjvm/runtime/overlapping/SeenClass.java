package org.kpathjvm.runtime.overlapping;

import java.lang.ref.WeakReference;

/**
 * An entry of {@link DeclaredMethods}: the methods that a class, identified by name and loader,
 * declares. The reference to the loader is weak.
 */
final class SeenClass extends WeakReference<ClassLoader> {
  final SeenClass next;
  final String name;
  private final boolean isBoot;

  /**
   * The methods, as in {@link DeclaredMethods#add}; null if there are two definitions of the class.
   */
  private final long[] methods;

  /**
   * Creates the entry of a class.
   *
   * @param loader null for the bootstrap loader
   * @param next the next entry in the same chain
   */
  SeenClass(ClassLoader loader, String name, long[] methods, SeenClass next) {
    this(loader, loader == null, name, methods, next);
  }

  private SeenClass(
      ClassLoader loader, boolean isBoot, String name, long[] methods, SeenClass next) {
    super(loader);
    this.isBoot = isBoot;
    this.name = name;
    this.methods = methods;
    this.next = next;
  }

  /**
   * Returns a copy of this entry that is followed by {@code other}. The copy keeps {@code isBoot},
   * because {@code get()} also returns null for a loader that has been collected.
   */
  SeenClass before(SeenClass other) {
    return new SeenClass(get(), isBoot, name, methods, other);
  }

  boolean isAlive() {
    return isBoot || get() != null;
  }

  boolean is(ClassLoader loader, String other) {
    return isBoot == (loader == null) && get() == loader && name.equals(other);
  }

  boolean declares(long[] others) {
    boolean same = methods != null && methods.length == others.length;
    for (int at = 0; same && at < methods.length; at++) {
      same = methods[at] == others[at];
    }
    return same;
  }

  /** Returns the method's flags, like {@link DeclaredMethods#flags}. */
  int flags(int key) {
    if (methods == null) {
      return DeclaredMethods.UNKNOWN;
    }
    int low = 0;
    int high = methods.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if ((int) (methods[middle] >> 32) < key) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low < methods.length && (int) (methods[low] >> 32) == key
        ? (int) methods[low]
        : DeclaredMethods.NONE;
  }
}
