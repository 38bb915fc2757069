/** Has code that runs and code that doesn't, which a coverage tool must tell apart. */
public class Jacoco {
  public static void main(String[] args) {
    for (int i = 0; i < 10; i++) {
      if (i == 11) {
        System.out.println("never");
      }
      Books.loop(i);
    }
    Books.print();
  }
}
