package thaw.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Reads and changes documents, all of them or none. Documents have a kind, a key within it, and
 * content. A transaction is valid only inside the call that was given it.
 */
public final class Transaction {
  /** The largest code point there is: no key comes after it. */
  private static final String LAST_KEY = Character.toString(Character.MAX_CODE_POINT);

  private final Statements statements;

  Transaction(Statements statements) {
    this.statements = statements;
  }

  void begin() {
    statements.execute("BEGIN IMMEDIATE");
    statements.count();
  }

  /** Returns the size in bytes of what the transaction adds. */
  long addedBytes() {
    return statements.addedBytes();
  }

  /** Returns the free bytes of the database, where something was removed. */
  long freeBytes() {
    return statements.query(
        "SELECT freelist_count * page_size FROM pragma_freelist_count, pragma_page_size",
        result -> result.next() ? result.getLong(1) : 0);
  }

  /** Returns whether something goes, perhaps for what is new. */
  boolean makesRoom() {
    return statements.hasRemoved();
  }

  /**
   * Has the log begin anew, where the disk has room for what it holds. It must not be called within
   * a transaction.
   */
  void emptyLog() {
    try {
      statements.execute("PRAGMA wal_checkpoint(TRUNCATE)");
    } catch (Statements.Failure e) {
      // It stays as it is.
    }
  }

  void commit() {
    statements.execute("COMMIT");
  }

  /** Whatever state it is in. */
  void takeBack() {
    try {
      statements.execute("ROLLBACK");
    } catch (Statements.Failure alreadyTakenBack) {
      // SQLite does that itself after some errors: https://sqlite.org/lang_transaction.html
      return;
    }
  }

  /** Keeps a document, in place of the one with the same kind and key. */
  public void put(String kind, String key, byte[] content) {
    statements.update(
        "INSERT INTO document (kind, key, content) VALUES (?, ?, ?)"
            + " ON CONFLICT (kind, key) DO UPDATE SET content = excluded.content",
        kind,
        key,
        content);
  }

  public Optional<byte[]> get(String kind, String key) {
    return statements.query(
        "SELECT content FROM document WHERE kind = ? AND key = ?",
        result -> result.next() ? Optional.of(result.getBytes(1)) : Optional.empty(),
        kind,
        key);
  }

  /** Returns whether there was one. */
  public boolean remove(String kind, String key) {
    return statements.update("DELETE FROM document WHERE kind = ? AND key = ?", kind, key) > 0;
  }

  /** The keys of all documents of a kind, in order. */
  public List<String> list(String kind) {
    return statements.query(
        "SELECT key FROM document WHERE kind = ? ORDER BY key",
        result -> {
          List<String> keys = new ArrayList<>();
          while (result.next()) {
            keys.add(result.getString(1));
          }
          return keys;
        },
        kind);
  }

  /**
   * Shows documents of a kind in the order of their keys, or backwards.
   *
   * @param from key of the first one; absent for all
   * @param more is shown each document, and returns whether it wants the next one
   */
  public void each(
      String kind, @Nullable String from, boolean backwards, BiPredicate<String, byte[]> more) {
    statements.query(
        backwards
            ? "SELECT key, content FROM document WHERE kind = ? AND key <= ? ORDER BY key DESC"
            : "SELECT key, content FROM document WHERE kind = ? AND key >= ? ORDER BY key",
        result -> {
          boolean goesOn = true;
          while (goesOn && result.next()) {
            goesOn = more.test(result.getString(1), result.getBytes(2));
          }
          return goesOn;
        },
        kind,
        from != null ? from : backwards ? LAST_KEY : "");
  }

  /**
   * Returns all kinds of documents whose names begin so.
   *
   * @param prefix ends with a slash
   */
  public List<String> kinds(String prefix) {
    return statements.query(
        "SELECT DISTINCT kind FROM document WHERE kind > ? AND kind < ? ORDER BY kind",
        result -> {
          List<String> kinds = new ArrayList<>();
          while (result.next()) {
            kinds.add(result.getString(1));
          }
          return kinds;
        },
        prefix,
        prefix.substring(0, prefix.length() - 1) + (char) ('/' + 1));
  }

  /** Entries of a kind that are due at some time. */
  public Agenda agenda(String kind) {
    return new Agenda(statements, kind);
  }
}
