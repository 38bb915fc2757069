package org.kpathjvm.runtime.overlapping;

import java.lang.ref.WeakReference;

/**
 * An entry of {@link SelectedMethods}: the name of the class that declares the method that a call
 * reaches. The references to the class that the call names and to the receiver's class are weak.
 */
final class SelectedMethod extends WeakReference<Class<?>> {
  private final WeakReference<Class<?>> named;
  private final int key;

  /** The name of the class that declares the method; null if that class isn't known. */
  final String owner;

  /**
   * Creates the entry of a call.
   *
   * @param named the class that the call names
   * @param receiver the receiver's class; null for a static or special call
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

  /**
   * Returns the class that determines the entry's place in the table; null if the class has been
   * collected.
   */
  Class<?> first() {
    return get();
  }

  int key() {
    return key;
  }
}
