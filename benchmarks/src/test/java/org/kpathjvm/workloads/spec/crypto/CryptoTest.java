package org.kpathjvm.workloads.spec.crypto;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

class CryptoTest {
  private static Inputs inputs(String lengths) {
    return new Inputs(
        Map.of(), Map.of("lengths", lengths, "repetitions", "1"), () -> Path.of("unused"));
  }

  @Test
  void decryptionAndVerificationSucceed() throws Exception {
    // digest() fails if a decrypted text isn't the original or a signature was refused.
    for (Benchmark benchmark : List.of(new CryptoAes(), new CryptoRsa(), new CryptoSignVerify())) {
      benchmark.prepare(inputs("0 1 117 1000"));
      benchmark.iterate();
      assertDoesNotThrow(() -> benchmark.digest(new ResultDigest()));
    }
  }

  @Test
  void aWrongDecryptionFails() throws Exception {
    CryptoAes aes = new CryptoAes();
    aes.prepare(inputs("100"));
    aes.iterate();
    aes.prepare(inputs("99"));
    StandInFailure failure =
        assertThrows(StandInFailure.class, () -> aes.digest(new ResultDigest()));
    assertEquals("decryption 0 did not give the text", failure.getMessage());
  }

  @Test
  void lengthsMustBeNumbers() {
    assertThrows(StandInFailure.class, () -> new CryptoAes().prepare(inputs("100 many")));
  }
}
