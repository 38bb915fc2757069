package org.kpathjvm.agent.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CacheDirectoryTest {
  @TempDir Path parent;

  private Path directory() {
    return parent.resolve("a").resolve("classes");
  }

  /**
   * Makes a pack (a file of cached classes) that was last used {@code minutes} minutes ago. Returns
   * the file's name.
   */
  private String pack(String key, int number, int bytes, int minutes) throws IOException {
    Files.createDirectories(directory());
    String name = String.format("%s-%02x-1.classes", key, number);
    Path file = Files.write(directory().resolve(name), new byte[bytes]);
    long then = System.currentTimeMillis() - 60_000L * minutes;
    Files.setLastModifiedTime(file, FileTime.fromMillis(then));
    return name;
  }

  private static List<String> names(CacheDirectory opened) {
    List<String> names = new ArrayList<>();
    for (File pack : opened.packs()) {
      names.add(pack.getName());
    }
    return names;
  }

  private Set<String> left() {
    return new TreeSet<>(List.of(directory().toFile().list()));
  }

  /** A relative path would depend on the directory that the program was started in. */
  @Test
  void aRelativePathIsNotUsed() {
    Path relative = Path.of("?", ".cache", "kpath-jvm", "classes");
    assertThrows(IOException.class, () -> CacheDirectory.open(relative, "k", 100));
    assertFalse(Files.exists(relative));
  }

  @Test
  void theDirectoryAndItsPacksArePrivate() throws IOException {
    CacheDirectory opened = CacheDirectory.open(directory(), "k", 100);
    assertEquals(
        "rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(directory())));
    assertEquals(List.of(), names(opened));
    File pack = opened.create();
    assertEquals(
        "rw-------", PosixFilePermissions.toString(Files.getPosixFilePermissions(pack.toPath())));
    assertEquals(List.of(pack.getName()), names(CacheDirectory.open(directory(), "k", 100)));
  }

  /**
   * The time and the process id aren't enough to tell packs apart: in containers, several JVMs may
   * have the same process id.
   */
  @Test
  void packsOfOneMillisecondHaveDifferentNames() throws IOException {
    CacheDirectory opened = CacheDirectory.open(directory(), "k", 100);
    for (int number = 0; number < 20; number++) {
      opened.create();
    }
    assertEquals(20, left().size());
  }

  @Test
  void aDirectoryThatOthersMayWriteToIsRefused() throws IOException {
    for (String permissions : new String[] {"rwxrwx---", "rwx----w-"}) {
      Files.createDirectories(directory());
      Files.setPosixFilePermissions(directory(), PosixFilePermissions.fromString(permissions));
      IOException refused =
          assertThrows(
              IOException.class, () -> CacheDirectory.open(directory(), "k", 100), permissions);
      assertTrue(refused.getMessage().contains("can be written to by other users"));
    }
  }

  @Test
  void packsOfAKeyAreListedByLatestUse() throws IOException {
    String first = pack("k", 1, 10, 5);
    String second = pack("k", 2, 10, 0);
    String other = pack("other", 3, 10, 0);
    String third = pack("k", 4, 10, 7);
    CacheDirectory opened = CacheDirectory.open(directory(), "k", 1000);
    assertEquals(List.of(second, first, third), names(opened));
    assertEquals(960, opened.room);
    assertEquals(Set.of(first, second, other, third), left());
  }

  @Test
  void oldPacksAreRemovedUntilAQuarterIsFree() throws IOException {
    String used = pack("k", 1, 40, 1);
    pack("other", 2, 40, 3);
    String recent = pack("other", 3, 30, 2);
    CacheDirectory opened = CacheDirectory.open(directory(), "k", 100);
    assertEquals(Set.of(used, recent), left());
    assertEquals(List.of(used), names(opened));
    assertEquals(30, opened.room);
  }

  @Test
  void atMost32PacksOfAKeyAreKept() throws IOException {
    for (int number = 0; number < 40; number++) {
      pack("k", number, 1, number);
    }
    String other = pack("other", 1, 1, 50);
    CacheDirectory opened = CacheDirectory.open(directory(), "k", 1000);
    assertEquals(32, opened.packs().size());
    assertEquals(33, left().size());
    assertTrue(left().contains(other));
    assertTrue(names(opened).contains("k-00-1.classes"));
  }

  @Test
  void aFileInPlaceOfTheDirectoryIsRefused() throws IOException {
    Path file = Files.createFile(parent.resolve("file"));
    assertThrows(IOException.class, () -> CacheDirectory.open(file, "k", 100));
  }
}
