package org.kpathjvm.workloads.dacapo.tomcat;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.kpathjvm.workloads.Generator;

/**
 * A shop with generated products. A page shows search results, a product or the cart. The session
 * keeps the cart.
 */
final class Shop extends HttpServlet {
  private static final long serialVersionUID = 1L;
  private static final int MOST_FOUND = 20;

  private record Product(int id, String name, String description, int price) {}

  private final transient List<Product> products = new ArrayList<>();

  Shop(int count) {
    Generator generator = new Generator(count);
    for (int id = 0; id < count; id++) {
      StringBuilder description = new StringBuilder();
      for (int i = 0; i < 30; i++) {
        description
            .append(generator.letters(generator.between(2, 9)))
            .append(i % 7 == 6 ? " & " : " ");
      }
      int price = generator.between(100, 99_999);
      products.add(new Product(id, generator.letters(8), description.toString(), price));
    }
  }

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    respond(request, response);
  }

  @Override
  protected void doPost(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int id = Integer.parseInt(request.getParameter("id"));
    cart(request).merge(id, Integer.parseInt(request.getParameter("count")), Integer::sum);
    respond(request, response);
  }

  private void respond(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setContentType("text/html");
    response.setCharacterEncoding("UTF-8");
    PrintWriter out = response.getWriter();
    out.println("<html><body>");
    switch (request.getPathInfo()) {
      case "/search" -> search(request.getParameter("words"), out);
      case "/product" -> show(products.get(Integer.parseInt(request.getParameter("id"))), out);
      case "/cart" -> showCart(cart(request), out);
      default -> response.sendError(HttpServletResponse.SC_NOT_FOUND);
    }
    out.println("</body></html>");
  }

  private void search(String words, PrintWriter out) {
    out.println("<h1>" + escaped(words) + "</h1><ul>");
    int found = 0;
    for (Product product : products) {
      int score = 0;
      for (String word : words.split(" ")) {
        score += product.description().contains(word) ? 1 : 0;
      }
      if (score > 1 && found < MOST_FOUND) {
        out.println("<li>" + escaped(product.name()) + " " + score + "</li>");
        found++;
      }
    }
    out.println("</ul>");
  }

  private void show(Product product, PrintWriter out) {
    out.println("<h1>" + escaped(product.name()) + "</h1>");
    out.println(
        "<p>" + escaped(product.description()) + "</p><p>" + price(product.price()) + "</p>");
    for (int i = 1; i <= 5; i++) {
      Product other = products.get((product.id() * 31 + i) % products.size());
      out.println("<a href='/product?id=" + other.id() + "'>" + escaped(other.name()) + "</a>");
    }
  }

  private void showCart(Map<Integer, Integer> cart, PrintWriter out) {
    out.println("<table>");
    long sum = 0;
    for (Map.Entry<Integer, Integer> entry : cart.entrySet()) {
      Product product = products.get(entry.getKey());
      long amount = (long) product.price() * entry.getValue();
      sum += amount;
      out.print("<tr><td>" + escaped(product.name()) + "</td><td>" + entry.getValue());
      out.println("</td><td>" + price(amount) + "</td></tr>");
    }
    out.println("</table><p>" + price(sum) + "</p>");
    if (cart.size() > MOST_FOUND) {
      cart.clear();
    }
  }

  @SuppressWarnings("unchecked") // Only this method sets the attribute.
  private static Map<Integer, Integer> cart(HttpServletRequest request) {
    Object cart = request.getSession().getAttribute("cart");
    if (cart == null) {
      cart = new TreeMap<Integer, Integer>();
      request.getSession().setAttribute("cart", cart);
    }
    return (Map<Integer, Integer>) cart;
  }

  private static String price(long cents) {
    return cents / 100 + "." + (cents % 100 < 10 ? "0" : "") + cents % 100;
  }

  private static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length());
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '<' -> escaped.append("&lt;");
        case '>' -> escaped.append("&gt;");
        case '&' -> escaped.append("&amp;");
        case '"' -> escaped.append("&quot;");
        default -> escaped.append(c);
      }
    }
    return escaped.toString();
  }
}
