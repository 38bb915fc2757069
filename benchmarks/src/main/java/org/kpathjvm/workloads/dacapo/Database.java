package org.kpathjvm.workloads.dacapo;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.kpathjvm.workloads.ResultDigest;

/** What the benchmarks that are databases do with one in the end. */
public final class Database {
  private Database() {}

  /** Adds the rows of a query, whose columns are whole numbers, in the query's order. */
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

  /** Ends an embedded database. {@code connection}: null if there is none. */
  public static void shutDown(Connection connection) throws SQLException {
    if (connection != null) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("SHUTDOWN");
      }
    }
  }
}
