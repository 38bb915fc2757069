package org.kpathjvm.workloads.spec.crypto;

import java.util.ArrayList;
import java.util.List;
import org.kpathjvm.workloads.StandInFailure;

/** What the crypto benchmarks encrypt and sign. */
final class CryptoTexts {
  private CryptoTexts() {}

  /**
   * Random bytes.
   *
   * @param lengths in bytes, separated by blanks
   */
  static List<byte[]> random(String lengths, FixedRandom random) throws StandInFailure {
    List<byte[]> texts = new ArrayList<>();
    for (String length : lengths.split(" ")) {
      byte[] text;
      try {
        text = new byte[Integer.parseUnsignedInt(length)];
      } catch (NumberFormatException notANumber) {
        throw StandInFailure.unusable("lengths are " + lengths + ", not whole numbers");
      }
      random.nextBytes(text);
      texts.add(text);
    }
    return texts;
  }
}
