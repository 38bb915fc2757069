package org.kpathjvm.agent.attach;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;

/**
 * Gives the class of the probes other methods: for all threads at once, as the JVM stops them for
 * it. What has called a probe before goes on in what it has called.
 */
public final class ProbeSwitch implements ClassFileTransformer {
  private final Instrumentation instrumentation;
  private final Class<?> probes;
  private boolean isAsked;

  /** The class file that the probes have; null: that with which the class was defined. */
  private volatile byte[] file;

  /** The class stays as it was defined until it is asked for something else. */
  public ProbeSwitch(Instrumentation instrumentation, Class<?> probes) {
    this.instrumentation = instrumentation;
    this.probes = probes;
  }

  /**
   * Probes that are called from now on have the methods of another class file, whoever has the
   * class transformed again.
   *
   * @throws UnmodifiableClassException as {@link Instrumentation#retransformClasses}, which may
   *     throw errors, too: then nothing has changed
   */
  public void change(byte[] to) throws UnmodifiableClassException {
    byte[] before = file;
    file = to;
    if (!isAsked) {
      instrumentation.addTransformer(this, true);
      isAsked = true;
    }
    try {
      instrumentation.retransformClasses(probes);
    } catch (UnmodifiableClassException | RuntimeException | Error refused) {
      file = before;
      throw refused;
    }
  }

  /** Probes that are called from now on have the methods with which the class was defined. */
  public void undo() throws UnmodifiableClassException {
    instrumentation.removeTransformer(this);
    isAsked = false;
    file = null;
    instrumentation.retransformClasses(probes);
  }

  @Override
  public byte[] transform(
      ClassLoader loader,
      String internalName,
      Class<?> redefined,
      ProtectionDomain domain,
      byte[] bytes) {
    return redefined == probes ? file : null;
  }
}
