package server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;

/**
 * The server. It answers {@code /answer?SEED}. A request for {@code /exit} makes it end with status
 * 3.
 */
public final class Shop {
  private static final int THREADS = 16;

  // A logger loses its level if nobody keeps a reference to the logger.
  private static final Logger LOGGER = Logger.getLogger("org.apache");

  private Shop() {}

  static final class Answers extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      String answer = Work.answer(Integer.parseInt(request.getQueryString()));
      byte[] body = answer.getBytes(StandardCharsets.UTF_8);
      response.setContentType("text/plain;charset=utf-8");
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }

  /** Ends the JVM in the middle of a request. */
  static final class Exit extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) {
      System.exit(3);
    }
  }

  /** Prints the port when the server is ready. Ends when stdin ends. */
  public static void main(String[] arguments) throws LifecycleException, IOException {
    LOGGER.setLevel(Level.WARNING);
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(arguments[0]);
    Connector connector = new Connector();
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("maxThreads", "" + THREADS);
    // All threads exist from the start, and requests can queue while the JVM stands still.
    connector.setProperty("minSpareThreads", "" + THREADS);
    connector.setProperty("acceptCount", "4096");
    connector.setProperty("maxKeepAliveRequests", "-1");
    connector.setProperty("keepAliveTimeout", "600000");
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", new File(arguments[0]).getAbsolutePath());
    Tomcat.addServlet(context, "answers", new Answers());
    context.addServletMappingDecoded("/answer", "answers");
    Tomcat.addServlet(context, "exit", new Exit());
    context.addServletMappingDecoded("/exit", "exit");
    tomcat.start();
    System.out.println(connector.getLocalPort());
    while (System.in.read() >= 0) {
      continue;
    }
    tomcat.stop();
  }
}
