package thaw.attribution;

import java.util.Set;

/**
 * A finding tells what would make the cold start shorter.
 *
 * @param id stable, such as {@code client-built-in-handler}
 * @param title one line
 * @param evidence what was measured, with figures
 * @param place class, method and line where bytecode has it; empty where no place is to blame
 * @param lowMillis the least gain that is predicted, in milliseconds of the cold start
 * @param highMillis the most; 0 where nothing here can tell it
 * @param remedy what to do
 * @param lowIf when it gains no more than the least, a clause with "if"; may be empty
 */
public record Finding(
    String id,
    String title,
    String evidence,
    String place,
    double lowMillis,
    double highMillis,
    String remedy,
    String lowIf) {
  public Finding(
      String id,
      String title,
      String evidence,
      String place,
      double lowMillis,
      double highMillis,
      String remedy) {
    this(id, title, evidence, place, lowMillis, highMillis, remedy, "");
  }

  /** What is found in the first invocation, and gains no more than that takes. */
  private static final Set<String> OF_FIRST_INVOCATION =
      Set.of(
          "client-built-in-handler",
          "container-for-each-event",
          "small-memory",
          "unprimed-first-call",
          "work-in-handler");

  /**
   * Returns what a finding can gain at most: what its phases take that a later invocation does not.
   *
   * @param all that the start takes
   * @param first what the first invocation takes of it
   * @param later what a later one takes
   */
  public static double mostMillis(String id, double all, double first, double later) {
    return (OF_FIRST_INVOCATION.contains(id) ? first : all) - Math.min(first, later);
  }

  /** Returns whether it tells of this client: what is found of one client begins with its name. */
  public boolean isOf(String client) {
    return title.startsWith(client + " ");
  }

  /** Returns whether anything is known of the gain. */
  public boolean hasFigure() {
    return highMillis > 0;
  }

  /** Returns the same with no larger gain than a whole. */
  public Finding within(double millis) {
    return highMillis <= millis
        ? this
        : new Finding(
            id, title, evidence, place, Math.min(lowMillis, millis), millis, remedy, lowIf);
  }

  /** Returns the same with another remedy. */
  public Finding withRemedy(String other) {
    return new Finding(id, title, evidence, place, lowMillis, highMillis, other, lowIf);
  }
}
