package org.kpathjvm.workloads.dacapo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.kpathjvm.workloads.ResultDigest;

/** Methods for benchmarks that use a database. */
public final class Database {
  private Database() {}

  /**
   * Adds the rows of a query's result to the digest, in the query's order. All columns must be
   * whole numbers.
   */
  public static void digest(Connection connection, String query, ResultDigest result)
      throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      int columns = rows.getMetaData().getColumnCount();
      while (rows.next()) {
        for (int column = 1; column <= columns; column++) {
          result.add(rows.getLong(column));
        }
      }
    }
  }

  /**
   * Shuts down an embedded database.
   *
   * @param connection a connection to the database; null if none was opened
   */
  public static void shutDown(Connection connection) throws SQLException {
    if (connection != null) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SHUTDOWN");
      }
    }
  }
}
