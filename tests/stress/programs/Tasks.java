/**
 * The methods that {@link DriveStorm} runs. A task's number determines its activations, which
 * storms.py computes.
 */
final class Tasks {
  private Tasks() {}

  /** Runs a loop whose branches and length follow from the number. */
  static int loop(int number) {
    int sum = number; // @enter
    int i = 0;
    int n = 3 + number % 11;
    while (i < n) { // @head
      int choice = (31 * number + 7 * i + i * i) % 5; // @choose
      if (choice == 0) {
        sum += count(i); // @call
      } else if (choice < 3) {
        sum ^= choice; // @few
      } else {
        sum -= i; // @many
      }
      i++; // @next
    }
    return sum; // @leave
  }

  static int count(int i) {
    return i * 3; // @enter
  }

  /** Calls itself from a loop, so each caller is in the midst of the loop. */
  static int nested(int number, int depth) {
    int sum = 0; // @enter
    int i = 0;
    while (i < 2) { // @head
      if (depth > 0) {
        sum += nested(number / 2, depth - 1); // @down
      } else {
        sum += number & 1; // @flat
      }
      i++; // @next
    }
    return sum; // @leave
  }
}
