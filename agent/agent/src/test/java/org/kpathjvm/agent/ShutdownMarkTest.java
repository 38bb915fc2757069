package org.kpathjvm.agent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.kpathjvm.runtime.layout.SegmentLayout.LEAST_SEGMENT_BYTES;
import static org.kpathjvm.runtime.layout.SegmentLayout.TARGET_ENDED_EARLY;
import static org.kpathjvm.runtime.layout.SegmentLayout.TARGET_RECORDING;
import static org.kpathjvm.runtime.layout.SegmentLayout.TARGET_SHUTDOWN;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the shutdown hook notes in the segment and reports in the log. */
class ShutdownMarkTest {
  @TempDir Path directory;
  private SegmentFile segment;
  private Path file;
  private AgentLog log;

  @BeforeEach
  void begin() throws IOException {
    segment = SegmentFile.create(directory.resolve("segment"), LEAST_SEGMENT_BYTES, false);
    segment.targetState(TARGET_RECORDING);
    file = directory.resolve("agent.log");
    log = new AgentLog(file);
  }

  /** Runs the hook as the JVM's end would. */
  private void end() throws IOException, InterruptedException {
    try (MetadataWriter metadata =
        new MetadataWriter(directory.resolve("methods.jsonl"), segment::countUnlisted)) {
      Thread hook = ShutdownMark.register(segment, metadata, log);
      assertTrue(Runtime.getRuntime().removeShutdownHook(hook));
      hook.start();
      hook.join();
    }
  }

  @Test
  void theEndOfTheJvmIsNoted() throws Exception {
    end();
    assertEquals(TARGET_SHUTDOWN, segment.targetState());
    assertFalse(Files.exists(file));
  }

  @Test
  void aFullSegmentIsReported() throws Exception {
    segment.targetState(TARGET_ENDED_EARLY);
    end();
    assertEquals(TARGET_ENDED_EARLY, segment.targetState());
    String logged = Files.readString(file);
    assertTrue(logged.contains(" bytes was full; give a larger segment-size"), logged);
  }

  @Test
  void aFailureOfTheAgentIsNotTakenForAFullSegment() throws Exception {
    segment.targetState(TARGET_ENDED_EARLY);
    log.endedEarly("the agent failed to begin", new IOException("no jar"));
    String logged = Files.readString(file);
    assertTrue(logged.contains("the agent failed to begin: java.io.IOException: no jar"), logged);
    end();
    assertEquals(logged, Files.readString(file));
  }
}
