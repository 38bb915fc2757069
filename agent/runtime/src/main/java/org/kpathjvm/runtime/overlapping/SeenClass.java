package org.kpathjvm.runtime.overlapping;

import java.lang.ref.WeakReference;

/** The methods that a class declares; found by its loader, which isn't kept, and its name. */
final class SeenClass extends WeakReference<ClassLoader> {
  final SeenClass next;
  final String name;
  private final boolean isBoot;

  /** Each a key in the upper half, flags in the lower; ascending. Null: there are two of them. */
  private final long[] methods;

  /**
   * A class.
   *
   * @param loader null for the bootstrap loader
   * @param next the one behind it in its chain
   */
  SeenClass(ClassLoader loader, String name, long[] methods, SeenClass next) {
    super(loader);
    isBoot = loader == null;
    this.name = name;
    this.methods = methods;
    this.next = next;
  }

  /** The same in another chain. */
  SeenClass before(SeenClass other) {
    return new SeenClass(get(), name, methods, other);
  }

  /** Whether its loader may still be there. */
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

  /** Of the method with that key: {@link DeclaredMethods#flags}. */
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
