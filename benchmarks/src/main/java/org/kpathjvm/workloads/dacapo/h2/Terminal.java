package org.kpathjvm.workloads.dacapo.h2;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.kpathjvm.workloads.Generator;

/**
 * Runs the five transactions of TPC-C (clauses 2.4 to 2.8) for one warehouse.
 *
 * <p>A terminal touches no rows of other warehouses, so its work doesn't depend on other terminals.
 */
final class Terminal implements AutoCloseable {
  private static final String OF_CUSTOMER = " WHERE c_w_id = ? AND c_d_id = ? AND c_id = ?";
  private static final String OF_LINES = " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id = ?";
  private static final String OF_DISTRICT = " WHERE d_w_id = ? AND d_id = ?";
  private static final String OF_STOCK = " WHERE s_w_id = ? AND s_i_id = ?";
  private static final String OF_ORDER = " WHERE o_w_id = ? AND o_d_id = ? AND o_id = ?";

  private static final String DISCOUNT = "SELECT c_discount FROM customer" + OF_CUSTOMER;
  private static final String LOCK_DISTRICT =
      "SELECT d_next_o_id FROM district" + OF_DISTRICT + " FOR UPDATE";
  private static final String COUNT_ORDER =
      "UPDATE district SET d_next_o_id = d_next_o_id + 1" + OF_DISTRICT;
  private static final String NEW_ORDER = "INSERT INTO orders VALUES (?, ?, ?, ?, 0, ?)";
  private static final String LOCK_STOCK =
      "SELECT s_quantity FROM stock" + OF_STOCK + " FOR UPDATE";
  private static final String TAKE_STOCK =
      "UPDATE stock SET s_quantity = ?, s_ytd = s_ytd + ?, s_order_cnt = s_order_cnt + 1"
          + OF_STOCK;
  private static final String NEW_LINE = "INSERT INTO order_line VALUES (?, ?, ?, ?, ?, ?, ?, 0)";
  private static final String PAY_DISTRICT = "UPDATE district SET d_ytd = d_ytd + ?" + OF_DISTRICT;
  private static final String PAY =
      "UPDATE customer SET c_balance = c_balance - ?, c_payment_cnt = c_payment_cnt + 1"
          + OF_CUSTOMER;
  private static final String NEW_PAYMENT = "INSERT INTO history VALUES (?, ?, ?, ?, ?)";
  private static final String LAST_ORDER =
      "SELECT o_id FROM orders WHERE o_w_id = ? AND o_d_id = ? AND o_c_id = ?"
          + " ORDER BY o_id DESC LIMIT 1";
  private static final String LINES =
      "SELECT ol_i_id + ol_amount FROM order_line" + OF_LINES + " ORDER BY ol_number";
  private static final String OLDEST_OPEN =
      "SELECT no_o_id FROM new_order WHERE no_w_id = ? AND no_d_id = ? ORDER BY no_o_id LIMIT 1";
  private static final String CLOSE =
      "DELETE FROM new_order WHERE no_w_id = ? AND no_d_id = ? AND no_o_id = ?";
  private static final String SET_CARRIER = "UPDATE orders SET o_carrier_id = ?" + OF_ORDER;
  private static final String DELIVER_LINES = "UPDATE order_line SET ol_delivered = 1" + OF_LINES;
  private static final String AMOUNT = "SELECT SUM(ol_amount) FROM order_line" + OF_LINES;
  private static final String CUSTOMER = "SELECT o_c_id FROM orders" + OF_ORDER;
  private static final String DELIVER =
      "UPDATE customer SET c_balance = c_balance + ?, c_delivery_cnt = c_delivery_cnt + 1"
          + OF_CUSTOMER;
  private static final String NEXT_ORDER = "SELECT d_next_o_id FROM district" + OF_DISTRICT;
  private static final String LOW_STOCK =
      "SELECT COUNT(DISTINCT s_i_id) FROM order_line JOIN stock"
          + " ON s_w_id = ol_w_id AND s_i_id = ol_i_id"
          + " WHERE ol_w_id = ? AND ol_d_id = ? AND ol_o_id >= ? AND s_quantity < ?";
  private static final String NAMED =
      "SELECT c_id FROM customer WHERE c_w_id = ? AND c_d_id = ? AND c_last = ? ORDER BY c_id";

  private final Connection connection;
  private final int warehouse;
  private final int customers;
  private final int items;
  private final Generator generator;
  private final Map<String, PreparedStatement> statements = new HashMap<>();
  private int payments;
  private long seen;

  Terminal(Connection connection, int warehouse, int customers, int items) throws SQLException {
    this.connection = connection;
    this.warehouse = warehouse;
    this.customers = customers;
    this.items = items;
    generator = new Generator(warehouse);
    connection.setAutoCommit(false);
  }

  /** Returns a number that depends on the results of order-status and stock-level transactions. */
  long seen() {
    return seen;
  }

  /** Runs a transaction of a random kind. Each kind is as frequent as clause 5.2.3 requires. */
  void transact() throws SQLException {
    int drawn = generator.below(100);
    if (drawn < 45) {
      newOrder();
    } else if (drawn < 88) {
      payment();
    } else if (drawn < 92) {
      orderStatus();
    } else if (drawn < 96) {
      delivery();
    } else {
      stockLevel();
    }
  }

  private void newOrder() throws SQLException {
    int district = district();
    int customer = generator.between(1, customers);
    long tax = number("SELECT w_tax FROM warehouse WHERE w_id = ?", warehouse);
    long discount = number(DISCOUNT, warehouse, district, customer);
    int order = (int) number(LOCK_DISTRICT, warehouse, district);
    update(COUNT_ORDER, warehouse, district);
    int count = generator.between(5, 15);
    // One order in a hundred has a nonexistent item, and is rolled back.
    boolean isUnusable = generator.below(100) == 0;
    update(NEW_ORDER, warehouse, district, order, customer, count);
    update("INSERT INTO new_order VALUES (?, ?, ?)", warehouse, district, order);
    for (int line = 1; line <= count; line++) {
      int item = isUnusable && line == count ? items + 1 : generator.between(1, items);
      List<Long> price = numbers("SELECT i_price FROM item WHERE i_id = ?", item);
      if (price.isEmpty()) {
        connection.rollback();
        return;
      }
      addLine(district, order, line, item, price.get(0) * (10_000 - discount + tax));
    }
    connection.commit();
  }

  private void addLine(int district, int order, int line, int item, long price)
      throws SQLException {
    int quantity = generator.between(1, 10);
    long stock = number(LOCK_STOCK, warehouse, item);
    long left = stock >= quantity + 10 ? stock - quantity : stock - quantity + 91;
    update(TAKE_STOCK, (int) left, quantity, warehouse, item);
    update(NEW_LINE, warehouse, district, order, line, item, quantity, price * quantity / 10_000);
  }

  private void payment() throws SQLException {
    int district = district();
    long amount = generator.between(100, 500_000);
    update("UPDATE warehouse SET w_ytd = w_ytd + ? WHERE w_id = ?", amount, warehouse);
    update(PAY_DISTRICT, amount, warehouse, district);
    int customer = customer(district);
    update(PAY, amount, warehouse, district, customer);
    update(NEW_PAYMENT, warehouse, ++payments, district, customer, amount);
    connection.commit();
  }

  private void orderStatus() throws SQLException {
    int district = district();
    int customer = customer(district);
    List<Long> last = numbers(LAST_ORDER, warehouse, district, customer);
    if (!last.isEmpty()) {
      note(numbers(LINES, warehouse, district, last.get(0).intValue()));
    }
    connection.commit();
  }

  private void delivery() throws SQLException {
    int carrier = generator.between(1, 10);
    for (int district = 1; district <= Schema.DISTRICTS; district++) {
      List<Long> oldest = numbers(OLDEST_OPEN, warehouse, district);
      if (!oldest.isEmpty()) {
        deliver(district, oldest.get(0).intValue(), carrier);
      }
    }
    connection.commit();
  }

  private void deliver(int district, int order, int carrier) throws SQLException {
    update(CLOSE, warehouse, district, order);
    update(SET_CARRIER, carrier, warehouse, district, order);
    update(DELIVER_LINES, warehouse, district, order);
    long amount = number(AMOUNT, warehouse, district, order);
    int customer = (int) number(CUSTOMER, warehouse, district, order);
    update(DELIVER, amount, warehouse, district, customer);
  }

  private void stockLevel() throws SQLException {
    int district = district();
    long next = number(NEXT_ORDER, warehouse, district);
    note(numbers(LOW_STOCK, warehouse, district, (int) next - 20, generator.between(10, 20)));
    connection.commit();
  }

  /**
   * Returns a random customer of a district. In 60 of 100 cases, it is the middle one of all
   * customers with a randomly chosen last name.
   */
  private int customer(int district) throws SQLException {
    if (generator.below(100) < 60) {
      String name = Schema.lastName(generator.between(1, Math.min(30, customers)));
      List<Long> named = numbers(NAMED, warehouse, district, name);
      return named.get(named.size() / 2).intValue();
    }
    return generator.between(1, customers);
  }

  private int district() {
    return generator.between(1, Schema.DISTRICTS);
  }

  private void note(List<Long> numbers) {
    for (long number : numbers) {
      seen = seen * 31 + number;
    }
  }

  private long number(String query, Object... values) throws SQLException {
    return numbers(query, values).get(0);
  }

  private List<Long> numbers(String query, Object... values) throws SQLException {
    List<Long> numbers = new ArrayList<>();
    try (ResultSet rows = bound(query, values).executeQuery()) {
      while (rows.next()) {
        numbers.add(rows.getLong(1));
      }
    }
    return numbers;
  }

  private void update(String sql, Object... values) throws SQLException {
    bound(sql, values).executeUpdate();
  }

  private PreparedStatement bound(String sql, Object... values) throws SQLException {
    PreparedStatement statement = statements.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      statements.put(sql, statement);
    }
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    return statement;
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement : statements.values()) {
      statement.close();
    }
  }
}
