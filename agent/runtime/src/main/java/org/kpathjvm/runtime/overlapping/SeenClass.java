package org.kpathjvm.runtime.overlapping;

import java.lang.ref.WeakReference;

/**
 * The methods that a class declares. The class is found by its name and its loader, to which only a
 * weak reference is kept.
 */
final class SeenClass extends WeakReference<ClassLoader> {
  final SeenClass next;
  final String name;
  private final boolean isBoot;

  /**
   * For each method its key in the upper half and its flags in the lower one, ascending. Null if
   * there are two definitions of the class.
   */
  private final long[] methods;

  /**
   * Creates the entry of a class.
   *
   * @param loader null for the bootstrap loader
   * @param next the next one in its chain
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
   * Returns the same entry for another chain. A class whose loader is gone doesn't become one of
   * the bootstrap loader.
   */
  SeenClass before(SeenClass other) {
    return new SeenClass(get(), isBoot, name, methods, other);
  }

  /** Returns whether the class's loader may still be there. */
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

  /** Returns the flags of the method with that key, as {@link DeclaredMethods#flags} does. */
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
