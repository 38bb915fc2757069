import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.ThreadReference;
import com.sun.jdi.VMDisconnectedException;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.ExceptionEvent;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.ThreadDeathEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.EventRequestManager;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Runs a program under a debugger, and logs every instruction that is executed in the program's
 * classes. This is slow.
 *
 * <p>Usage: {@code java Tracer LOG CLASS_DIR JAVA_HOME MAIN [ARG...]}. Every class file below
 * CLASS_DIR is traced. There is a breakpoint on every instruction. These breakpoints don't stop the
 * thread, so their events are cheap. The debug agent delivers the events of each thread in order.
 * The tracer never guesses which activation an event belongs to: it stops the thread and counts the
 * thread's frames at every method entry, at every throw, and where a throw is caught (at a one-shot
 * breakpoint). The count shows which activations have ended. Each line of the log has one event:
 *
 * <pre>
 * M method class name descriptor     defines a method's number, before the number is used
 * E activation method thread depth receiver
 *                                    an activation begins; depth is the thread's number of frames;
 *                                    the receiver is given by its class, or as - if there is none
 * B activation bci                   the instruction at bci is about to be executed
 * H activation bci                   an exception is dispatched to the handler at bci; B follows
 * R activation                       the activation returns; its last B is the return instruction
 * X activation                       an exception ends the activation
 * U activation                       the activation was still active when the program ended
 * Z status                           the program's exit status; the last line
 * </pre>
 */
public final class Tracer {
  /** A method of the program; its code shows which instructions return. */
  private record Traced(int number, byte[] code) {}

  /** An activation; its depth is the thread's frame count while the activation is on top. */
  private record Activation(int number, Method method, Traced traced, int depth) {}

  private static final class ThreadState {
    final Deque<Activation> active = new ArrayDeque<>();

    /** The breakpoint at the current exception's handler; null without an exception or handler. */
    BreakpointRequest landing;

    boolean uncaught;
  }

  private static final String[] EXCLUDED = {"java.*", "javax.*", "jdk.*", "sun.*", "com.sun.*"};

  private final VirtualMachine vm;
  private final EventRequestManager requests;
  private final PrintWriter log;
  private final Set<String> classes;
  private final Map<Method, Traced> methods = new HashMap<>();
  private final Map<ThreadReference, ThreadState> threads = new HashMap<>();
  private int activations;

  private Tracer(VirtualMachine vm, PrintWriter log, Set<String> classes) {
    this.vm = vm;
    this.requests = vm.eventRequestManager();
    this.log = log;
    this.classes = classes;
  }

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[1]);
    Set<String> classes = new HashSet<>();
    try (Stream<Path> files = Files.walk(directory)) {
      files
          .map(file -> directory.relativize(file).toString())
          .filter(name -> name.endsWith(".class"))
          .forEach(name -> classes.add(name.substring(0, name.length() - 6).replace('/', '.')));
    }
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> arguments = connector.defaultArguments();
    arguments.get("home").setValue(args[2]);
    arguments.get("options").setValue("-cp \"" + directory + "\"");
    arguments
        .get("main")
        .setValue(String.join(" ", List.of(args).subList(3, args.length)));
    VirtualMachine vm = connector.launch(arguments);
    Thread out = copy(vm.process().getInputStream(), System.out);
    Thread err = copy(vm.process().getErrorStream(), System.err);
    vm.process().getOutputStream().close();
    try (BufferedWriter file = Files.newBufferedWriter(Path.of(args[0]));
        PrintWriter log = new PrintWriter(file)) {
      new Tracer(vm, log, classes).run();
      int status = vm.process().waitFor();
      out.join();
      err.join();
      log.println("Z " + status);
    }
  }

  private static Thread copy(InputStream from, OutputStream to) {
    Thread thread =
        new Thread(
            () -> {
              try {
                from.transferTo(to);
                to.flush();
              } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
              }
            });
    thread.start();
    return thread;
  }

  private void run() throws Exception {
    var prepare = requests.createClassPrepareRequest();
    MethodEntryRequest entry = requests.createMethodEntryRequest();
    for (String excluded : EXCLUDED) {
      prepare.addClassExclusionFilter(excluded);
      entry.addClassExclusionFilter(excluded);
    }
    prepare.setSuspendPolicy(EventRequest.SUSPEND_ALL);
    prepare.enable();
    entry.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    entry.enable();
    var exception = requests.createExceptionRequest(null, true, true);
    exception.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    exception.enable();
    var threadDeath = requests.createThreadDeathRequest();
    threadDeath.setSuspendPolicy(EventRequest.SUSPEND_NONE);
    threadDeath.enable();
    // When the program ends, its JVM waits until the tracer has handled this event.
    var death = requests.createVMDeathRequest();
    death.setSuspendPolicy(EventRequest.SUSPEND_ALL);
    death.enable();
    boolean running = true;
    while (running) {
      EventSet set = vm.eventQueue().remove();
      List<Event> events = new ArrayList<>(set);
      // Events at one instruction come together. An entry, or the arrival at a handler, is handled
      // first, because it shows which activation the instruction belongs to.
      events.sort(Comparator.comparingInt(Tracer::rank));
      for (Event event : events) {
        running &= handle(event);
      }
      try {
        set.resume();
      } catch (VMDisconnectedException e) {
        running = false;
      }
    }
    for (ThreadState state : threads.values()) {
      end(state);
    }
  }

  private static int rank(Event event) {
    if (event instanceof MethodEntryEvent) {
      return 0;
    }
    return event instanceof BreakpointEvent && event.request().suspendPolicy() != 0 ? 1 : 2;
  }

  private boolean handle(Event event) throws IncompatibleThreadStateException {
    if (event instanceof BreakpointEvent reached) {
      ThreadState state = state(reached.thread());
      if (reached.request().equals(state.landing)) {
        landed(state, reached);
      } else if (reached.request().suspendPolicy() == EventRequest.SUSPEND_NONE) {
        instruction(state, reached.location());
      }
    } else if (event instanceof MethodEntryEvent entered) {
      entry(state(entered.thread()), entered);
    } else if (event instanceof ExceptionEvent thrown) {
      thrown(state(thrown.thread()), thrown);
    } else if (event instanceof ClassPrepareEvent prepared) {
      prepare(prepared.referenceType());
    } else if (event instanceof ThreadDeathEvent died) {
      ThreadState state = threads.remove(died.thread());
      if (state != null) {
        end(state);
      }
    } else if (event instanceof VMDeathEvent || event instanceof VMDisconnectEvent) {
      return event instanceof VMDeathEvent;
    }
    return true;
  }

  private ThreadState state(ThreadReference thread) {
    return threads.computeIfAbsent(thread, t -> new ThreadState());
  }

  private void prepare(ReferenceType type) {
    if (!classes.contains(type.name())) {
      return;
    }
    for (Method method : type.methods()) {
      byte[] code = method.isNative() || method.isAbstract() ? new byte[0] : method.bytecodes();
      if (code.length == 0) {
        continue;
      }
      Traced traced = new Traced(methods.size(), code);
      methods.put(method, traced);
      String owner = type.name().replace('.', '/');
      log.printf("M %d %s %s %s%n", traced.number, owner, method.name(), method.signature());
      for (int bci = 0; bci < code.length; bci += Instructions.length(code, bci)) {
        BreakpointRequest request =
            requests.createBreakpointRequest(method.locationOfCodeIndex(bci));
        request.setSuspendPolicy(EventRequest.SUSPEND_NONE);
        request.enable();
      }
    }
  }

  private void entry(ThreadState state, MethodEntryEvent event)
      throws IncompatibleThreadStateException {
    Traced traced = methods.get(event.method());
    if (traced == null) {
      return;
    }
    int depth = event.thread().frameCount();
    settle(state, depth - 1);
    Activation activation = new Activation(activations++, event.method(), traced, depth);
    state.active.push(activation);
    long thread = event.thread().uniqueID();
    var receiver = event.thread().frame(0).thisObject();
    String type = receiver == null ? "-" : receiver.referenceType().name().replace('.', '/');
    log.printf("E %d %d %d %d %s%n", activation.number, traced.number, thread, depth, type);
  }

  private void instruction(ThreadState state, Location location) {
    if (state.uncaught) {
      throw new IllegalStateException("an instruction after an uncaught exception: " + location);
    }
    Activation top = state.active.peek();
    if (top == null || !top.method.equals(location.method())) {
      throw new IllegalStateException("the instruction at " + location + " isn't in " + top);
    }
    int bci = (int) location.codeIndex();
    log.println("B " + top.number + " " + bci);
    if (Instructions.isReturn(top.traced.code[bci])) {
      log.println("R " + state.active.pop().number);
    }
  }

  private void thrown(ThreadState state, ExceptionEvent event)
      throws IncompatibleThreadStateException {
    if (state.active.isEmpty()) {
      return;
    }
    settle(state, event.thread().frameCount());
    if (event.catchLocation() == null) {
      state.uncaught = true;
      return;
    }
    state.landing = requests.createBreakpointRequest(event.catchLocation());
    state.landing.addThreadFilter(event.thread());
    state.landing.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    state.landing.enable();
  }

  /** Handles the arrival of the current exception at its handler, which may be in the JDK. */
  private void landed(ThreadState state, BreakpointEvent event)
      throws IncompatibleThreadStateException {
    int depth = event.thread().frameCount();
    settle(state, depth);
    Activation top = state.active.peek();
    if (top != null && top.depth == depth) {
      log.println("H " + top.number + " " + event.location().codeIndex());
    }
  }

  /** Ends the activations that are deeper than {@code depth}. */
  private void settle(ThreadState state, int depth) {
    if (state.landing != null) {
      requests.deleteEventRequest(state.landing);
      state.landing = null;
    }
    while (!state.active.isEmpty() && state.active.peek().depth > depth) {
      log.println("X " + state.active.pop().number);
    }
    // The thread goes on. So if the last exception had no handler, the JVM has replaced it by
    // another exception, as it does in a static initialiser.
    state.uncaught = false;
  }

  private void end(ThreadState state) {
    String how = state.uncaught ? "X " : "U ";
    while (!state.active.isEmpty()) {
      log.println(how + state.active.pop().number);
    }
  }
}
