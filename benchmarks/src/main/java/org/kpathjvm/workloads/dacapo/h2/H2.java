package org.kpathjvm.workloads.dacapo.h2;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Crew;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.dacapo.Database;

/**
 * Stand-in for DaCapo's h2: terminals run the transactions of TPC-C on an in-memory database.
 *
 * <p>Settings: {@code customers}, the number of customers of each district; {@code items}, the
 * number of items; {@code transactions}, the number of transactions of each terminal; {@code
 * threads}, the number of terminals. Each terminal has a warehouse of its own. The tables are made
 * and filled before each iteration, as in the original.
 */
public final class H2 implements Benchmark {
  // The lock timeout is longer than any wait on a machine under load.
  private static final String URL = "jdbc:h2:mem:tpcc;DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=600000";
  private static final String[] RESULTS = {
    "SELECT w_id, w_ytd FROM warehouse ORDER BY w_id",
    "SELECT d_w_id, d_id, d_ytd, d_next_o_id FROM district ORDER BY d_w_id, d_id",
    "SELECT c_w_id, c_d_id, c_id, c_balance, c_payment_cnt, c_delivery_cnt FROM customer"
        + " ORDER BY c_w_id, c_d_id, c_id",
    "SELECT h_w_id, h_number, h_d_id, h_c_id, h_amount FROM history ORDER BY h_w_id, h_number",
    "SELECT s_w_id, s_i_id, s_quantity, s_ytd, s_order_cnt FROM stock ORDER BY s_w_id, s_i_id",
    "SELECT o_w_id, o_d_id, o_id, o_c_id, o_carrier_id, o_ol_cnt FROM orders"
        + " ORDER BY o_w_id, o_d_id, o_id",
    "SELECT no_w_id, no_d_id, no_o_id FROM new_order ORDER BY no_w_id, no_d_id, no_o_id",
    "SELECT ol_w_id, ol_d_id, ol_o_id, ol_number, ol_i_id, ol_quantity, ol_amount, ol_delivered"
        + " FROM order_line ORDER BY ol_w_id, ol_d_id, ol_o_id, ol_number",
  };

  private int terminals;
  private int customers;
  private int items;
  private int transactions;
  private Connection connection;
  private long[] seen;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    terminals = inputs.number("threads");
    customers = inputs.number("customers");
    items = inputs.number("items");
    transactions = inputs.number("transactions");
    connection = DriverManager.getConnection(URL, "sa", "");
  }

  @Override
  public void beforeIteration() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP ALL OBJECTS");
    }
    Schema schema = new Schema(connection, customers, items);
    schema.create();
    schema.fill(terminals);
    seen = new long[terminals];
  }

  @Override
  public void iterate() throws Exception {
    Crew.run(terminals, this::transact);
  }

  private void transact(int worker) throws SQLException {
    try (Connection own = DriverManager.getConnection(URL, "sa", "");
        Terminal terminal = new Terminal(own, worker + 1, customers, items)) {
      for (int i = 0; i < transactions; i++) {
        terminal.transact();
      }
      seen[worker] = terminal.seen();
    }
  }

  @Override
  public void digest(ResultDigest result) throws SQLException {
    result.count("transactions", (long) terminals * transactions).add(seen);
    for (String query : RESULTS) {
      Database.digest(connection, query, result);
    }
  }

  @Override
  public void close() throws Exception {
    Database.shutDown(connection);
  }
}
