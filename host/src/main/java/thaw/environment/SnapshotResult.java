package thaw.environment;

/** What became of the attempt to take a snapshot of an initialised function. */
public sealed interface SnapshotResult {
  record Taken(Snapshot snapshot) implements SnapshotResult {}

  /**
   * @param type an error of the runtime's or function's own, or {@code Runtime.SnapshotError}
   * @param message for people
   */
  record Failed(String type, String message) implements SnapshotResult {}
}
