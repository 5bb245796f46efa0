package thaw.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** Prepared statements of one connection, each compiled once. Used by the store's thread only. */
final class Statements {
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();
  private long addedBytes;
  private boolean removed;

  Statements(Connection connection) {
    this.connection = connection;
  }

  /** The database's refusal, on its way out of a caller's work. */
  static final class Failure extends RuntimeException {
    private final SQLException reason;

    private Failure(SQLException reason) {
      super(reason);
      this.reason = reason;
    }

    SQLException reason() {
      return reason;
    }
  }

  /** A reader of a result. */
  interface Reading<T> {
    T read(ResultSet result) throws SQLException;
  }

  /** A statement without a result, for example {@code BEGIN}. */
  void execute(String sql) {
    try (Statement statement = connection.createStatement()) {
      statement.execute(sql);
    } catch (SQLException e) {
      throw new Failure(e);
    }
  }

  /** Changes rows and returns their number. */
  int update(String sql, Object... arguments) {
    try {
      int rows = filled(sql, arguments).executeUpdate();
      addedBytes += sql.startsWith("INSERT") ? bytes(arguments) : 0;
      removed |= sql.startsWith("DELETE") && rows > 0;
      return rows;
    } catch (SQLException e) {
      throw failure(sql, e);
    }
  }

  private static long bytes(Object... arguments) {
    long bytes = 0;
    for (Object argument : arguments) {
      bytes += argument instanceof byte[] content ? content.length : 0;
    }
    return bytes;
  }

  /** Begins to count anew. */
  void count() {
    addedBytes = 0;
    removed = false;
  }

  long addedBytes() {
    return addedBytes;
  }

  /** Returns whether anything was. */
  boolean hasRemoved() {
    return removed;
  }

  <T> T query(String sql, Reading<T> reading, Object... arguments) {
    try (ResultSet result = filled(sql, arguments).executeQuery()) {
      return reading.read(result);
    } catch (SQLException e) {
      throw failure(sql, e);
    }
  }

  /** A statement that has failed is not reset by the driver, and would fail from then on. */
  private Failure failure(String sql, SQLException reason) {
    try (PreparedStatement failed = prepared.remove(sql)) {
      return new Failure(reason);
    } catch (SQLException e) {
      reason.addSuppressed(e);
      return new Failure(reason);
    }
  }

  private PreparedStatement filled(String sql, Object... arguments) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    for (int i = 0; i < arguments.length; i++) {
      statement.setObject(i + 1, arguments[i]);
    }
    return statement;
  }
}
