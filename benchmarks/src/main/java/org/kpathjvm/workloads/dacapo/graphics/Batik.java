package org.kpathjvm.workloads.dacapo.graphics;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.batik.transcoder.TranscoderException;
import org.apache.batik.transcoder.TranscoderInput;
import org.apache.batik.transcoder.TranscoderOutput;
import org.apache.batik.transcoder.image.ImageTranscoder;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;

/**
 * Stand-in for DaCapo's batik: Batik renders SVG drawings to pictures.
 *
 * <p>Settings: {@code drawings}, the number of drawings; {@code shapes}, the number of shapes in
 * each drawing; {@code width}, the width of the pictures in pixels.
 */
public final class Batik implements Benchmark {
  /** Keeps a rendered picture instead of writing it. */
  private static final class Keeping extends ImageTranscoder {
    private BufferedImage image;

    @Override
    public BufferedImage createImage(int width, int height) {
      return new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    }

    @Override
    public void writeImage(BufferedImage rendered, TranscoderOutput output) {
      image = rendered;
    }
  }

  private static final int SQUARE = 50;

  private final List<String> drawings = new ArrayList<>();
  private int width;
  private List<BufferedImage> pictures;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    width = inputs.number("width");
    for (int i = 0; i < inputs.number("drawings"); i++) {
      drawings.add(new Drawing(i).svg(inputs.number("shapes")));
    }
  }

  @Override
  public void beforeIteration() {
    pictures = new ArrayList<>();
  }

  @Override
  public void iterate() throws TranscoderException {
    for (String drawing : drawings) {
      Keeping transcoder = new Keeping();
      transcoder.addTranscodingHint(ImageTranscoder.KEY_WIDTH, (float) width);
      transcoder.addTranscodingHint(ImageTranscoder.KEY_BACKGROUND_COLOR, Color.WHITE);
      transcoder.transcode(new TranscoderInput(new StringReader(drawing)), null);
      pictures.add(transcoder.image);
    }
  }

  /**
   * Adds the brightness of each square of the pictures, in coarse steps, because the rasterisers of
   * different JDKs put single pixels of a curve's edge in different places.
   */
  @Override
  public void digest(ResultDigest result) {
    result.count("pictures", pictures.size());
    for (BufferedImage picture : pictures) {
      for (int y = 0; y + SQUARE <= picture.getHeight(); y += SQUARE) {
        for (int x = 0; x + SQUARE <= picture.getWidth(); x += SQUARE) {
          result.add(brightness(picture.getRGB(x, y, SQUARE, SQUARE, null, 0, SQUARE)));
        }
      }
    }
  }

  /** Returns the mean brightness of blue, green and red, each from 0 to 7. */
  private static int[] brightness(int[] pixels) {
    long[] sums = new long[3];
    for (int pixel : pixels) {
      for (int colour = 0; colour < sums.length; colour++) {
        sums[colour] += pixel >> colour * Byte.SIZE & 0xFF;
      }
    }
    return Arrays.stream(sums).mapToInt(sum -> (int) (sum / pixels.length / 32)).toArray();
  }
}
