/** Labelled breaks and continues: several latches of one header, exits from an inner loop. */
// With a letter for each path, the paths of run are A B C B D C E F, in this order.
// expect: run entries=1 back_edges=7 complete=8 distinct1=6 max1=2 distinct2=7 total2=7 max2=1
public class LabelledJumps {
  static int run() {
    int sum = 0;
    outer:
    for (int i = 0; i < 4; i++) {
      for (int j = 0; j < 4; j++) {
        if (j == i) {
          continue outer;
        }
        if (i == 3 && j == 1) {
          break outer;
        }
        sum += j;
      }
    }
    return sum;
  }

  static int search(int[][] rows, int wanted) {
    int steps = 0;
    found:
    {
      rows:
      for (int[] row : rows) {
        int x = 0;
        while (true) {
          if (x == row.length) {
            continue rows;
          }
          steps++;
          if (row[x] == wanted) {
            break found;
          }
          if (row[x++] < 0) {
            break;
          }
        }
        steps += 100;
      }
      return -steps;
    }
    return steps;
  }

  public static void main(String[] args) {
    int[][] rows = {{1, 2, 3}, {}, {4, -1, 5}, {6, 7}};
    StringBuilder found = new StringBuilder();
    for (int wanted = 1; wanted < 9; wanted++) {
      found.append(' ').append(search(rows, wanted));
    }
    System.out.println(run() + found.toString());
  }
}
