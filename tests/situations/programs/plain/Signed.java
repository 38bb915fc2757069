/** Prints how many signers its classes have, and runs a loop. */
public class Signed {
  public static void main(String[] args) {
    System.out.println("signers " + Signed.class.getProtectionDomain().getCodeSource().getCodeSigners().length);
    System.out.println("signers of work " + Work.class.getSigners().length);
    Books.loop(123);
    Books.print();
  }
}
