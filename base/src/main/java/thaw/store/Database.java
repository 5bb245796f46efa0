package thaw.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Optional;
import java.util.Properties;
import org.sqlite.JDBC;
import org.sqlite.SQLiteErrorCode;
import thaw.problem.UserMistake;

/** Opens the database and sees to its form. */
final class Database {
  /** The format of the tables; a change of them needs a greater one, and a way to it from here. */
  static final int VERSION = 1;

  private static final long PAGE_BYTES = 4096;

  private static final String[] SCHEMA = {
    "CREATE TABLE document (kind TEXT NOT NULL, key TEXT NOT NULL, content BLOB NOT NULL,"
        + " UNIQUE (kind, key))",
    "CREATE TABLE entry (id INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL,"
        + " lane TEXT NOT NULL, due INTEGER NOT NULL, head BLOB NOT NULL)",
    "CREATE INDEX entry_due ON entry (kind, lane, due, id)",
    // Apart from its entry: an update writes a whole row anew, and a body may have 1 MB.
    "CREATE TABLE body (id INTEGER PRIMARY KEY, content BLOB NOT NULL)",
    "PRAGMA user_version = " + VERSION,
  };

  private Database() {}

  /**
   * @param folder exists; absent for memory
   * @param memoryBytes how much may be in memory
   * @throws UserMistake when the folder's content is not ours, or of a newer Thaw
   */
  static Connection open(Optional<Path> folder, long memoryBytes) throws SQLException {
    NativeLibrary.locate();
    String place =
        folder.map(path -> path.resolve(DataFolder.DATABASE).toString()).orElse(":memory:");
    Connection connection = new JDBC().connect("jdbc:sqlite:" + place, new Properties());
    try {
      prepare(connection, folder.isPresent(), memoryBytes);
      requireVersion(connection, place);
      return connection;
    } catch (SQLException | RuntimeException e) {
      connection.close();
      if (e instanceof SQLException failure
          && failure.getErrorCode() == SQLiteErrorCode.SQLITE_NOTADB.code) {
        throw new UserMistake(
            place + " is not a data file of Thaw",
            "name another folder with --data, or move it away");
      }
      throw e;
    }
  }

  private static void prepare(Connection connection, boolean onDisk, long memoryBytes)
      throws SQLException {
    try (Statement statement = connection.createStatement()) {
      if (onDisk) {
        // A commit is one append to the log and one fsync of it: https://sqlite.org/wal.html
        statement.execute("PRAGMA journal_mode = WAL");
        statement.execute("PRAGMA synchronous = FULL");
        statement.execute("PRAGMA journal_size_limit = 67108864");
      } else {
        statement.execute("PRAGMA max_page_count = " + memoryBytes / PAGE_BYTES);
      }
    }
  }

  private static void requireVersion(Connection connection, String place) throws SQLException {
    int version;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("PRAGMA user_version")) {
      version = result.getInt(1);
    }
    if (version > VERSION) {
      throw new UserMistake(
          "must be of format " + VERSION + " or older: " + place + " is of format " + version,
          "use the newer Thaw that wrote it, or name another folder with --data");
    }
    if (version == 0) {
      try (Statement statement = connection.createStatement()) {
        statement.execute("BEGIN IMMEDIATE");
        for (String step : SCHEMA) {
          statement.execute(step);
        }
        statement.execute("COMMIT");
      }
    }
  }
}
