import java.util.Random;
import org.apache.commons.math3.complex.Complex;
import org.apache.commons.math3.linear.EigenDecomposition;
import org.apache.commons.math3.linear.LUDecomposition;
import org.apache.commons.math3.linear.MatrixUtils;
import org.apache.commons.math3.linear.RealMatrix;
import org.apache.commons.math3.stat.descriptive.rank.Median;
import org.apache.commons.math3.transform.DftNormalization;
import org.apache.commons.math3.transform.FastFourierTransformer;
import org.apache.commons.math3.transform.TransformType;

/** Computes a Fourier transform, an inverse matrix, eigenvalues and a median. */
public class CommonsMath {
  public static void main(String[] args) throws Exception {
    Random random = new Random(1);
    double[] signal = new double[1 << 14];
    for (int i = 0; i < signal.length; i++) {
      signal[i] = Math.sin(i * 0.01) + random.nextGaussian() / 10;
    }
    RealMatrix matrix = MatrixUtils.createRealMatrix(120, 120);
    for (int row = 0; row < 120; row++) {
      for (int column = 0; column <= row; column++) {
        double value = random.nextDouble();
        matrix.setEntry(row, column, value);
        matrix.setEntry(column, row, value);
      }
    }
    FastFourierTransformer fourier = new FastFourierTransformer(DftNormalization.STANDARD);
    new Driver(args)
        .run(
            round -> {
              Complex[] spectrum = fourier.transform(signal, TransformType.FORWARD);
              double sum = spectrum[round % spectrum.length].abs();
              sum += new LUDecomposition(matrix).getSolver().getInverse().getEntry(1, 2);
              sum += new EigenDecomposition(matrix).getRealEigenvalue(3);
              sum += new Median().evaluate(signal);
              return Double.doubleToLongBits(sum);
            });
  }
}
