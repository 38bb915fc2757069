package org.kpathjvm.core.instrument;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.lang.reflect.Method;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.ClassFiles;
import org.kpathjvm.core.instrument.oracle.Schemes;
import org.kpathjvm.core.instrument.oracle.SilentProbes;
import org.kpathjvm.core.instrument.programs.Overflow;
import org.kpathjvm.core.numbering.CutMode;
import org.kpathjvm.core.sample.ByteLoader;

/**
 * Tests stack overflows in probes. If a trampoline (code inserted before a handler) throws, the
 * exception must not lead back into the same trampoline. No monitor may stay locked.
 */
class OverflowTest {
  @Test
  void monitorsAreReleasedAfterAnOverflow() throws Exception {
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096)
            .withScheme(Schemes.STREAM.scheme(), SilentProbes.INTERNAL_NAME);
    Map<String, byte[]> classes = new HashMap<>();
    ClassFiles.of(Overflow.class)
        .forEach(
            (name, bytes) ->
                classes.put(
                    name,
                    new ClassInstrumenter().instrument(bytes, "app", options, n -> 1000).bytes()));
    Class<?> main =
        new ByteLoader(classes, getClass().getClassLoader()).loadClass(Overflow.class.getName());
    Method run = main.getMethod("run");
    String result =
        assertTimeoutPreemptively(Duration.ofMinutes(5), () -> (String) run.invoke(null));
    assertEquals("overflows", result);
  }
}
