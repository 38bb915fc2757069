package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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
    json.name("main").value(System.getProperty("sun.java.command"));
    json.name("java_version").value(System.getProperty("java.version"));
    json.name("java_vendor").value(System.getProperty("java.vendor"));
    json.name("pid").value(ProcessHandle.current().pid());
    Optional<ProcessHandle> parent = ProcessHandle.current().parent();
    json.name("parent_pid").value(parent.isPresent() ? parent.get().pid() : 0L);
    json.name("started_millis").value(System.currentTimeMillis());
    json.name("cut").value(options.cut().label());
    json.name("max_paths").value(options.maxPaths());
    list(json, "include", options.include());
    list(json, "exclude", options.exclude());
    json.name("profiler").value(options.profiler().label);
    if (options.profiler() == Profiler.K_BLPP) {
      json.name("k").value(options.k());
      json.name("move_to_front").value(options.moveToFront());
    }
    json.endObject();
    Files.write(directory.resolve(FILE_NAME), (json + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private static void list(JsonWriter json, String name, List<String> values) {
    json.name(name).beginArray();
    for (String value : values) {
      json.value(value);
    }
    json.endArray();
  }
}
