package org.kpathjvm.agent.attach;

import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;

/**
 * Switches all probes at one moment, by replacing the methods of the class that has the probes. The
 * JVM stops all threads for this change. A call of a probe that began before the change goes on in
 * the old method.
 */
public final class ProbeSwitch implements ClassFileTransformer {
  private final Instrumentation instrumentation;
  private final Class<?> probes;
  private boolean isAsked;

  /**
   * The class file that the class of the probes has now; null means the file with which the class
   * was defined.
   */
  private volatile byte[] file;

  /** Creates a switch. The class stays as it was defined until {@link #change} is called. */
  public ProbeSwitch(Instrumentation instrumentation, Class<?> probes) {
    this.instrumentation = instrumentation;
    this.probes = probes;
  }

  /**
   * Makes calls of probes reach the methods of another class file. The calls still reach these
   * methods after another agent has asked the JVM to retransform the class.
   *
   * @throws UnmodifiableClassException if {@link Instrumentation#retransformClasses} throws it. The
   *     JVM may also throw errors. After a failure, the probes are as they were.
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

  /** Makes calls of probes reach the methods with which the class was defined. */
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
