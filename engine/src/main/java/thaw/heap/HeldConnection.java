package thaw.heap;

/**
 * A connection in a heap, with what holds it.
 *
 * @param pool the library whose pool has it, {@code HikariCP}; {@code JDBC} for a driver's
 *     connection in none; empty for others
 * @param name by which the pool calls itself; may be empty
 * @param place the field that leads to the pool, or to the connection where it is in none: {@code
 *     com.example.Handler.DATA}; empty where nothing of the function's leads to it
 * @param isField whether the pool is that field's own value
 * @param library whether that field is in code that came with the function, not in the function's
 * @param host to which it was opened, a name where one was looked up
 * @param port of the other side
 * @param localPort tells apart the connections of one process
 */
public record HeldConnection(
    String pool,
    String name,
    String place,
    boolean isField,
    boolean library,
    String host,
    int port,
    int localPort) {
  /**
   * Returns {@code of HikariPool-1 (HikariCP) in com.example.Handler.DATA}; empty where neither a
   * pool nor code of the function's own is known to have it.
   */
  public String owner() {
    String what = pool.isEmpty() ? "" : "of " + (name.isEmpty() ? pool : name + " (" + pool + ")");
    String where = place.isEmpty() || library ? "" : "in " + place;
    return (what + " " + where).strip();
  }
}
