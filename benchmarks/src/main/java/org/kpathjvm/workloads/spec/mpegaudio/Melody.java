package org.kpathjvm.workloads.spec.mpegaudio;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;

/** Made-up music: chords that die away, over a little noise. The two channels differ. */
final class Melody {
  static final int SAMPLES_PER_SECOND = 44_100;
  static final int CHANNELS = 2;

  private static final long SEED = 20_080_504;
  private static final int CHORDS_PER_SECOND = 4;
  private static final int TONES = 3;
  private static final int OVERTONES = 4;
  private static final double LOWEST_HERTZ = 110;
  private static final double LOUDNESS = 6_000;
  private static final double NOISE = 200;

  private Melody() {}

  /** Returns samples of 16 bits, lowest byte first. The samples of the two channels alternate. */
  static byte[] play(int seconds) {
    Random random = new Random(SEED);
    int chord = SAMPLES_PER_SECOND / CHORDS_PER_SECOND;
    ByteBuffer samples =
        ByteBuffer.allocate(seconds * SAMPLES_PER_SECOND * CHANNELS * Short.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    double[] pitches = new double[TONES];
    for (int sample = 0; samples.hasRemaining(); sample++) {
      if (sample % chord == 0) {
        for (int tone = 0; tone < TONES; tone++) {
          pitches[tone] = LOWEST_HERTZ * StrictMath.pow(2, random.nextInt(36) / 12.0);
        }
      }
      double fading = 1 - (double) (sample % chord) / chord;
      for (int channel = 0; channel < CHANNELS; channel++) {
        double level = LOUDNESS * fading * level(pitches, sample, channel);
        samples.putShort((short) (level + NOISE * random.nextDouble()));
      }
    }
    return samples.array();
  }

  private static double level(double[] pitches, int sample, int channel) {
    double sum = 0;
    for (int tone = 0; tone < pitches.length; tone++) {
      double turns = pitches[tone] * sample / SAMPLES_PER_SECOND;
      double side = tone % CHANNELS == channel ? 1 : 0.5;
      for (int overtone = 1; overtone <= OVERTONES; overtone++) {
        sum += side * StrictMath.sin(2 * Math.PI * overtone * turns) / (overtone * TONES);
      }
    }
    return sum;
  }
}
