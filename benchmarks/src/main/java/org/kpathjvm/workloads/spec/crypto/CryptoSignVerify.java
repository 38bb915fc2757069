package org.kpathjvm.workloads.spec.crypto;

import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.crypto.AsymmetricCipherKeyPair;
import org.bouncycastle.crypto.CryptoException;
import org.bouncycastle.crypto.Signer;
import org.bouncycastle.crypto.digests.MD5Digest;
import org.bouncycastle.crypto.digests.SHA1Digest;
import org.bouncycastle.crypto.digests.SHA256Digest;
import org.bouncycastle.crypto.signers.DSADigestSigner;
import org.bouncycastle.crypto.signers.DSASigner;
import org.bouncycastle.crypto.signers.HMacDSAKCalculator;
import org.bouncycastle.crypto.signers.RSADigestSigner;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * crypto.signverify: signs texts and verifies the signatures, by MD5, SHA-1 and SHA-256 with RSA
 * and by SHA-1 with DSA, with keys of 1,024 bits. Inputs: {@code lengths} of the texts in bytes,
 * and {@code repetitions}.
 */
public final class CryptoSignVerify implements Benchmark {
  private static final long SEED = 20_080_503;

  private AsymmetricCipherKeyPair rsa;
  private AsymmetricCipherKeyPair dsa;
  private List<byte[]> texts;
  private List<byte[]> signatures;
  private int refused;
  private int repetitions;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    repetitions = inputs.number("repetitions");
    FixedRandom random = new FixedRandom(SEED);
    texts = CryptoTexts.random(inputs.text("lengths"), random);
    rsa = CryptoKeys.rsa(random);
    dsa = CryptoKeys.dsa(random);
  }

  @Override
  public void iterate() throws CryptoException {
    refused = 0;
    for (int repetition = 0; repetition < repetitions; repetition++) {
      signatures = new ArrayList<>();
      for (byte[] text : texts) {
        signAndVerify(new RSADigestSigner(new MD5Digest()), rsa, text);
        signAndVerify(new RSADigestSigner(new SHA1Digest()), rsa, text);
        signAndVerify(new RSADigestSigner(SHA256Digest.newInstance()), rsa, text);
        // Numbers that depend on the text (RFC 6979), so that signatures repeat.
        DSASigner signer = new DSASigner(new HMacDSAKCalculator(new SHA1Digest()));
        signAndVerify(new DSADigestSigner(signer, new SHA1Digest()), dsa, text);
      }
    }
  }

  @Override
  public void digest(ResultDigest result) throws StandInFailure {
    if (refused > 0) {
      throw StandInFailure.wrongResult(refused + " of our own signatures were refused");
    }
    signatures.forEach(result::add);
  }

  private void signAndVerify(Signer signer, AsymmetricCipherKeyPair keys, byte[] text)
      throws CryptoException {
    signer.init(true, keys.getPrivate());
    signer.update(text, 0, text.length);
    byte[] signature = signer.generateSignature();
    signatures.add(signature);
    signer.init(false, keys.getPublic());
    signer.update(text, 0, text.length);
    if (!signer.verifySignature(signature)) {
      refused++;
    }
  }
}
