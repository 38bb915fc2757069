package org.kpathjvm.workloads.dacapo.hsqldb;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransactionRollbackException;
import org.kpathjvm.workloads.StandInFailure;

/**
 * The transaction of TPC-B (TPC Benchmark B, Standard Specification 2.0, clause 1.2): an amount is
 * added to an account, a teller and a branch, and is noted in a history.
 *
 * <p>If the database rolls a transaction back because of a conflict, the transaction runs again.
 */
final class BankTransaction implements AutoCloseable {
  private final Connection connection;
  private final PreparedStatement updateAccount;
  private final PreparedStatement selectAccount;
  private final PreparedStatement updateTeller;
  private final PreparedStatement updateBranch;
  private final PreparedStatement insertHistory;

  BankTransaction(Connection connection) throws SQLException {
    this.connection = connection;
    updateAccount =
        connection.prepareStatement("UPDATE accounts SET abalance = abalance + ? WHERE aid = ?");
    selectAccount = connection.prepareStatement("SELECT abalance FROM accounts WHERE aid = ?");
    updateTeller =
        connection.prepareStatement("UPDATE tellers SET tbalance = tbalance + ? WHERE tid = ?");
    updateBranch =
        connection.prepareStatement("UPDATE branches SET bbalance = bbalance + ? WHERE bid = ?");
    insertHistory =
        connection.prepareStatement("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, '')");
  }

  void run(int client, int number, int account, int teller, int branch, int delta)
      throws SQLException, StandInFailure {
    while (true) {
      try {
        attempt(client, number, account, teller, branch, delta);
        connection.commit();
        return;
      } catch (SQLTransactionRollbackException conflict) {
        connection.rollback();
      }
    }
  }

  private void attempt(int client, int number, int account, int teller, int branch, int delta)
      throws SQLException, StandInFailure {
    update(updateAccount, delta, account);
    selectAccount.setInt(1, account);
    try (ResultSet balance = selectAccount.executeQuery()) {
      if (!balance.next()) {
        throw StandInFailure.wrongResult("account " + account + " is gone");
      }
    }
    update(updateTeller, delta, teller);
    update(updateBranch, delta, branch);
    insertHistory.setInt(1, client);
    insertHistory.setInt(2, number);
    insertHistory.setInt(3, teller);
    insertHistory.setInt(4, branch);
    insertHistory.setInt(5, account);
    insertHistory.setLong(6, delta);
    insertHistory.executeUpdate();
  }

  private static void update(PreparedStatement statement, int delta, int key)
      throws SQLException, StandInFailure {
    statement.setLong(1, delta);
    statement.setInt(2, key);
    if (statement.executeUpdate() != 1) {
      throw StandInFailure.wrongResult("no row " + key + " to update");
    }
  }

  @Override
  public void close() throws SQLException {
    for (PreparedStatement statement :
        new PreparedStatement[] {
          updateAccount, selectAccount, updateTeller, updateBranch, insertHistory
        }) {
      statement.close();
    }
  }
}
