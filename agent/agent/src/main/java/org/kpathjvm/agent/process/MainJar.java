package org.kpathjvm.agent.process;

import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Finds the main class of a jar that {@code java -jar} was given. The agent looks into the jar at
 * once, because the jar may be gone later.
 */
public final class MainJar {
  private MainJar() {}

  /**
   * Returns the main class that a jar names.
   *
   * @param command the property {@code sun.java.command}: the jar or the main class, and the
   *     arguments
   * @param classPath the class path, which with {@code -jar} is the jar and nothing else
   * @return null if no jar was given, or it names no main class
   */
  public static String mainClass(String command, String classPath) {
    if (command == null
        || classPath == null
        || classPath.isEmpty()
        || !(command + " ").startsWith(classPath + " ")) {
      return null;
    }
    try (JarFile jar = new JarFile(classPath)) {
      Manifest manifest = jar.getManifest();
      String name =
          manifest == null
              ? null
              : manifest.getMainAttributes().getValue(Attributes.Name.MAIN_CLASS);
      return name == null ? null : name.trim();
    } catch (IOException | RuntimeException noJar) {
      return null;
    }
  }
}
