package org.kpathjvm.agent.process;

import java.io.IOException;
import java.util.jar.Attributes;
import java.util.jar.JarFile;
import java.util.jar.Manifest;

/**
 * Finds the main class of the jar in {@code java -jar JAR}. The agent reads the jar when the
 * recording begins, because the jar may be deleted later.
 */
public final class MainJar {
  private MainJar() {}

  /**
   * Returns the main class that a jar names.
   *
   * @param command the property {@code sun.java.command}: the jar or the main class, followed by
   *     the program's arguments
   * @param classPath the class path, which with {@code -jar} is the jar and nothing else
   * @return the main class; null if no jar was given, or if the jar names none or can't be read
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
