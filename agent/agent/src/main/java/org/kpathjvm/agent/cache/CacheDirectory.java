package org.kpathjvm.agent.cache;

import java.io.File;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.kpathjvm.agent.process.OwnProcess;

/**
 * A directory of packs, which are files of instrumented classes. Only its user may write to the
 * directory, because the user's programs run the classes in it. A pack's name contains the key of
 * its {@link CacheIdentity}, the time when the pack was made, and the id of the process that made
 * it. A pack's time of modification is the time of its last use. A JVM that opens the directory
 * keeps the most recently used packs and removes the others ({@link #evict}).
 */
final class CacheDirectory {
  private static final String SUFFIX = ".classes";

  /**
   * The largest number of packs with one key. Each JVM that loads classes that aren't in the packs
   * adds a pack.
   */
  private static final int MOST_PACKS = 32;

  /** The permission bits that let the group or all other users write. */
  private static final int OTHERS_WRITE = 0022;

  private final Path directory;
  private final String key;

  /** The number of bytes that this JVM may add. */
  final long room;

  private final List<File> packs = new ArrayList<>();

  private CacheDirectory(Path directory, String key, long mostBytes) throws IOException {
    this.directory = directory;
    this.key = key;
    room = mostBytes - evict(mostBytes);
  }

  /**
   * Opens the directory, and makes it if it doesn't exist.
   *
   * @throws IOException if the directory can't be made, if other users may write to it, or if its
   *     path is relative. A relative path depends on where the program was started, and another
   *     user may have left classes there.
   */
  static CacheDirectory open(Path directory, String key, long mostBytes) throws IOException {
    if (!directory.isAbsolute()) {
      throw new IOException(directory + " is not an absolute path, because user.home isn't one");
    }
    if (!directory.toFile().isDirectory()) {
      Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rwx------");
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(owner));
    }
    // Users are compared by their numbers, because looking up their names takes milliseconds.
    int mode = (Integer) Files.getAttribute(directory, "unix:mode");
    Object user = Files.getAttribute(Path.of("/proc/self"), "unix:uid");
    if ((mode & OTHERS_WRITE) != 0 || !user.equals(Files.getAttribute(directory, "unix:uid"))) {
      throw new IOException(directory + " can be written to by other users");
    }
    return new CacheDirectory(directory, key, mostBytes);
  }

  /**
   * Returns the packs' directory within the user's directory for caches. The path is relative if
   * neither XDG_CACHE_HOME nor user.home is an absolute path.
   *
   * @param environment the environment variables of the process
   */
  static Path ofUser(Map<String, String> environment) {
    String base = environment.get("XDG_CACHE_HOME");
    Path caches =
        base == null || !base.startsWith("/")
            ? Path.of(System.getProperty("user.home"), ".cache")
            : Path.of(base);
    return caches.resolve("kpath-jvm").resolve("classes");
  }

  /**
   * Returns the packs with the key for which the directory was opened. The most recently used pack
   * comes first, because the same program is likely to be run again.
   */
  List<File> packs() {
    return Collections.unmodifiableList(packs);
  }

  File create() throws IOException {
    Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rw-------");
    String pid = Long.toHexString(OwnProcess.pid());
    long millis = System.currentTimeMillis();
    while (true) {
      String name = String.join("-", key, Long.toHexString(millis), pid) + SUFFIX;
      try {
        return Files.createFile(
                directory.resolve(name), PosixFilePermissions.asFileAttribute(owner))
            .toFile();
      } catch (FileAlreadyExistsException sameMillisecond) {
        // Each container numbers its own processes, so a process with the same id may have made a
        // pack in the same millisecond.
        millis++;
      }
    }
  }

  /**
   * Removes packs so that at least a quarter of {@code mostBytes} is free and at most {@link
   * #MOST_PACKS} packs have the key. Adds the remaining packs with the key to {@link #packs}.
   * Returns the number of bytes of all remaining packs, whatever their keys.
   */
  private long evict(long mostBytes) throws IOException {
    String[] names = directory.toFile().list();
    if (names == null) {
      throw new IOException(directory + " can't be listed");
    }
    List<Pack> all = new ArrayList<>();
    for (String name : names) {
      if (name.endsWith(SUFFIX)) {
        all.add(new Pack(directory.resolve(name).toFile()));
      }
    }
    Collections.sort(all);
    long bytes = 0;
    for (Pack pack : all) {
      boolean ours = pack.file.getName().startsWith(key + "-");
      if (bytes + pack.length > mostBytes / 4 * 3 || ours && packs.size() == MOST_PACKS) {
        pack.file.delete();
      } else {
        bytes += pack.length;
        if (ours) {
          packs.add(pack.file);
        }
      }
    }
    return bytes;
  }

  /** A pack. The most recently used pack comes first in the order. */
  private static final class Pack implements Comparable<Pack> {
    final File file;
    final long length;
    final long used;

    Pack(File file) {
      this.file = file;
      length = file.length();
      used = file.lastModified();
    }

    @Override
    public int compareTo(Pack other) {
      return Long.compare(other.used, used);
    }
  }
}
