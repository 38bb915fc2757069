package org.kpathjvm.workloads.dacapo.tomcat;

import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.Context;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Crew;
import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;

/**
 * Stand-in for DaCapo's tomcat: clients ask an embedded Tomcat for pages over the loopback
 * interface, and check the status of each response.
 *
 * <p>Settings: {@code products}, the number of products in the {@link Shop}; {@code threads}, the
 * number of clients; {@code requests}, the number of requests of each client. Each client has a
 * session of its own.
 */
public final class TomcatServer implements Benchmark {
  // Without this reference, the logger could be garbage-collected, and would lose its level.
  private static final Logger LOGGER = Logger.getLogger("org.apache");
  private static final String LOOPBACK = "127.0.0.1";

  private int clients;
  private int requests;
  private int products;
  private Tomcat tomcat;
  private int port;
  private String[][] pages;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    LOGGER.setLevel(Level.OFF);
    clients = inputs.number("threads");
    requests = inputs.number("requests");
    products = inputs.number("products");
    tomcat = new Tomcat();
    tomcat.setBaseDir(inputs.directory().toString());
    Connector connector = new Connector();
    // 0 stands for any free port.
    connector.setPort(0);
    connector.setProperty("address", LOOPBACK);
    connector.setProperty("maxThreads", Integer.toString(clients));
    connector.setProperty("minSpareThreads", Integer.toString(clients));
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", inputs.directory().toString());
    Tomcat.addServlet(context, "shop", new Shop(products));
    context.addServletMappingDecoded("/*", "shop");
    tomcat.start();
    port = connector.getLocalPort();
  }

  @Override
  public void beforeIteration() {
    pages = new String[clients][requests];
  }

  @Override
  public void iterate() throws Exception {
    Crew.run(clients, this::shop);
  }

  private void shop(int client) throws Exception {
    HttpClient http =
        HttpClient.newBuilder()
            .cookieHandler(new CookieManager())
            .version(HttpClient.Version.HTTP_1_1)
            .build();
    Generator generator = new Generator(client);
    for (int i = 0; i < requests; i++) {
      HttpResponse<String> response =
          http.send(request(generator), HttpResponse.BodyHandlers.ofString());
      if (response.statusCode() != 200) {
        throw StandInFailure.wrongResult("a request got status " + response.statusCode());
      }
      pages[client][i] = response.body();
    }
  }

  private HttpRequest request(Generator generator) {
    HttpRequest.Builder request = HttpRequest.newBuilder();
    int product = generator.below(products);
    switch (generator.below(5)) {
      case 0 -> request.uri(address("/search", Map.of("words", generator.letters(2) + " & more")));
      case 1, 2 -> request.uri(address("/product", Map.of("id", Integer.toString(product))));
      case 3 -> {
        String form = "id=" + product + "&count=" + generator.between(1, 5);
        request
            .uri(address("/cart", Map.of()))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form));
      }
      default -> request.uri(address("/cart", Map.of()));
    }
    return request.build();
  }

  private URI address(String path, Map<String, String> parameters) {
    StringBuilder address = new StringBuilder("http://" + LOOPBACK + ":" + port + path);
    parameters.forEach(
        (name, value) ->
            address
                .append('?')
                .append(name)
                .append('=')
                .append(URLEncoder.encode(value, StandardCharsets.UTF_8)));
    return URI.create(address.toString());
  }

  @Override
  public void digest(ResultDigest result) {
    result.count("pages", (long) clients * requests);
    for (String[] ofClient : pages) {
      for (String page : ofClient) {
        result.add(page);
      }
    }
  }

  @Override
  public void close() throws Exception {
    if (tomcat != null) {
      tomcat.stop();
      tomcat.destroy();
    }
  }
}
