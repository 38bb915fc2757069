package org.kpathjvm.core.corpus;

/** Makes the JVM verify a class. */
final class Linking {
  private Linking() {}

  /**
   * Links a class, and so verifies it, without initialising it. HotSpot links a class when a
   * program asks for the members of the class (JVM_GetClassDeclaredConstructors).
   *
   * @return what the JVM threw; null if the class was linked
   */
  static Throwable failure(String binaryName, ClassLoader loader) {
    try {
      Class.forName(binaryName, false, loader).getDeclaredConstructors();
      return null;
    } catch (ClassNotFoundException | LinkageError | SecurityException e) {
      return e;
    }
  }
}
