package org.kpathjvm.runtime.overlapping;

import org.kpathjvm.runtime.threads.StackReserve;

/**
 * Remembers which class declares the method that a call reaches. An entry is found by the class
 * that the call names, the receiver's class, and the method's key. Threads use the table without a
 * lock. This is safe: an entry never changes, and an entry that another thread overwrites is
 * computed again.
 */
final class SelectedMethods {
  private SelectedMethods() {}

  private static final int FIRST_SIZE = 1 << 8;
  private static final int LARGEST_SIZE = 1 << 18;

  /**
   * The number of neighbouring places in which an entry may be. The entry's hash determines the
   * first place.
   */
  private static final int PLACES = 8;

  private static final int MIX = 0x9E3779B9;

  private static volatile SelectedMethod[] table = new SelectedMethod[FIRST_SIZE + PLACES];

  /**
   * Returns whether the class with the name {@code owner} declares the method that a call reaches.
   *
   * @param named the class that the call names; null if it isn't known
   * @param receiver the receiver's class; null for a static or special call
   */
  static boolean isOf(String owner, Class<?> named, Class<?> receiver, int key) {
    if (named == null || owner == null) {
      return false;
    }
    SelectedMethod[] all = table;
    int first = first(all, receiver == null ? named : receiver, key);
    for (int at = first; at < first + PLACES; at++) {
      SelectedMethod found = all[at];
      if (found == null) {
        break;
      }
      if (found.is(named, receiver, key)) {
        return owner.equals(found.owner);
      }
    }
    return owner.equals(add(named, receiver, key));
  }

  /**
   * Adds an entry. Returns the name of the class that declares the method that a call reaches; null
   * if that class isn't known.
   */
  private static String add(Class<?> named, Class<?> receiver, int key) {
    StackReserve.use(StackReserve.MANY_FRAMES);
    try {
      Class<?> owner =
          receiver == null
              ? Selection.resolved(named, key)
              : Selection.selected(named, receiver, key);
      String name = owner == null ? null : owner.getName();
      SelectedMethod found = new SelectedMethod(named, receiver, key, name);
      SelectedMethod[] all = table;
      while (!put(all, found, all.length >= LARGEST_SIZE)) {
        all = larger(all);
        table = all;
      }
      return name;
    } catch (OutOfMemoryError noMemory) {
      return null;
    }
  }

  /**
   * Puts an entry into a free place. If no place is free and {@code over} is true, the entry
   * replaces another. An entry whose class has been collected is skipped. Returns false if the
   * table can't take the entry.
   */
  private static boolean put(SelectedMethod[] all, SelectedMethod entry, boolean over) {
    Class<?> type = entry.first();
    if (type == null) {
      return true;
    }
    int first = first(all, type, entry.key());
    for (int at = first; at < first + PLACES; at++) {
      if (all[at] == null || all[at].first() == null) {
        all[at] = entry;
        return true;
      }
    }
    if (over) {
      all[first] = entry;
    }
    return over;
  }

  private static SelectedMethod[] larger(SelectedMethod[] all) {
    SelectedMethod[] larger = new SelectedMethod[2 * (all.length - PLACES) + PLACES];
    for (SelectedMethod each : all) {
      if (each != null) {
        put(larger, each, false);
      }
    }
    return larger;
  }

  private static int first(SelectedMethod[] all, Class<?> type, int key) {
    int hash = (System.identityHashCode(type) + key) * MIX;
    return (hash ^ hash >>> 16) & all.length - PLACES - 1;
  }
}
