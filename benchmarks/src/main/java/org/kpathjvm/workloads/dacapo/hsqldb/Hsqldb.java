package org.kpathjvm.workloads.dacapo.hsqldb;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.kpathjvm.workloads.Benchmark;
import org.kpathjvm.workloads.Crew;
import org.kpathjvm.workloads.Generator;
import org.kpathjvm.workloads.Inputs;
import org.kpathjvm.workloads.ResultDigest;
import org.kpathjvm.workloads.StandInFailure;
import org.kpathjvm.workloads.dacapo.Database;

/**
 * Stand-in for DaCapo's hsqldb: clients run the transactions of TPC-B, as JDBCBench does, in an
 * in-memory database. Each client has a thread and a connection of its own.
 *
 * <p>Settings: {@code branches}, the number of branches, each of which has 10 tellers; {@code
 * accounts}, the number of accounts of each branch; {@code transactions}, the number of
 * transactions of each client; {@code threads}, the number of clients. An iteration fills the
 * tables and runs the transactions. The tables' final contents don't depend on the order of the
 * transactions, because the transactions commute.
 */
public final class Hsqldb implements Benchmark {
  private static final String URL = "jdbc:hsqldb:mem:bank";
  private static final int TELLERS = 10;
  private static final int MOST_DELTA = 999_999;

  private int branches;
  private int accounts;
  private int transactions;
  private int clients;
  private Connection connection;

  @Override
  public void prepare(Inputs inputs) throws Exception {
    branches = inputs.number("branches");
    accounts = inputs.number("accounts");
    transactions = inputs.number("transactions");
    clients = inputs.number("threads");
    connection = DriverManager.getConnection(URL, "sa", "");
  }

  @Override
  public void beforeIteration() throws SQLException {
    try (Statement statement = connection.createStatement()) {
      statement.execute("DROP SCHEMA PUBLIC CASCADE");
      statement.execute(
          "CREATE TABLE branches (bid INTEGER PRIMARY KEY, bbalance BIGINT, filler CHAR(88))");
      statement.execute(
          "CREATE TABLE tellers (tid INTEGER PRIMARY KEY, bid INTEGER, tbalance BIGINT,"
              + " filler CHAR(84))");
      statement.execute(
          "CREATE TABLE accounts (aid INTEGER PRIMARY KEY, bid INTEGER, abalance BIGINT,"
              + " filler CHAR(84))");
      statement.execute(
          "CREATE TABLE history (client INTEGER, number INTEGER, tid INTEGER, bid INTEGER,"
              + " aid INTEGER, delta BIGINT, filler CHAR(22))");
    }
  }

  @Override
  public void iterate() throws Exception {
    fill();
    Crew.run(clients, this::transact);
  }

  private void fill() throws SQLException {
    connection.setAutoCommit(false);
    for (int branch = 0; branch < branches; branch++) {
      insert("INSERT INTO branches VALUES (?, 0, '')", branch);
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO tellers VALUES (?, ?, 0, '')")) {
      insertAll(insert, TELLERS);
    }
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO accounts VALUES (?, ?, 0, '')")) {
      insertAll(insert, accounts);
    }
    connection.commit();
    connection.setAutoCommit(true);
  }

  private void insertAll(PreparedStatement insert, int ofEachBranch) throws SQLException {
    for (int i = 0; i < branches * ofEachBranch; i++) {
      insert.setInt(1, i);
      insert.setInt(2, i / ofEachBranch);
      insert.executeUpdate();
    }
  }

  private void insert(String sql, int value) throws SQLException {
    try (PreparedStatement insert = connection.prepareStatement(sql)) {
      insert.setInt(1, value);
      insert.executeUpdate();
    }
  }

  private void transact(int client) throws Exception {
    Generator generator = new Generator(client);
    try (Connection own = DriverManager.getConnection(URL, "sa", "");
        BankTransaction transaction = new BankTransaction(own)) {
      own.setAutoCommit(false);
      for (int number = 0; number < transactions; number++) {
        int account = generator.below(branches * accounts);
        int branch = generator.below(branches);
        int teller = branch * TELLERS + generator.below(TELLERS);
        int delta = generator.between(-MOST_DELTA, MOST_DELTA);
        transaction.run(client, number, account, teller, branch, delta);
      }
    }
  }

  @Override
  public void digest(ResultDigest result) throws Exception {
    long inHistory = number("SELECT SUM(delta) FROM history");
    for (String sum : new String[] {"bbalance) FROM branches", "tbalance) FROM tellers"}) {
      if (number("SELECT SUM(" + sum) != inHistory) {
        throw StandInFailure.wrongResult("money lost: SUM(" + sum + " is not the history's sum");
      }
    }
    result.count("transactions", number("SELECT COUNT(*) FROM history"));
    Database.digest(connection, "SELECT bid, bbalance FROM branches ORDER BY bid", result);
    Database.digest(connection, "SELECT tid, bid, tbalance FROM tellers ORDER BY tid", result);
    Database.digest(connection, "SELECT aid, bid, abalance FROM accounts ORDER BY aid", result);
    Database.digest(
        connection,
        "SELECT client, number, aid, tid, bid, delta FROM history ORDER BY client, number",
        result);
  }

  private long number(String query) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  @Override
  public void close() throws Exception {
    Database.shutDown(connection);
  }
}
