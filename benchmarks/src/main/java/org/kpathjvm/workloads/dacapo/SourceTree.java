package org.kpathjvm.workloads.dacapo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.workloads.JarBytes;
import org.kpathjvm.workloads.StandInFailure;

/**
 * The Java sources of some jars, read into memory once, so that iterations touch no disk.
 *
 * @param files the files, jar by jar in the given order, and sorted by name within a jar
 */
public record SourceTree(List<SourceFile> files) {

  /**
   * A source file.
   *
   * @param name the file's name within the jar, such as {@code org/example/Main.java}
   * @param text the file's content
   */
  public record SourceFile(String name, char[] text) {}

  /**
   * Reads the Java sources in the jars. Files below META-INF are left out, because they are
   * variants for other Java releases. Module declarations are left out, because all jars are
   * compiled together as one unnamed module.
   *
   * @param jars jars with sources in UTF-8
   * @throws StandInFailure if a jar can't be read, or if there are no sources at all
   */
  public static SourceTree read(List<Path> jars) throws StandInFailure {
    List<SourceFile> files = new ArrayList<>();
    for (Path jar : jars) {
      files.addAll(readJar(jar));
    }
    if (files.isEmpty()) {
      throw StandInFailure.unusable("no Java sources in " + jars);
    }
    return new SourceTree(List.copyOf(files));
  }

  private static List<SourceFile> readJar(Path jar) throws StandInFailure {
    List<SourceFile> files = new ArrayList<>();
    try {
      JarBytes.files(jar, SourceTree::isCompiled)
          .forEach((name, bytes) -> files.add(new SourceFile(name, utf8(bytes))));
    } catch (NoSuchFileException missing) {
      throw StandInFailure.unusable("no sources " + jar + ": there is no such file");
    } catch (IOException unreadable) {
      throw StandInFailure.unusable("cannot read sources " + jar + ": " + unreadable.getMessage());
    }
    return files;
  }

  private static char[] utf8(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8).toCharArray();
  }

  private static boolean isCompiled(String name) {
    return name.endsWith(".java")
        && !name.startsWith("META-INF/")
        && !name.endsWith("module-info.java");
  }
}
