package org.kpathjvm.agent;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.process.MainJar;
import org.kpathjvm.agent.process.OwnProcess;
import org.kpathjvm.runtime.json.JsonWriter;

/**
 * Writes the file recording.json into the recording's directory. The file describes this JVM and
 * lists the options in effect. A profile of the recording takes these options from the file.
 */
final class RecordingDescription {
  static final String FILE_NAME = "recording.json";

  private static final int VERSION = 7;

  private RecordingDescription() {}

  static void write(Path directory, AgentOptions options) throws IOException {
    JsonWriter json = new JsonWriter().beginObject();
    json.put("kpath_recording", VERSION);
    // The main class or jar and its arguments, as the command java has parsed them.
    String command = System.getProperty("sun.java.command");
    json.put("main", command);
    json.put("main_class", MainJar.mainClass(command, System.getProperty("java.class.path")));
    json.put("directory", System.getProperty("user.dir"));
    json.put("java_version", System.getProperty("java.version"));
    json.put("java_vendor", System.getProperty("java.vendor"));
    json.put("pid", OwnProcess.pid());
    json.put("parent_pid", OwnProcess.parentPid());
    json.put("process_start", OwnProcess.started());
    json.put("started_millis", System.currentTimeMillis());
    json.name("options");
    options.writeEffective(json);
    json.endObject();
    byte[] line = (json + "\n").getBytes(StandardCharsets.UTF_8);
    Files.write(directory.resolve(FILE_NAME), CheckedLines.of(line));
  }
}
