package org.kpathjvm.agent;

import java.lang.instrument.Instrumentation;
import java.util.function.BooleanSupplier;
import org.kpathjvm.agent.hot.CompilationLog;
import org.kpathjvm.agent.hot.HotLines;
import org.kpathjvm.agent.hot.HotScope;

/** A recording of hot methods only, for use by {@link HotScope}. */
final class HotRecording implements HotScope.Recording {
  private final PathTransformer transformer;
  private final RecorderControl recorder;
  private final BooleanSupplier goesOn;
  private final AgentLog log;

  HotRecording(
      PathTransformer transformer, RecorderControl recorder, BooleanSupplier goesOn, AgentLog log) {
    this.transformer = transformer;
    this.recorder = recorder;
    this.goesOn = goesOn;
    this.log = log;
  }

  /**
   * Starts to find hot methods.
   *
   * @param compilations the result of {@link CompilationLog#listen}
   * @return the object that finds hot methods; null if this JVM doesn't log what it compiles
   */
  HotScope findMethods(
      Instrumentation instrumentation, MetadataWriter metadata, CompilationLog compilations) {
    HotLines lines = new HotLines(transformer::leaveOut, metadata::append, log);
    return compilations == null
        ? null
        : HotScope.start(instrumentation, this, compilations, transformer.hot, lines);
  }

  @Override
  public boolean goesOn() {
    return goesOn.getAsBoolean();
  }

  @Override
  public boolean mayHave(String className) {
    return transformer.filter.judge(className, false) == ClassFilter.Verdict.INSTRUMENT;
  }

  @Override
  public boolean has(Class<?> type) {
    return transformer.isAskedFor(type);
  }

  /**
   * If JDK classes are included, stops recording the calling thread, because it runs JDK code for
   * the agent.
   */
  @Override
  public void suspendThread() {
    if (transformer.filter.mayIncludeJdk()) {
      recorder.suspendThread();
    }
  }

  @Override
  public void failed(String what, Throwable why) {
    log.failure(what, why);
  }
}
