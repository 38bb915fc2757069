package org.kpathjvm.workloads.spec.mpegaudio;

import de.sciss.jump3r.lowlevel.LameEncoder;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import javax.sound.sampled.AudioFormat;
import javazoom.jl.decoder.Bitstream;
import javazoom.jl.decoder.BitstreamException;
import javazoom.jl.decoder.Decoder;
import javazoom.jl.decoder.DecoderException;
import javazoom.jl.decoder.Header;
import javazoom.jl.decoder.SampleBuffer;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * mpegaudio: decodes MP3 with JLayer. The music is made up and is encoded before the first
 * iteration. Settings: {@code seconds} (of music) and {@code repetitions} (of the decoding).
 */
public final class MpegAudio implements Benchmark {
  private static final int KILOBITS_PER_SECOND = 128;

  private byte[] encoded;
  private int repetitions;
  short[] decoded;
  int samples;
  private int frames;

  @Override
  public void prepare(Inputs inputs) throws StandInFailure {
    int seconds = inputs.number("seconds");
    repetitions = inputs.number("repetitions");
    encoded = encode(Melody.play(seconds));
    // Decoded music is up to three frames longer than the original, so there is room for a second.
    decoded = new short[(seconds + 1) * Melody.SAMPLES_PER_SECOND * Melody.CHANNELS];
  }

  @Override
  public void iterate() throws BitstreamException, DecoderException {
    for (int repetition = 0; repetition < repetitions; repetition++) {
      decode();
    }
  }

  @Override
  public void digest(ResultDigest result) {
    int[] values = new int[samples];
    for (int i = 0; i < samples; i++) {
      values[i] = decoded[i];
    }
    result.add(values);
    result.count("frames", frames);
  }

  private void decode() throws BitstreamException, DecoderException {
    samples = 0;
    frames = 0;
    Bitstream stream = new Bitstream(new ByteArrayInputStream(encoded));
    Decoder decoder = new Decoder();
    for (Header header = stream.readFrame(); header != null; header = stream.readFrame()) {
      SampleBuffer buffer = (SampleBuffer) decoder.decodeFrame(header, stream);
      System.arraycopy(buffer.getBuffer(), 0, decoded, samples, buffer.getBufferLength());
      samples += buffer.getBufferLength();
      frames++;
      stream.closeFrame();
    }
    stream.close();
  }

  private static byte[] encode(byte[] music) {
    AudioFormat format =
        new AudioFormat(Melody.SAMPLES_PER_SECOND, Short.SIZE, Melody.CHANNELS, true, false);
    LameEncoder encoder =
        new LameEncoder(
            format,
            KILOBITS_PER_SECOND,
            LameEncoder.CHANNEL_MODE_JOINT_STEREO,
            LameEncoder.QUALITY_MIDDLE,
            false);
    ByteArrayOutputStream encoded = new ByteArrayOutputStream();
    byte[] packet = new byte[encoder.getMP3BufferSize()];
    int step = encoder.getPCMBufferSize();
    for (int start = 0; start < music.length; start += step) {
      int length = Math.min(step, music.length - start);
      encoded.write(packet, 0, encoder.encodeBuffer(music, start, length, packet));
    }
    encoded.write(packet, 0, encoder.encodeFinish(packet));
    encoder.close();
    return encoded.toByteArray();
  }
}
