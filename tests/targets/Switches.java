/** Switches of every kind in loops: tables with fall-through, lookups, strings, nested ones. */
// expect: table entries=1 back_edges=12 complete=13 distinct1=6 max1=3
// expect: lookup entries=1 back_edges=5 complete=6 distinct1=6 max1=1 distinct2=5
// The inner loop of "other" runs three times.
// expect: strings entries=1 back_edges=8 complete=9
public class Switches {
  static int table(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++) {
      switch (i % 4) {
        case 0:
          sum += 1;
          break;
        case 1:
          sum += 2;
        case 2:
          sum += 3;
          break;
        default:
          sum += 4;
      }
    }
    return sum;
  }

  static int lookup(int[] values) {
    int sum = 0;
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case -1:
          sum += 5;
          break;
        case 1000:
          sum += 7;
          break;
        case 100000:
          sum += 11;
          break;
        default:
          sum -= 1;
      }
    }
    return sum;
  }

  static int strings(String[] words) {
    int sum = 0;
    for (String word : words) {
      sum =
          31 * sum
              + switch (word) {
                case "Aa" -> 1; // the hash codes of Aa and BB are equal
                case "BB" -> 2;
                case "other" -> {
                  int inner = 0;
                  do {
                    inner += word.charAt(inner) % 2 + 1;
                  } while (inner < word.length());
                  yield inner;
                }
                default -> 3;
              };
    }
    return sum;
  }

  enum Colour {
    RED,
    GREEN,
    BLUE
  }

  static int enums() {
    int sum = 0;
    for (Colour first : Colour.values()) {
      for (Colour second : Colour.values()) {
        switch (first) {
          case RED:
            sum += second == Colour.BLUE ? 1 : 2;
            break;
          case GREEN:
            continue;
          default:
            switch (second) {
              case BLUE -> sum *= 2;
              default -> sum++;
            }
        }
      }
    }
    return sum;
  }

  public static void main(String[] args) {
    System.out.println(table(12));
    System.out.println(lookup(new int[] {-1, 1000, -1, 7, 100000}));
    System.out.println(strings(new String[] {"BB", "Aa", "other", "C#", "", "BB"}));
    System.out.println(enums());
  }
}
