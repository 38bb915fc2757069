package org.kpathjvm.agent.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainJarTest {
  @TempDir Path directory;

  @Test
  void theMainClassIsReadFromTheJar() throws IOException {
    String jar = jar("with blanks.jar", "org.foo.Main ").toString();
    assertEquals("org.foo.Main", MainJar.mainClass(jar, jar));
    assertEquals("org.foo.Main", MainJar.mainClass(jar + " an argument", jar));
  }

  @Test
  void otherCommandsHaveNoMainClass() throws IOException {
    String jar = jar("other.jar", "org.foo.Main").toString();
    assertNull(MainJar.mainClass("org.foo.Main", jar));
    assertNull(MainJar.mainClass(jar + "x", jar));
    assertNull(MainJar.mainClass(null, jar));
    assertNull(MainJar.mainClass(jar, null));
    assertNull(MainJar.mainClass("", ""));
    String without = jar("without.jar", null).toString();
    assertNull(MainJar.mainClass(without, without));
    Path text = Files.writeString(directory.resolve("text.jar"), "text");
    assertNull(MainJar.mainClass(text.toString(), text.toString()));
    assertNull(MainJar.mainClass("absent.jar", "absent.jar"));
  }

  private Path jar(String name, String mainClass) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    if (mainClass != null) {
      manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
    }
    Path file = directory.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      new JarOutputStream(out, manifest).close();
    }
    return file;
  }
}
