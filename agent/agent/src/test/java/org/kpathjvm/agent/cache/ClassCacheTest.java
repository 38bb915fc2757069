package org.kpathjvm.agent.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.relocation.RelocatableClass;
import org.kpathjvm.core.numbering.CutMode;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/** Tests several caches that share one directory, as the caches of several JVMs do. */
class ClassCacheTest implements Opcodes {
  private static final InstrumentOptions OPTIONS = new InstrumentOptions(CutMode.BACK_EDGE, 4096);

  @TempDir Path directory;
  private final List<String> said = new ArrayList<>();
  private File jar;

  @BeforeEach
  void makeJar() throws IOException {
    jar = directory.resolve("agent.jar").toFile();
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar.toPath()))) {
      out.putNextEntry(new ZipEntry("a"));
    }
  }

  private ClassCache open() throws IOException {
    return ClassCache.open(directory.resolve("classes"), jar, OPTIONS, 1_000_000, said::add);
  }

  private File[] packs() {
    return directory.resolve("classes").toFile().listFiles();
  }

  private static byte[] original(int number) {
    ClassWriter writer = new ClassWriter(0);
    writer.visit(V11, 0, "C" + number, null, "java/lang/Object", null);
    writer.visitEnd();
    return writer.toByteArray();
  }

  private static void add(ClassCache cache, int number) {
    RelocatableClass one = new ClassInstrumenter().instrument(original(number), OPTIONS);
    cache.add(original(number), one);
  }

  @Test
  void aCacheFindsClassesOfEarlierCaches() throws IOException {
    ClassCache first = open();
    assertNull(first.find(original(1)));
    add(first, 1);
    ClassCache second = open();
    assertNotNull(second.find(original(1)));
    assertNull(second.find(original(2)));
    add(second, 2);
    ClassCache third = open();
    assertNotNull(third.find(original(1)));
    assertNotNull(third.find(original(2)));
    assertEquals(2, packs().length);
  }

  @Test
  void packsAreOpenedOnlyWhenNeeded() throws IOException {
    add(open(), 1);
    Files.setLastModifiedTime(packs()[0].toPath(), FileTime.fromMillis(1000));
    ClassCache second = open();
    add(second, 2);
    ClassCache third = open();
    assertNotNull(third.find(original(2)));
    for (File pack : packs()) {
      assertTrue(pack.delete());
    }
    assertNull(third.find(original(1)), "the pack was opened although it was not needed");
  }

  @Test
  void twoCachesMayAddTheSameClasses() throws IOException {
    ClassCache one = open();
    ClassCache other = open();
    for (int number = 0; number < 5; number++) {
      add(one, number);
      add(other, number);
    }
    ClassCache next = open();
    for (int number = 0; number < 5; number++) {
      assertNotNull(next.find(original(number)));
    }
    assertEquals(2, packs().length);
  }

  @Test
  void openPacksCanBeReadAfterRemoval() throws IOException {
    ClassCache first = open();
    add(first, 1);
    add(first, 2);
    ClassCache reading = open();
    assertNotNull(reading.find(original(1)));
    assertTrue(packs()[0].delete());
    assertNotNull(reading.find(original(2)));
    assertEquals(List.of(), said);
  }

  /** The pack is replaced by a file of the kernel that has fewer bytes than its length says. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aPackThatCannotBeReadIsClosed() throws IOException {
    add(open(), 1);
    Path pack = packs()[0].toPath();
    Path unreadable = Path.of("/sys/devices/system/cpu/kernel_max");
    Files.delete(pack);
    Files.createSymbolicLink(pack, unreadable);
    assertNull(open().find(original(1)));
    assertEquals(List.of(), said);
    for (File opened : new File("/proc/self/fd").listFiles()) {
      assertNotEquals(unreadable.toString(), opened.getCanonicalPath());
    }
  }

  @Test
  void aPackOfAnotherAgentIsNotRead() throws IOException {
    add(open(), 1);
    File pack = packs()[0];
    // An agent with another jar counts as another agent. The test overwrites the second agent's
    // pack with the first agent's pack, which has the first agent's identity.
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar.toPath()))) {
      out.putNextEntry(new ZipEntry("b"));
    }
    add(open(), 2);
    File other = packs()[0].equals(pack) ? packs()[1] : packs()[0];
    byte[] foreign = Files.readAllBytes(pack.toPath());
    Files.write(other.toPath(), foreign);
    assertNull(open().find(original(1)));
    assertEquals(2, packs().length);
  }
}
