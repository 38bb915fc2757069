package org.kpathjvm.workloads.dacapo.h2;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.kpathjvm.workloads.Generator;

/**
 * The tables of TPC-C (TPC Benchmark C, Standard Specification 5.11, clause 1.3), with fewer rows.
 * Columns that the transactions don't use are left out, except for a few texts that take up space.
 */
final class Schema {
  static final int DISTRICTS = 10;
  private static final int FIRST_ORDERS = 20;
  private static final int NEW_ORDERS = 6;

  private static final List<String> TABLES =
      List.of(
          "warehouse (w_id INT PRIMARY KEY, w_tax INT, w_ytd BIGINT)",
          "district (d_w_id INT, d_id INT, d_tax INT, d_ytd BIGINT, d_next_o_id INT,"
              + " PRIMARY KEY (d_w_id, d_id))",
          "customer (c_w_id INT, c_d_id INT, c_id INT, c_last VARCHAR(16), c_discount INT,"
              + " c_balance BIGINT, c_payment_cnt INT, c_delivery_cnt INT, c_data VARCHAR(250),"
              + " PRIMARY KEY (c_w_id, c_d_id, c_id))",
          "history (h_w_id INT, h_number INT, h_d_id INT, h_c_id INT, h_amount BIGINT,"
              + " PRIMARY KEY (h_w_id, h_number))",
          "item (i_id INT PRIMARY KEY, i_name VARCHAR(24), i_price INT, i_data VARCHAR(50))",
          "stock (s_w_id INT, s_i_id INT, s_quantity INT, s_ytd INT, s_order_cnt INT,"
              + " s_data VARCHAR(50), PRIMARY KEY (s_w_id, s_i_id))",
          "orders (o_w_id INT, o_d_id INT, o_id INT, o_c_id INT, o_carrier_id INT, o_ol_cnt INT,"
              + " PRIMARY KEY (o_w_id, o_d_id, o_id))",
          "new_order (no_w_id INT, no_d_id INT, no_o_id INT, PRIMARY KEY (no_w_id, no_d_id,"
              + " no_o_id))",
          "order_line (ol_w_id INT, ol_d_id INT, ol_o_id INT, ol_number INT, ol_i_id INT,"
              + " ol_quantity INT, ol_amount BIGINT, ol_delivered INT,"
              + " PRIMARY KEY (ol_w_id, ol_d_id, ol_o_id, ol_number))");

  private final Connection connection;
  private final Generator generator = new Generator(1992);
  private final int customers;
  private final int items;

  Schema(Connection connection, int customers, int items) {
    this.connection = connection;
    this.customers = customers;
    this.items = items;
  }

  void create() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      for (String table : TABLES) {
        statement.execute("CREATE TABLE " + table);
      }
      statement.execute("CREATE INDEX customer_name ON customer (c_w_id, c_d_id, c_last, c_id)");
      statement.execute("CREATE INDEX order_customer ON orders (o_w_id, o_d_id, o_c_id, o_id)");
    }
  }

  /** Fills the tables with the given number of warehouses. */
  void fill(int warehouses) throws SQLException {
    connection.setAutoCommit(false);
    try (PreparedStatement insert = insert("item", 4)) {
      for (int item = 1; item <= items; item++) {
        run(insert, item, text(14), generator.between(100, 10_000), text(40));
      }
    }
    for (int warehouse = 1; warehouse <= warehouses; warehouse++) {
      fillWarehouse(warehouse);
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private void fillWarehouse(int warehouse) throws SQLException {
    try (PreparedStatement insert = insert("warehouse", 3)) {
      run(insert, warehouse, generator.below(2000), 0L);
    }
    try (PreparedStatement insert = insert("stock", 6)) {
      for (int item = 1; item <= items; item++) {
        run(insert, warehouse, item, generator.between(10, 100), 0, 0, text(40));
      }
    }
    for (int district = 1; district <= DISTRICTS; district++) {
      try (PreparedStatement insert = insert("district", 5)) {
        run(insert, warehouse, district, generator.below(2000), 0L, FIRST_ORDERS + 1);
      }
      try (PreparedStatement insert = insert("customer", 9)) {
        for (int customer = 1; customer <= customers; customer++) {
          String name = lastName(customer <= 30 ? customer : generator.below(30) + 1);
          run(
              insert,
              warehouse,
              district,
              customer,
              name,
              generator.below(5000),
              -1000L,
              1,
              0,
              text(200));
        }
      }
      fillOrders(warehouse, district);
    }
  }

  private void fillOrders(int warehouse, int district) throws SQLException {
    try (PreparedStatement orders = insert("orders", 6);
        PreparedStatement open = insert("new_order", 3);
        PreparedStatement lines = insert("order_line", 8)) {
      for (int order = 1; order <= FIRST_ORDERS; order++) {
        boolean isOpen = order > FIRST_ORDERS - NEW_ORDERS;
        int count = generator.between(5, 15);
        int customer = generator.between(1, customers);
        run(orders, warehouse, district, order, customer, isOpen ? 0 : 1, count);
        if (isOpen) {
          run(open, warehouse, district, order);
        }
        for (int line = 1; line <= count; line++) {
          int item = generator.between(1, items);
          long amount = isOpen ? generator.between(1, 999_999) : 0;
          run(lines, warehouse, district, order, line, item, 5, amount, isOpen ? 0 : 1);
        }
      }
    }
  }

  /** Returns a last name with a syllable for each of a number's three digits (clause 4.3.2.3). */
  static String lastName(int number) {
    String[] syllables = {
      "BAR", "OUGHT", "ABLE", "PRI", "PRES", "ESE", "ANTI", "CALLY", "ATION", "EING"
    };
    return syllables[number / 100 % 10] + syllables[number / 10 % 10] + syllables[number % 10];
  }

  private String text(int length) {
    return generator.letters(length);
  }

  private PreparedStatement insert(String table, int columns) throws SQLException {
    return connection.prepareStatement(
        "INSERT INTO " + table + " VALUES (" + "?, ".repeat(columns - 1) + "?)");
  }

  private static void run(PreparedStatement statement, Object... values) throws SQLException {
    for (int i = 0; i < values.length; i++) {
      statement.setObject(i + 1, values[i]);
    }
    statement.executeUpdate();
  }
}
