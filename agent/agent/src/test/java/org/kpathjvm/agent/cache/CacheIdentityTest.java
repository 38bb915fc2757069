package org.kpathjvm.agent.cache;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.paths.StreamScheme;
import org.kpathjvm.core.numbering.CutMode;

class CacheIdentityTest {
  private static final InstrumentOptions OPTIONS = new InstrumentOptions(CutMode.BACK_EDGE, 4096);

  @TempDir Path directory;

  /**
   * Makes a jar with two entries. Their names, lengths and times don't depend on {@code content}.
   */
  private File jar(int content) throws IOException {
    Path path = directory.resolve(content + ".jar");
    try (ZipOutputStream jar = new ZipOutputStream(Files.newOutputStream(path))) {
      for (String name : new String[] {"a", "b"}) {
        ZipEntry entry = new ZipEntry(name);
        entry.setTime(0);
        jar.putNextEntry(entry);
        jar.write(content);
        jar.closeEntry();
      }
    }
    return path.toFile();
  }

  @Test
  void anotherJarChangesTheIdentity() throws IOException {
    byte[] identity = CacheIdentity.of(jar(1), OPTIONS);
    assertArrayEquals(identity, CacheIdentity.of(jar(1), OPTIONS));
    assertFalse(Arrays.equals(identity, CacheIdentity.of(jar(2), OPTIONS)));
  }

  @Test
  void otherOptionsChangeTheIdentity() throws IOException {
    byte[] identity = CacheIdentity.of(jar(1), OPTIONS);
    assertFalse(
        Arrays.equals(
            identity,
            CacheIdentity.of(
                jar(1), OPTIONS.withScheme(new StreamScheme(false), "java/lang/KPathProbes"))));
  }

  @Test
  void onlyJarsHaveAnIdentity() throws IOException {
    for (String text : new String[] {"", "short", "long enough for a jar's end, but not a jar"}) {
      File file = Files.writeString(directory.resolve("none"), text).toFile();
      assertThrows(IOException.class, () -> CacheIdentity.of(file, OPTIONS));
    }
  }
}
