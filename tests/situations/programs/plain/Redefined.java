/** Runs {@link Work} unchanged, then redefined by another agent, and then restored. */
public class Redefined {
  public static void main(String[] args) throws Exception {
    Class<?> meddler = Class.forName("Meddler");
    java.lang.reflect.Method redefine =
        meddler.getMethod("redefine", Class.class, String.class);
    Books.loop(100);
    redefine.invoke(null, Work.class, args[0]);
    // The redefined loop's body has no branch.
    System.out.println(Work.loop(50));
    redefine.invoke(null, Work.class, null);
    Books.loop(200);
    Books.print();
  }
}
