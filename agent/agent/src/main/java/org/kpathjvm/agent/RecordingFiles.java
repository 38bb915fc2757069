package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.kpathjvm.agent.options.AgentOption;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.process.OwnProcess;

/**
 * The directory of one JVM's recording, and the segment in it. Usually the launcher has made both.
 * This JVM makes both if the options name no segment, or if the named segment is a template. Each
 * JVM that inherits the options makes a directory of its own beside the template.
 */
final class RecordingFiles {
  /**
   * The names of the directories beside a template begin with this string. The process id follows.
   */
  static final String JVM_PREFIX = "jvm-";

  final Path directory;
  final SegmentFile segment;

  private RecordingFiles(Path directory, SegmentFile segment) {
    this.directory = directory;
    this.segment = segment;
  }

  static RecordingFiles of(AgentOptions options) throws IOException {
    if (options.get(AgentOption.SEGMENT) == null) {
      Path directory = makeOutput(options);
      return new RecordingFiles(
          directory,
          SegmentFile.create(
              directory.resolve("segment"),
              options.get(AgentOption.SEGMENT_SIZE),
              options.get(AgentOption.THREADS) == AgentOption.Threads.APART));
    }
    Path file = options.get(AgentOption.SEGMENT);
    Path parent = file.toAbsolutePath().getParent();
    SegmentFile named = SegmentFile.open(file);
    if (!named.isTemplate()) {
      return new RecordingFiles(parent, named);
    }
    Path directory = makeDirectory(parent, JVM_PREFIX + OwnProcess.pid(), ".", "");
    try {
      return new RecordingFiles(
          directory, SegmentFile.createLike(named, directory.resolve("segment")));
    } catch (IOException noRoom) {
      Files.deleteIfExists(directory);
      throw noRoom;
    }
  }

  /**
   * Makes a directory with the name {@code name + suffix}. If the name is taken, inserts the
   * separator and a number. The name contains the process id, but another process may have the same
   * id: the system reuses ids, and every container has a process 1.
   */
  private static Path makeDirectory(Path parent, String name, String separator, String suffix)
      throws IOException {
    for (int again = 0; ; again++) {
      try {
        return Files.createDirectory(
            parent.resolve((again == 0 ? name : name + separator + again) + suffix), ownerOnly());
      } catch (FileAlreadyExistsException ofAnEarlierProcess) {
        // The loop tries the next number.
      }
    }
  }

  /**
   * Makes the directory of a recording whose options name no segment. The directory has the name
   * that the option {@code output} gives. If this name depends on the process id, as the default
   * does, and is taken, a number is inserted after the process id.
   */
  static Path makeOutput(AgentOptions options) throws IOException {
    Path output = options.get(AgentOption.OUTPUT).toAbsolutePath();
    if (!options.isOutputOfProcess()) {
      return Files.createDirectory(output, ownerOnly());
    }
    Files.createDirectories(output.getParent());
    String name = output.getFileName().toString();
    String pid = Long.toString(OwnProcess.pid());
    int at = name.lastIndexOf(pid);
    int end = at < 0 ? name.length() : at + pid.length();
    return makeDirectory(output.getParent(), name.substring(0, end), "-", name.substring(end));
  }

  private static FileAttribute<?> ownerOnly() {
    Set<PosixFilePermission> owner = PosixFilePermissions.fromString("rwx------");
    return PosixFilePermissions.asFileAttribute(owner);
  }
}
