package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes recording.json beside a segment that the agent has made: what a launcher would have known.
 * {@code kpath-jvm build} and {@code run --follow-children} put it into the profile.
 */
final class RecordingDescription {
  static final String FILE_NAME = "recording.json";

  private RecordingDescription() {}

  static void write(Path directory, AgentOptions options) throws IOException {
    JsonWriter json = new JsonWriter();
    json.beginObject();
    // The main class or jar and its arguments, as the launcher understood them.
    json.put("main", System.getProperty("sun.java.command"));
    json.put("java_version", System.getProperty("java.version"));
    json.put("java_vendor", System.getProperty("java.vendor"));
    json.put("pid", ProcessHandle.current().pid());
    Optional<ProcessHandle> parent = ProcessHandle.current().parent();
    json.put("parent_pid", parent.isPresent() ? parent.get().pid() : 0L);
    json.put("started_millis", System.currentTimeMillis());
    json.put("cut", options.cut().label());
    json.put("max_paths", options.maxPaths());
    json.name("include").values(options.include());
    json.name("exclude").values(options.exclude());
    json.put("profiler", options.profiler().label);
    if (options.profiler() == Profiler.K_BLPP) {
      json.put("k", options.k());
      json.put("move_to_front", options.moveToFront());
    }
    json.endObject();
    Files.write(directory.resolve(FILE_NAME), (json + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
