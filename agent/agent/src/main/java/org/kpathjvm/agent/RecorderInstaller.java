package org.kpathjvm.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.nio.Buffer;
import java.util.Map;
import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.Remapper;

/**
 * Defines the recorder's classes in package {@code java.lang}: the one package that every class
 * loader must leave to the bootstrap loader, in a module that every module reads and that may use
 * the JDK's internal Unsafe.
 */
final class RecorderInstaller {
  private static final String SOURCE_PREFIX = "org/kpathjvm/runtime/recorder/";
  private static final String TARGET_PREFIX = "java/lang/KPath";

  /** In an order in which each class finds those that its verification needs. */
  private static final String[] CLASSES = {
    "Setup",
    "Carrier",
    "StackReserve",
    "SpinLock",
    "Blocks",
    "Lease",
    "Leases",
    "Slots",
    "Recorder",
    "Probes"
  };

  private final MethodHandles.Lookup lookup;
  private Class<?> recorder;

  private RecorderInstaller(MethodHandles.Lookup lookup) {
    this.lookup = lookup;
  }

  /** The internal name of the class that holds the probes. */
  static String probesName() {
    return TARGET_PREFIX + "Probes";
  }

  /**
   * Opens java.lang to the agent, defines the classes over the mapped segment and initialises them.
   */
  static RecorderControl install(Instrumentation instrumentation, SegmentFile segment)
      throws ReflectiveOperationException, IOException {
    Module javaBase = Object.class.getModule();
    Set<Module> agent = Set.of(RecorderInstaller.class.getModule());
    instrumentation.redefineModule(
        javaBase,
        Set.of(),
        Map.of(),
        Map.of("java.lang", agent, "java.nio", agent),
        Set.of(),
        Map.of());
    MethodHandles.Lookup lookup =
        MethodHandles.privateLookupIn(Object.class, MethodHandles.lookup());
    RecorderInstaller installer = new RecorderInstaller(lookup);
    for (String name : CLASSES) {
      Class<?> defined = lookup.defineClass(installer.renamed(name));
      if (name.equals("Setup")) {
        fill(defined, segment);
      } else if (name.equals("Recorder")) {
        installer.recorder = defined;
      }
    }
    // Initialise now: the first probe may come at a bad moment.
    for (String name : CLASSES) {
      Class.forName((TARGET_PREFIX + name).replace('/', '.'), true, null);
    }
    return installer.control();
  }

  private byte[] renamed(String name) throws IOException {
    try (InputStream in =
        RecorderInstaller.class.getResourceAsStream("/" + SOURCE_PREFIX + name + ".class")) {
      if (in == null) {
        throw new IOException("the agent's jar has no class " + SOURCE_PREFIX + name);
      }
      ClassWriter writer = new ClassWriter(0);
      ClassVisitor visitor =
          new ClassRemapper(
              writer,
              new Remapper(Opcodes.ASM9) {
                @Override
                public String map(String internalName) {
                  return internalName.startsWith(SOURCE_PREFIX)
                      ? TARGET_PREFIX + internalName.substring(SOURCE_PREFIX.length())
                      : internalName;
                }
              });
      if (name.equals("Carrier") && Runtime.version().feature() >= 19) {
        visitor = new CarrierVisitor(visitor);
      }
      new ClassReader(in.readAllBytes()).accept(visitor, 0);
      return writer.toByteArray();
    }
  }

  /**
   * Replaces Thread.currentThread() by Thread.currentCarrierThread(), which package java.lang sees.
   */
  private static final class CarrierVisitor extends ClassVisitor {
    CarrierVisitor(ClassVisitor next) {
      super(Opcodes.ASM9, next);
    }

    @Override
    public MethodVisitor visitMethod(
        int access, String name, String descriptor, String signature, String[] exceptions) {
      return new MethodVisitor(
          Opcodes.ASM9, super.visitMethod(access, name, descriptor, signature, exceptions)) {
        @Override
        public void visitMethodInsn(
            int opcode, String owner, String called, String calledDescriptor, boolean isInterface) {
          boolean current = owner.equals("java/lang/Thread") && called.equals("currentThread");
          super.visitMethodInsn(
              opcode,
              owner,
              current ? "currentCarrierThread" : called,
              calledDescriptor,
              isInterface);
        }
      };
    }
  }

  private static void fill(Class<?> setup, SegmentFile segment)
      throws ReflectiveOperationException {
    long address =
        (long)
            MethodHandles.privateLookupIn(Buffer.class, MethodHandles.lookup())
                .findVarHandle(Buffer.class, "address", long.class)
                .get((Buffer) segment.bytes);
    set(setup, "base", address);
    set(setup, "mapping", segment.bytes);
    set(setup, "threadsOffset", segment.threadsOffset());
    set(setup, "threadRows", segment.threadRows());
    set(setup, "slotsOffset", segment.slotsOffset());
    set(setup, "slotCount", segment.slotCount());
    set(setup, "descriptorsOffset", segment.descriptorsOffset());
    set(setup, "blockCount", segment.blockCount());
    set(setup, "blocksOffset", segment.blocksOffset());
    set(setup, "keep", segment.keep());
    set(setup, "yield", yieldHandle());
    set(setup, "carrierClass", carrierClass());
  }

  private static void set(Class<?> setup, String field, Object value)
      throws ReflectiveOperationException {
    Field target = setup.getField(field);
    target.set(null, value);
  }

  /** Thread.yield() unmounts virtual threads; yield0(), where it exists, is the carrier's own. */
  private static MethodHandle yieldHandle() throws ReflectiveOperationException {
    MethodHandles.Lookup threads =
        MethodHandles.privateLookupIn(Thread.class, MethodHandles.lookup());
    MethodType type = MethodType.methodType(void.class);
    MethodHandle handle;
    try {
      handle = threads.findStatic(Thread.class, "yield0", type);
    } catch (NoSuchMethodException beforeVirtualThreads) {
      handle = threads.findStatic(Thread.class, "yield", type);
    }
    try {
      handle.invokeExact();
    } catch (Throwable cannotHappen) {
      throw new ReflectiveOperationException(cannotHappen);
    }
    return handle;
  }

  private static Class<?> carrierClass() {
    try {
      return Class.forName("jdk.internal.misc.CarrierThread", false, null);
    } catch (ClassNotFoundException beforeVirtualThreads) {
      return null;
    }
  }

  private RecorderControl control() throws ReflectiveOperationException {
    MethodType action = MethodType.methodType(void.class);
    return new RecorderControl(
        lookup.findStatic(recorder, "provideIds", MethodType.methodType(void.class, int.class)),
        lookup.findStatic(recorder, "endRecording", action),
        lookup.findStatic(recorder, "suspendThread", action),
        lookup.findStatic(recorder, "resumeThread", action));
  }
}
