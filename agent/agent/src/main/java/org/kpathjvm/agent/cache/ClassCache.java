package org.kpathjvm.agent.cache;

import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.relocation.RelocatableClass;
import org.kpathjvm.core.instrument.relocation.RelocatableClassFormat;

/**
 * A cache of instrumented classes from earlier runs. A class is looked up by the class file from
 * which it was made. Any number of threads and JVMs may use the cache at once. After the first
 * failure to write, nothing more is written. A pack that couldn't be read isn't read again.
 */
final class ClassCache {
  private static final class Pack {
    final File file;
    final PackReader reader;
    boolean used;

    Pack(File file) throws IOException {
      this.file = file;
      reader = new PackReader(file);
    }
  }

  private final CacheDirectory directory;
  private final byte[] identity;

  private final List<Pack> packs = new ArrayList<>();

  /**
   * The number of packs in the directory that this JVM has tried to open. Packs are opened only
   * when they are needed, and most programs need only the first pack.
   */
  private int tried;

  /** Receives a line if classes can't be added to the cache. */
  private final Consumer<String> said;

  /** The pack that this JVM adds to; null until there is something to add. */
  private FileOutputStream own;

  private long room;

  private ClassCache(CacheDirectory directory, byte[] identity, Consumer<String> said) {
    this.directory = directory;
    this.identity = identity;
    this.said = said;
    room = directory.room;
  }

  /** Opens the next pack that has this cache's identity. Returns false if there is none. */
  private boolean openNext() {
    while (tried < directory.packs().size()) {
      File file = directory.packs().get(tried++);
      try {
        Pack pack = new Pack(file);
        boolean isOurs = false;
        try {
          isOurs = pack.reader.find(identity, PackFormat.key(identity)) != null;
        } finally {
          if (!isOurs) {
            pack.reader.close();
          }
        }
        if (isOurs) {
          packs.add(pack);
          return true;
        }
        if (pack.reader.isDamaged()) {
          file.delete();
        }
      } catch (IOException | SecurityException unreadable) {
        // Perhaps another JVM has deleted the pack, or the thread isn't allowed to read it.
      }
    }
    return false;
  }

  /**
   * Opens the cache.
   *
   * @param mostBytes the largest number of bytes that all packs together may have
   * @throws IOException if the directory can't be used
   */
  static ClassCache open(
      Path directory,
      File agentJar,
      InstrumentOptions options,
      long mostBytes,
      Consumer<String> said)
      throws IOException {
    byte[] identity = CacheIdentity.of(agentJar, options);
    String key = Long.toHexString(PackFormat.key(identity));
    return new ClassCache(CacheDirectory.open(directory, key, mostBytes), identity, said);
  }

  /** Returns the instrumented class that was made from a class file; null if the cache has none. */
  synchronized RelocatableClass find(byte[] original) {
    long key = PackFormat.key(original);
    for (int i = 0; i < packs.size() || openNext(); i++) {
      Pack pack = packs.get(i);
      try {
        byte[] content = pack.reader.find(original, key);
        if (pack.reader.isDamaged()) {
          // The pack's classes will be instrumented anew, and added to another pack.
          drop(pack);
          i--;
        }
        if (content != null) {
          if (!pack.used) {
            pack.used = true;
            noteUse(pack);
          }
          return RelocatableClassFormat.decode(content);
        }
      } catch (IOException | IllegalArgumentException unreadable) {
        drop(pack);
        i--;
      }
    }
    return null;
  }

  private static void noteUse(Pack pack) {
    try {
      pack.file.setLastModified(System.currentTimeMillis());
    } catch (SecurityException notAllowed) {
      // Under a security manager, the thread might not be allowed to set the time. The pack is then
      // evicted earlier.
    }
  }

  private void drop(Pack pack) {
    packs.remove(pack);
    try {
      pack.reader.close();
      pack.file.delete();
    } catch (IOException | SecurityException e) {
      // The pack stays in the directory. A later JVM will try to delete it again.
    }
  }

  /** Adds a class to this JVM's pack if there is room. */
  synchronized void add(byte[] original, RelocatableClass one) {
    if (room <= 0) {
      return;
    }
    byte[] entry = PackFormat.entry(original, RelocatableClassFormat.encode(one));
    room -= entry.length;
    if (room < 0) {
      return;
    }
    try {
      if (own == null) {
        own = new FileOutputStream(directory.create(), true);
        own.write(PackFormat.entry(identity, new byte[0]));
      }
      own.write(entry);
    } catch (IOException | RuntimeException noSpace) {
      room = 0;
      said.accept("instrumented classes aren't kept for the next run: " + noSpace);
    }
  }
}
