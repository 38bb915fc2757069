package org.kpathjvm.workloads.spec.mpegaudio;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.kpathjvm.workloads.Inputs;

class MpegAudioTest {
  private static final int SECONDS = 2;
  private static final int MOST_DELAY = 4_000;

  @Test
  void theDecodedMusicResemblesTheOriginal() throws Exception {
    MpegAudio audio = new MpegAudio();
    Map<String, String> settings = Map.of("seconds", String.valueOf(SECONDS), "repetitions", "1");
    audio.prepare(new Inputs(Map.of(), settings, () -> Path.of("unused")));
    audio.iterate();
    double[] played = left(played());
    double[] decoded = left(Arrays.copyOf(audio.decoded, audio.samples));
    double best = 0;
    for (int delay = 0; delay < MOST_DELAY; delay++) {
      best = Math.max(best, correlation(played, decoded, delay));
    }
    assertTrue(best > 0.98, "the best correlation is " + best);
  }

  @Test
  void theMelodyIsTheSameEachTime() {
    assertEquals(ByteBuffer.wrap(Melody.play(1)), ByteBuffer.wrap(Melody.play(1)));
  }

  private static short[] played() {
    ShortBuffer samples =
        ByteBuffer.wrap(Melody.play(SECONDS)).order(ByteOrder.LITTLE_ENDIAN).asShortBuffer();
    short[] played = new short[samples.remaining()];
    samples.get(played);
    return played;
  }

  private static double[] left(short[] samples) {
    double[] left = new double[samples.length / Melody.CHANNELS];
    for (int i = 0; i < left.length; i++) {
      left[i] = samples[Melody.CHANNELS * i];
    }
    return left;
  }

  /**
   * Returns the similarity of two signals, from -1 to 1. The second signal is assumed to start
   * {@code delay} samples after the first.
   */
  private static double correlation(double[] first, double[] second, int delay) {
    double products = 0;
    double firstSquares = 0;
    double secondSquares = 0;
    // A part of the music is enough. This part begins after the encoder has settled.
    for (int i = 10_000; i < 15_000; i++) {
      products += first[i] * second[i + delay];
      firstSquares += first[i] * first[i];
      secondSquares += second[i + delay] * second[i + delay];
    }
    return products / Math.sqrt(firstSquares * secondSquares);
  }
}
