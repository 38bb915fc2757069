package org.kpathjvm.core.instrument.metadata;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.kpathjvm.core.instrument.programs.Waiting;

/** Tests which loops {@code WaitingLoops} recognises as loops that wait or try again. */
class WaitingLoopsTest {
  /** Returns how the only loop of a method waits or tries again; null if the loop is ordinary. */
  @SuppressWarnings("unchecked")
  private static Object waits(String method) {
    Map<String, Object> json =
        MethodRecordTest.json(MethodRecordTest.record(Waiting.class, method));
    List<Map<String, Object>> loops = (List<Map<String, Object>>) json.get("loops");
    assertEquals(1, loops.size(), method);
    return loops.get(0).get("waits");
  }

  @ParameterizedTest
  @CsvSource({
    "updateAndGet,         retry AtomicInteger.compareAndSet",
    "updateAndGetOfJdk17,  retry AtomicInteger.weakCompareAndSetVolatile",
    "acquireUpTo,          retry AtomicInteger.compareAndSet",
    "keptResult,           retry VarHandle.compareAndSet",
    "exchange,             retry VarHandle.compareAndExchange",
    "exchangeFromZero,     retry AtomicInteger.compareAndExchange",
    "exchangeOfConstants,  retry AtomicInteger.compareAndExchange",
    "exchangeOfLongs,      retry AtomicLong.compareAndExchange",
    "exchangeFromNull,     retry AtomicReference.compareAndExchange",
    "exchangeFromFalse,    retry AtomicBoolean.compareAndExchange",
    "exchangeFromTrue,     retry AtomicBoolean.compareAndExchange",
    "triesLock,            retry ReentrantLock.tryLock",
    "triesTwo,             retry AtomicBoolean.compareAndSet",
    "spinLock,             spin Thread.onSpinWait",
    "boundedSpin,          spin Thread.onSpinWait",
    "spinsThenYields,      spin Thread.onSpinWait",
    "polling,              poll Waiting.stop",
    "pollingForValue,      poll Waiting.state",
    "pollingOfAtomic,      poll AtomicInteger.get",
    "sleeps,               wait Thread.sleep",
    "parks,                wait LockSupport.park",
    "waits,                wait Object.wait",
    "awaits,               wait Condition.await",
    "waitsWhateverHappens, wait Object.wait",
  })
  void aLoopThatWaitsOrTriesAgainIsRecognised(String method, String wanted) {
    assertEquals(wanted, waits(method));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "countsSuccesses",
        "claimsSlot",
        "claimsNode",
        "claimsItem",
        "drains",
        "drainsByExchange",
        "fillsByExchange",
        "fillsLinks",
        "takesByExchange",
        "drainsLongs",
        "exchangesUntilEnough",
        "yieldsRarely",
        "sleepsOnError",
        "worksUntilStopped",
        "followsVolatileLinks",
        "scansAtomics",
        "readsPlainField",
        "triesBetweenTasks",
        "counts"
      })
  void anOrdinaryLoopIsNotRecognised(String method) {
    assertNull(waits(method));
  }
}
