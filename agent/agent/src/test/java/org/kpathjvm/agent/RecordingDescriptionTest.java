package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.kpathjvm.agent.options.AgentOptions;
import org.kpathjvm.agent.process.OwnProcess;

class RecordingDescriptionTest {
  @Test
  void describesTheJvmAndTheEffectiveOptions(@TempDir Path directory) throws IOException {
    RecordingDescription.write(directory, AgentOptions.parse("max-paths=7"));
    String text = Files.readString(directory.resolve("recording.json"));
    assertTrue(text.startsWith("{\"kpath_recording\":7,\"main\":"), text);
    assertTrue(text.contains("\"pid\":" + ProcessHandle.current().pid() + ","), text);
    assertTrue(text.contains("\"java_version\":\"" + System.getProperty("java.version")), text);
    assertTrue(text.contains("\"process_start\":" + OwnProcess.started() + ","), text);
    assertTrue(text.contains("\"main_class\":"), text);
    assertTrue(text.contains("\"directory\":\"" + System.getProperty("user.dir") + "\","), text);
    assertTrue(text.contains("\"options\":{"), text);
    assertTrue(text.contains("\"max-paths\":7,\"packing\":true,\"longest\":0,\"wholes\":0,"), text);
    CheckedLinesTest.assertChecked(text);
  }
}
