/** Mixes rows of samples, each row in its own way. */
public class Mixer {
  static final int ADD = 0;
  static final int AVERAGE = 1;
  static final int MAXIMUM = 2;

  static void mix(int[] into, int[] row, int way) {
    for (int i = 0; i < into.length; i++) {
      int sample = row[i];
      if (way == ADD) {
        into[i] += sample;
      } else if (way == AVERAGE) {
        into[i] = (into[i] + sample) >> 1;
      } else {
        into[i] = Math.max(into[i], sample);
      }
    }
  }

  public static void main(String[] args) {
    int[][] rows = new int[16][512];
    int seed = 1;
    for (int[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        seed = seed * 1103515245 + 12345;
        row[i] = seed >> 16;
      }
    }
    int[] mixed = new int[512];
    long sum = 0;
    for (int round = 0; round < Integer.parseInt(args[0]); round++) {
      for (int i = 0; i < rows.length; i++) {
        mix(mixed, rows[i], (round * 7 + i) % 3);
      }
      sum += mixed[round % mixed.length];
    }
    System.out.println("sum " + sum);
  }
}
