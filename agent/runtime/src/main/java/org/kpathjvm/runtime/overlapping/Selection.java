package org.kpathjvm.runtime.overlapping;

/**
 * Finds out which class declares the method that a call has reached. The search follows the JVM's
 * specification: resolution (5.4.3.3 and 5.4.3.4) and selection (5.4.6). The call has returned, so
 * the method exists, and all classes that matter are loaded. Nothing here loads a class or runs the
 * program's code.
 */
final class Selection {
  private static final Class<?>[] NO_TYPES = {};

  private final int key;

  /** The flags of the resolved method ({@link DeclaredMethods}). */
  private int flags;

  private Selection(int key) {
    this.key = key;
  }

  /**
   * Finds the method that an invokevirtual or invokeinterface has reached.
   *
   * @param named the class that the call names
   * @param receiver the receiver's class, which isn't the class of an array
   * @return the class that declares the method; null if that class can't be determined
   */
  static Class<?> selected(Class<?> named, Class<?> receiver, int key) {
    Selection selection = new Selection(key);
    return selection.isKnown() ? selection.select(named, receiver) : null;
  }

  /**
   * Finds the method that was reached by an invokestatic, or by an invokespecial that names a
   * superclass or an interface of the calling class.
   *
   * @return the class that declares the method; null if that class can't be determined
   */
  static Class<?> resolved(Class<?> named, int key) {
    Selection selection = new Selection(key);
    return selection.isKnown() ? selection.resolve(named, true) : null;
  }

  private boolean isKnown() {
    return !DeclaredMethods.isShared(key);
  }

  /**
   * Returns the class that declares the resolved method, and sets {@link #flags}. Returns null if
   * no such class is found. If the reason is that the methods of {@code named} or of a superclass
   * aren't known, the flags are UNKNOWN.
   *
   * @param inInterfaces whether to look for the method in superinterfaces, too
   */
  private Class<?> resolve(Class<?> named, boolean inInterfaces) {
    for (Class<?> type = named; type != null; type = type.getSuperclass()) {
      flags = DeclaredMethods.flags(type, key);
      if (flags != DeclaredMethods.NONE) {
        return flags == DeclaredMethods.UNKNOWN ? null : type;
      }
    }
    // The method comes from a superinterface or, if named is an interface, from Object. In both
    // cases the method is public.
    flags = DeclaredMethods.DECLARED | DeclaredMethods.INHERITED;
    return inInterfaces && isUnlikeObject(named) ? mostSpecific(named) : null;
  }

  /**
   * Returns false if {@code named} is an interface and Object declares the method. Then Object's
   * method is the resolved one.
   */
  private boolean isUnlikeObject(Class<?> named) {
    return !named.isInterface() || DeclaredMethods.flags(Object.class, key) == DeclaredMethods.NONE;
  }

  private Class<?> select(Class<?> named, Class<?> receiver) {
    Class<?> resolved = resolve(named, false);
    int ofResolved = flags;
    if (ofResolved == DeclaredMethods.UNKNOWN) {
      return null;
    }
    if ((ofResolved & DeclaredMethods.PRIVATE) != 0) {
      return resolved;
    }
    for (Class<?> type = receiver; type != null; type = type.getSuperclass()) {
      int declared = DeclaredMethods.flags(type, key);
      if (declared == DeclaredMethods.UNKNOWN) {
        return null;
      }
      if (type == resolved
          || isInstance(declared) && (resolved == null || overrides(type, resolved, ofResolved))) {
        return type;
      }
    }
    return mostSpecific(receiver);
  }

  private static boolean isInstance(int declared) {
    return declared != DeclaredMethods.NONE && (declared & DeclaredMethods.PRIVATE) == 0;
  }

  /** Returns whether the method of {@code type} overrides the method of {@code other}. */
  private boolean overrides(Class<?> type, Class<?> other, int ofOther) {
    if ((ofOther & DeclaredMethods.INHERITED) != 0 || isSamePackage(type, other)) {
      return true;
    }
    for (Class<?> between = type.getSuperclass();
        between != null && between != other;
        between = between.getSuperclass()) {
      int declared = DeclaredMethods.flags(between, key);
      if (declared != DeclaredMethods.UNKNOWN
          && isInstance(declared)
          && overrides(type, between, declared)
          && overrides(between, other, ofOther)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isSamePackage(Class<?> one, Class<?> other) {
    return one.getClassLoader() == other.getClassLoader()
        && packageOf(one).equals(packageOf(other));
  }

  private static String packageOf(Class<?> type) {
    String name = type.getName();
    return name.substring(0, Math.max(0, name.lastIndexOf('.')));
  }

  /**
   * Returns the interface from which a class inherits a method that neither the class nor a
   * superclass declares; null if that interface isn't known.
   */
  private Class<?> mostSpecific(Class<?> type) {
    Class<?>[] all = NO_TYPES;
    for (Class<?> each = type; each != null; each = each.getSuperclass()) {
      all = withInterfaces(all, each);
    }
    Class<?> found = null;
    for (Class<?> each : all) {
      int declared = DeclaredMethods.flags(each, key);
      if (declared == DeclaredMethods.UNKNOWN) {
        return null;
      }
      if (isInstance(declared)
          && (declared & DeclaredMethods.ABSTRACT) == 0
          && isMostSpecific(each, all)) {
        if (found != null) {
          return null;
        }
        found = each;
      }
    }
    return found;
  }

  private boolean isMostSpecific(Class<?> type, Class<?>[] all) {
    for (Class<?> each : all) {
      if (each != type
          && type.isAssignableFrom(each)
          && isInstance(DeclaredMethods.flags(each, key))) {
        return false;
      }
    }
    return true;
  }

  private static Class<?>[] withInterfaces(Class<?>[] known, Class<?> type) {
    Class<?>[] all = known;
    for (Class<?> each : type.getInterfaces()) {
      if (!contains(all, each)) {
        Class<?>[] more = new Class<?>[all.length + 1];
        System.arraycopy(all, 0, more, 0, all.length);
        more[all.length] = each;
        all = withInterfaces(more, each);
      }
    }
    return all;
  }

  private static boolean contains(Class<?>[] all, Class<?> type) {
    for (Class<?> each : all) {
      if (each == type) {
        return true;
      }
    }
    return false;
  }
}
