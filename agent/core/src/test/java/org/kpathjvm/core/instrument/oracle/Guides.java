package org.kpathjvm.core.instrument.oracle;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.kpathjvm.core.instrument.classfile.ClassDigest;
import org.kpathjvm.core.instrument.guide.Guide;
import org.kpathjvm.core.numbering.TakenPath;

/** Creates guides: files with the hot paths of an earlier profile, as the launcher writes them. */
public final class Guides {
  private static final int MANY_IDS = 1 << 20;

  private Guides() {}

  /**
   * Returns three guides for a program that {@code known} has checked. The first has all paths that
   * the program took. The second has a single path of each method, so that all other paths are
   * cold. The third is wrong: it assigns the methods' paths to the methods in reverse order.
   */
  static List<Guide> of(Map<String, byte[]> classes, Differential known) {
    Map<String, List<TakenPath>> all = known.takenPaths();
    Map<String, List<TakenPath>> one = new TreeMap<>();
    all.forEach(
        (key, paths) -> one.put(key, paths.subList(paths.size() / 2, paths.size() / 2 + 1)));
    Map<String, List<TakenPath>> others = new TreeMap<>();
    List<List<TakenPath>> turned = new ArrayList<>(all.values());
    all.keySet().forEach(key -> others.put(key, turned.remove(turned.size() - 1)));
    return List.of(of(classes, all), of(classes, one), of(classes, others));
  }

  /**
   * Creates a guide.
   *
   * @param classes class files by binary name
   * @param paths the paths by method; a key is the internal name of the class, a dot, and the
   *     method's name directly followed by its descriptor
   */
  public static Guide of(Map<String, byte[]> classes, Map<String, List<TakenPath>> paths) {
    return Guide.of(encoded(classes, paths));
  }

  /** Returns the content of the file from which {@link #of(Map, Map)} reads its guide. */
  public static byte[] encoded(Map<String, byte[]> classes, Map<String, List<TakenPath>> paths) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(Guide.MAGIC);
      out.writeInt(Guide.VERSION);
      out.writeInt(classes.size());
      for (Map.Entry<String, byte[]> one : classes.entrySet()) {
        String name = one.getKey().replace('.', '/');
        text(name, out);
        out.write(ClassDigest.of(one.getValue()));
        byte[] methods = methods(name + ".", paths);
        out.writeInt(methods.length);
        out.write(methods);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] methods(String prefix, Map<String, List<TakenPath>> paths)
      throws IOException {
    List<String> keys =
        paths.keySet().stream().filter(key -> key.startsWith(prefix)).collect(Collectors.toList());
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(keys.size());
    for (String key : keys) {
      text(key.substring(prefix.length()), out);
      out.writeInt(MANY_IDS);
      out.writeInt(paths.get(key).size());
      for (TakenPath path : paths.get(key)) {
        out.writeByte(path.start.ordinal());
        out.writeByte(path.end.ordinal());
        out.writeLong(path.count);
        out.writeInt(path.blocks.length);
        for (int block : path.blocks) {
          out.writeInt(block);
        }
      }
    }
    return bytes.toByteArray();
  }

  private static void text(String text, DataOutputStream out) throws IOException {
    out.writeInt(text.length());
    out.writeChars(text);
  }
}
