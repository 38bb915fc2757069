package org.kpathjvm.runtime.overlapping;

import java.lang.ref.WeakReference;

/** Of which class a call's method is; the classes of the call aren't kept. */
final class SelectedMethod extends WeakReference<Class<?>> {
  private final WeakReference<Class<?>> named;
  private final int key;

  /** The name of the class that declares it; null if it isn't known. */
  final String owner;

  /**
   * A call's.
   *
   * @param receiver its class; null of a call without one
   */
  SelectedMethod(Class<?> named, Class<?> receiver, int key, String owner) {
    super(receiver == null ? named : receiver);
    this.named = receiver == null ? null : new WeakReference<>(named);
    this.key = key;
    this.owner = owner;
  }

  boolean is(Class<?> named, Class<?> receiver, int key) {
    return this.key == key
        && (receiver == null
            ? this.named == null && get() == named
            : this.named != null && get() == receiver && this.named.get() == named);
  }

  /** The class by which it is found; null when that isn't there any more. */
  Class<?> first() {
    return get();
  }

  int key() {
    return key;
  }
}
