import com.sun.jdi.AbsentInformationException;
import com.sun.jdi.Bootstrap;
import com.sun.jdi.IncompatibleThreadStateException;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.StackFrame;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.MethodEntryEvent;
import com.sun.jdi.event.VMDeathEvent;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.EventRequest;
import com.sun.jdi.request.MethodEntryRequest;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Runs a program under a debugger, and walks the stack at each entry into certain methods: those of
 * the main class and of a package of the JDK. The caller is the nearest such method below the
 * entered one on the stack.
 *
 * <p>Usage: {@code java StackCallers CLASSES MAIN PACKAGE ARGUMENT TURNS}. PACKAGE ends with a dot;
 * ARGUMENT is passed to the program. Counting begins with activation TURNS + 1 of the program's
 * method {@code all}. Each line of output has a count, a callee, its caller, and the offset of the
 * call in the caller. Entries without a caller, and those whose caller isn't a method of the main
 * class, are left out.
 */
public final class StackCallers {
  private final String main;
  private final String include;
  private final Map<String, Integer> counts = new TreeMap<>();

  /** Requests an event at each entry into a method of the package. */
  private MethodEntryRequest library;

  private int turnsLeft;

  private StackCallers(String main, String include, int turns) {
    this.main = main;
    this.include = include;
    this.turnsLeft = turns;
  }

  public static void main(String[] arguments) throws Exception {
    LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
    Map<String, Connector.Argument> options = connector.defaultArguments();
    options.get("options").setValue("-cp " + arguments[0]);
    options.get("main").setValue(arguments[1] + " " + arguments[3]);
    new StackCallers(arguments[1], arguments[2], Integer.parseInt(arguments[4])).run(connector.launch(options));
  }

  private void run(VirtualMachine machine) throws Exception {
    drain(machine.process().getInputStream());
    drain(machine.process().getErrorStream());
    entries(machine, main).enable();
    library = entries(machine, include + "*");
    boolean isOver = false;
    while (!isOver) {
      EventSet events = machine.eventQueue().remove();
      for (Event event : events) {
        isOver |= event instanceof VMDeathEvent || event instanceof VMDisconnectEvent;
        if (event instanceof MethodEntryEvent) {
          count((MethodEntryEvent) event);
        }
      }
      events.resume();
    }
    counts.forEach((key, count) -> System.out.println(count + " " + key));
  }

  private static MethodEntryRequest entries(VirtualMachine machine, String filter) {
    MethodEntryRequest request = machine.eventRequestManager().createMethodEntryRequest();
    request.addClassFilter(filter);
    request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
    return request;
  }

  private void count(MethodEntryEvent event)
      throws IncompatibleThreadStateException, AbsentInformationException {
    if (event.method().name().equals("all") && --turnsLeft < 0) {
      library.enable();
    }
    if (!isIncluded(event.method()) || turnsLeft >= 0) {
      return;
    }
    List<StackFrame> frames = event.thread().frames();
    for (StackFrame frame : frames.subList(1, frames.size())) {
      Location at = frame.location();
      if (isIncluded(at.method())) {
        if (at.declaringType().name().equals(main)) {
          String key = named(event.method()) + " " + named(at.method()) + " " + at.codeIndex();
          counts.merge(key, 1, Integer::sum);
        }
        return;
      }
    }
  }

  private boolean isIncluded(Method method) {
    String name = method.declaringType().name();
    boolean isHidden = name.contains("$$") || name.contains("/");
    boolean hasCode = !method.isNative() && !method.isAbstract();
    return hasCode && !isHidden && (name.equals(main) || name.startsWith(include));
  }

  private static String named(Method method) {
    String owner = method.declaringType().name().replace('.', '/');
    return owner + " " + method.name() + " " + method.signature();
  }

  private static void drain(InputStream from) {
    Thread drain =
        new Thread(
            () -> {
              try {
                from.transferTo(OutputStream.nullOutputStream());
              } catch (java.io.IOException ended) {
                // The program is over.
              }
            });
    drain.setDaemon(true);
    drain.start();
  }
}
