package org.kpathjvm.core.instrument.paths;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.ClassInstrumenter;
import org.kpathjvm.core.instrument.options.InstrumentOptions;
import org.kpathjvm.core.instrument.oracle.GeneratedClass;
import org.kpathjvm.core.instrument.oracle.SmallMethods;
import org.kpathjvm.core.instrument.probes.Scheme;
import org.kpathjvm.core.numbering.CutMode;

class PackingSchemeTest {
  /** Returns how many paths an activation of a method with a loop may hold back. */
  private static int heldPaths(Scheme scheme) {
    byte[] original = new GeneratedClass().f(SmallMethods::loop).bytes();
    InstrumentOptions options =
        new InstrumentOptions(CutMode.BACK_EDGE, 4096).withScheme(scheme, "P");
    return new ClassInstrumenter()
        .instrument(original, "app", options, count -> 1)
        .methods()
        .get(0)
        .plan
        .heldPaths();
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aSchemePacksIfItsActivationsHoldPathsBack(boolean packs) {
    for (Scheme scheme : new Scheme[] {new StreamScheme(packs), new PackedSequenceScheme(packs)}) {
      assertEquals(packs, scheme.packs(), scheme.toString());
      assertEquals(packs, heldPaths(scheme) > 0, scheme.toString());
    }
  }
}
