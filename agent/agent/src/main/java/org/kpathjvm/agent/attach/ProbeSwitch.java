package org.kpathjvm.agent.attach;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;

/**
 * Makes probes record, and makes them do nothing again: for all threads at once, as the JVM stops
 * them for it. What has called a probe before goes on in what it has called.
 */
public final class ProbeSwitch implements ClassFileTransformer {
  private final Instrumentation instrumentation;
  private final Class<?> probes;
  private final byte[] recording;

  /**
   * @param probes a class whose methods do nothing
   * @param recording its class file with those that record
   */
  public ProbeSwitch(Instrumentation instrumentation, Class<?> probes, byte[] recording) {
    this.instrumentation = instrumentation;
    this.probes = probes;
    this.recording = recording;
  }

  /** Probes record from now on. */
  public void on() throws UnmodifiableClassException {
    instrumentation.addTransformer(this, true);
    instrumentation.retransformClasses(probes);
  }

  /** Probes that are called from now on do nothing. */
  public void off() throws UnmodifiableClassException {
    instrumentation.removeTransformer(this);
    instrumentation.retransformClasses(probes);
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String internalName,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    return redefined == probes ? recording : null;
  }
}
