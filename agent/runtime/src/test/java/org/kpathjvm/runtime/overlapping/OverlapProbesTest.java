package org.kpathjvm.runtime.overlapping;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.kpathjvm.runtime.inline.InlineSetup;
import org.kpathjvm.runtime.threads.ThreadSetup;

class OverlapProbesTest {
  private static final int SIGNATURE = 9;
  private static final int SITE = 3;

  /** Sets up the runtime, before any of its classes is initialised. */
  @BeforeAll
  static void setUp() throws ReflectiveOperationException {
    ThreadSetup.yield =
        MethodHandles.lookup().findStatic(Thread.class, "yield", MethodType.methodType(void.class));
    InlineSetup.tableBytes = 1L << 28;
    InlineSetup.tables = new OverlapTables();
  }

  /** The second thread gets the lease of the first one, which has ended. */
  @Test
  void aCallTakesNoActivationOfAnotherThread() throws InterruptedException {
    int[] lists = new int[2];
    inThread(
        () -> {
          returns();
          lists[0] = called();
          returns();
        });
    inThread(() -> lists[1] = called());
    assertNotEquals(CallTables.NONE, lists[0]);
    assertEquals(CallTables.NONE, lists[1]);
  }

  private static void returns() {
    OverlapProbes.returns(CallTables.NONE, 0, 5, SIGNATURE, "demo.C");
  }

  private static int called() {
    return OverlapProbes.called(CallTables.NONE, SITE, SIGNATURE);
  }

  private static void inThread(Runnable work) throws InterruptedException {
    Thread thread = new Thread(work);
    thread.start();
    thread.join();
  }
}
