package dev.thaw.samples.costs;

/** What the environment variables of these functions say: where the cost is paid, and its size. */
final class Settings {
  private Settings() {}

  /** {@code WHERE=handler}: every invocation pays. Otherwise the static initialiser does. */
  static boolean paidInHandler() {
    return "handler".equals(System.getenv("WHERE"));
  }

  static long size(String variable, long otherwise) {
    String given = System.getenv(variable);
    return given == null || given.isEmpty() ? otherwise : Long.parseLong(given);
  }
}
