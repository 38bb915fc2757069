package org.kpathjvm.workloads;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The inputs of a benchmark: files and settings by name, and the benchmark's own directory.
 *
 * @param files the files of each input, by the input's name, in the order of the command line
 * @param settings the value of each setting, by the setting's key
 * @param place provides the directory
 */
public record Inputs(Map<String, List<Path>> files, Map<String, String> settings, Place place) {
  /**
   * Provides a directory. Most benchmarks don't need one, so the directory is created on the first
   * request.
   */
  @FunctionalInterface
  public interface Place {
    /**
     * Returns the directory, the same one each time.
     *
     * @throws StandInFailure if the directory can't be made
     */
    Path directory() throws StandInFailure;
  }

  /**
   * Returns a directory for files that have to be on a disk. The directory is empty at first, and
   * is removed after the run.
   *
   * @throws StandInFailure if the directory can't be made
   */
  public Path directory() throws StandInFailure {
    return place.directory();
  }

  /**
   * Returns the files of an input, at least one. All of them exist.
   *
   * @throws StandInFailure if there is no such input, or if one of the input's files is missing
   */
  public List<Path> files(String name) throws StandInFailure {
    List<Path> found = files.get(name);
    if (found == null) {
      throw StandInFailure.unusable("no input " + name + ": pass --input " + name + "=PATH");
    }
    for (Path file : found) {
      if (!Files.isRegularFile(file)) {
        throw StandInFailure.unusable("no input " + name + ": there is no file " + file);
      }
    }
    return found;
  }

  /**
   * Returns the file of an input that has exactly one file.
   *
   * @throws StandInFailure if there is no such input, or the input has several files, or the file
   *     is missing
   */
  public Path file(String name) throws StandInFailure {
    List<Path> found = files(name);
    if (found.size() != 1) {
      throw StandInFailure.unusable("input " + name + " has " + found.size() + " files, not one");
    }
    return found.get(0);
  }

  /**
   * Returns a setting.
   *
   * @throws StandInFailure if the setting is missing
   */
  public String text(String key) throws StandInFailure {
    String value = settings.get(key);
    if (value == null) {
      throw StandInFailure.unusable("no setting " + key + ": pass --set " + key + "=VALUE");
    }
    return value;
  }

  /**
   * Returns a setting that is a whole number and at least 0.
   *
   * @throws StandInFailure if the setting is missing or isn't such a number
   */
  public int number(String key) throws StandInFailure {
    return number(key, 0);
  }

  /**
   * Returns a setting that is a whole number and at least {@code least}.
   *
   * @throws StandInFailure if the setting is missing or isn't such a number
   */
  public int number(String key, int least) throws StandInFailure {
    return Arguments.number("setting " + key, text(key), least);
  }

  /** Returns the settings and then the files, for messages. */
  @Override
  public String toString() {
    return new TreeMap<>(settings) + " " + new TreeMap<>(files);
  }
}
