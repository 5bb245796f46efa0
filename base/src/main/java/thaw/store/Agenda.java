package thaw.store;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongPredicate;

/**
 * Entries that are due at some time, in lanes. An entry's head is small and may change, its body
 * stays as it is and is read only when it is needed. Valid as long as its {@link Transaction}.
 */
public final class Agenda {
  private final Statements statements;
  private final String kind;

  Agenda(Statements statements, String kind) {
    this.statements = statements;
    this.kind = kind;
  }

  /**
   * @param id grows with each entry added
   * @param due to the millisecond
   */
  public record Entry(long id, String lane, Instant due, byte[] head) {}

  /** The new entry's id. */
  public long add(String lane, Instant due, byte[] head, byte[] body) {
    long id =
        statements.query(
            "INSERT INTO entry (kind, lane, due, head) VALUES (?, ?, ?, ?) RETURNING id",
            result -> result.getLong(1),
            kind,
            lane,
            due.toEpochMilli(),
            head);
    statements.update("INSERT INTO body (id, content) VALUES (?, ?)", id, body);
    return id;
  }

  /**
   * Those of a lane that are due, the longest due first.
   *
   * @param skipped entries that are not wanted
   */
  public List<Entry> due(String lane, Instant now, int limit, LongPredicate skipped) {
    return statements.query(
        "SELECT id, lane, due, head FROM entry WHERE kind = ? AND lane = ? AND due <= ?"
            + " ORDER BY due, id",
        result -> {
          List<Entry> entries = new ArrayList<>();
          while (entries.size() < limit && result.next()) {
            if (!skipped.test(result.getLong(1))) {
              entries.add(entry(result));
            }
          }
          return entries;
        },
        kind,
        lane,
        now.toEpochMilli());
  }

  /** Returns the time of a lane's first entry that is not due yet. */
  public Optional<Instant> next(String lane, Instant now) {
    return statements.query(
        "SELECT due FROM entry WHERE kind = ? AND lane = ? AND due > ? ORDER BY due LIMIT 1",
        result ->
            result.next() ? Optional.of(Instant.ofEpochMilli(result.getLong(1))) : Optional.empty(),
        kind,
        lane,
        now.toEpochMilli());
  }

  /** All of them, due or not, the oldest first. */
  public List<Entry> all(int limit) {
    return statements.query(
        "SELECT id, lane, due, head FROM entry WHERE kind = ? ORDER BY id LIMIT ?",
        result -> {
          List<Entry> entries = new ArrayList<>();
          while (result.next()) {
            entries.add(entry(result));
          }
          return entries;
        },
        kind,
        limit);
  }

  private static Entry entry(ResultSet result) throws SQLException {
    return new Entry(
        result.getLong(1),
        result.getString(2),
        Instant.ofEpochMilli(result.getLong(3)),
        result.getBytes(4));
  }

  /** Returns the body of an entry; empty when there is no such entry any more. */
  public Optional<byte[]> body(long id) {
    return statements.query(
        "SELECT content FROM body WHERE id = ?",
        result -> result.next() ? Optional.of(result.getBytes(1)) : Optional.empty(),
        id);
  }

  /** Gives an entry another time and head. */
  public void reschedule(long id, Instant due, byte[] head) {
    statements.update(
        "UPDATE entry SET due = ?, head = ? WHERE id = ?", due.toEpochMilli(), head, id);
  }

  /** Returns whether it was there. */
  public boolean remove(long id) {
    statements.update("DELETE FROM body WHERE id = ?", id);
    return statements.update("DELETE FROM entry WHERE id = ?", id) > 0;
  }

  /** Counts the entries of each lane; lanes without one are absent. */
  public Map<String, Long> sizes() {
    return statements.query(
        "SELECT lane, count(*) FROM entry WHERE kind = ? GROUP BY lane ORDER BY lane",
        result -> {
          Map<String, Long> sizes = new LinkedHashMap<>();
          while (result.next()) {
            sizes.put(result.getString(1), result.getLong(2));
          }
          return sizes;
        },
        kind);
  }
}
