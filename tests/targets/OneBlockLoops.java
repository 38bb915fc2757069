/** Loops of one block; a loop whose header is the method's first instruction; long counted runs. */
// expect: single entries=1 back_edges=9 complete=10 distinct1=3 max1=8 distinct2=3 max2=7
// expect: single loop-header entries=1 back_edges=10 complete=11 distinct1=3 max1=9
// expect: zero entries=2 back_edges=4 complete=6 distinct1=4
// expect: zero loop-header entries=2 back_edges=4 complete=6 distinct1=4
public class OneBlockLoops {
  static int single() {
    int i = 0;
    int sum = 0;
    do {
      sum += i;
      i++;
    } while (i < 10);
    return sum;
  }

  static int zero(int n) {
    do {
      n--;
    } while (n > 0);
    return n;
  }

  static int several(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      do {
        sum += 3;
      } while (sum % 5 != 0);
      int j = i;
      do {
        sum ^= j;
      } while (--j > 0);
    }
    do {
      sum -= 7;
    } while (sum > 0);
    return sum;
  }

  static int run(byte[] data, int from) {
    int at = from;
    while (data[at] == 0) {
      at++;
    }
    return at;
  }

  public static void main(String[] args) {
    int found = 0;
    byte[] data = new byte[50];
    data[40] = 1;
    for (int from = 30; from < 50; from += 5) {
      try {
        found += run(data, from);
      } catch (ArrayIndexOutOfBoundsException e) {
        found += 1000;
      }
    }
    System.out.println(single() + " " + zero(5) + " " + zero(0) + " " + several(7) + " " + found);
  }
}
