package org.kpathjvm.workloads.dacapo.sunflow;

import java.util.concurrent.atomic.AtomicInteger;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Crew;
import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.Vector;

/**
 * Stand-in for DaCapo's sunflow: renders a picture by tracing paths of light. The renderer is our
 * own.
 *
 * <p>Settings: {@code width}, the side of the square picture in pixels; {@code samples}, the number
 * of paths for each pixel; {@code detail}, how finely the scene is divided into triangles (see
 * {@link Scene}); {@code threads}, the number of threads. Each thread takes one tile of the picture
 * after another. A pixel's random numbers depend only on its position.
 */
public final class Sunflow implements Benchmark {
  private static final int TILE = 16;
  private static final long SEED = 2006;
  private static final Vector EYE = new Vector(0, 0.1, -2.6);
  private static final double ZOOM = 1.6;

  private int width;
  private int samples;
  private int detail;
  private int threads;
  private int[] picture;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    width = inputs.number("width");
    samples = inputs.number("samples");
    detail = inputs.number("detail");
    threads = inputs.number("threads");
  }

  @Override
  public void beforeIteration() {
    picture = new int[width * width];
  }

  @Override
  public void iterate() throws Exception {
    BoxTree scene = new BoxTree(Scene.generate(SEED, detail));
    AtomicInteger nextTile = new AtomicInteger();
    int tilesAcross = (width + TILE - 1) / TILE;
    Crew.run(
        threads,
        worker -> {
          int tile = nextTile.getAndIncrement();
          while (tile < tilesAcross * tilesAcross) {
            render(scene, tile % tilesAcross * TILE, tile / tilesAcross * TILE);
            tile = nextTile.getAndIncrement();
          }
        });
  }

  private void render(BoxTree scene, int left, int top) {
    for (int y = top; y < Math.min(top + TILE, width); y++) {
      for (int x = left; x < Math.min(left + TILE, width); x++) {
        picture[y * width + x] = pixel(scene, x, y);
      }
    }
  }

  private int pixel(BoxTree scene, int x, int y) {
    Generator generator = new Generator((long) y * width + x);
    PathTracer tracer = new PathTracer(scene, generator);
    Vector sum = Vector.ZERO;
    for (int sample = 0; sample < samples; sample++) {
      double across = 2 * (x + generator.unit()) / width - 1;
      double up = 1 - 2 * (y + generator.unit()) / width;
      sum = sum.plus(tracer.light(EYE, new Vector(across, up, ZOOM).unit()));
    }
    Vector mean = sum.times(1.0 / samples);
    return level(mean.x()) << 16 | level(mean.y()) << 8 | level(mean.z());
  }

  /** Returns the level of a brightness, from 0 to 255, with a gamma of 2. */
  private static int level(double brightness) {
    return (int) (255 * Math.sqrt(Math.min(1, brightness)) + 0.5);
  }

  @Override
  public void digest(ResultDigest result) {
    result.count("pixels", picture.length).add(picture);
  }
}
