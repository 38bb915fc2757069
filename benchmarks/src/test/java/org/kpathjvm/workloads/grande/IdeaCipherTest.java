package org.kpathjvm.workloads.grande;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

class IdeaCipherTest {
  @Test
  void encryptsThePublishedExample() {
    // In Lai and Massey's own example, the key has the words 1 to 8, and the text has the words
    // 0 to 3.
    int[] keys =
        IdeaCipher.encryptionKeys(HexFormat.of().parseHex("00010002000300040005000600070008"));
    byte[] encrypted = new byte[8];
    IdeaCipher.apply(keys, HexFormat.of().parseHex("0000000100020003"), encrypted);
    assertEquals("11fbed2b01986de5", HexFormat.of().formatHex(encrypted));
  }

  @Test
  void decryptionRestoresTheText() {
    Random random = new Random(3);
    for (int round = 0; round < 50; round++) {
      byte[] key = new byte[16];
      byte[] plain = new byte[80];
      random.nextBytes(key);
      random.nextBytes(plain);
      int[] keys = IdeaCipher.encryptionKeys(key);
      byte[] encrypted = new byte[plain.length];
      byte[] decrypted = new byte[plain.length];
      IdeaCipher.apply(keys, plain, encrypted);
      IdeaCipher.apply(IdeaCipher.decryptionKeys(keys), encrypted, decrypted);
      assertArrayEquals(plain, decrypted);
    }
  }

  @Test
  void productsAreModulo65537() {
    Random random = new Random(4);
    for (int i = 0; i < 100_000; i++) {
      int a = i % 100 == 0 ? 0 : random.nextInt(65_536);
      int b = i % 150 == 0 ? 0 : random.nextInt(65_536);
      long product = (a == 0 ? 65_536L : a) * (b == 0 ? 65_536L : b) % 65_537;
      assertEquals(product & 0xFFFF, IdeaCipher.product(a, b));
    }
  }
}
