package thaw.environment;

import thaw.environment.launch.Snapshot;

/** Tells what became of the attempt to take a snapshot of an initialised function. */
public sealed interface SnapshotResult {
  record Taken(Snapshot snapshot) implements SnapshotResult {}

  /**
   * The function has failed.
   *
   * @param type an error of the runtime's or function's own
   * @param message for people
   */
  record Failed(String type, String message) implements SnapshotResult {}

  /**
   * The platform has failed; the function can start without a snapshot.
   *
   * @param reason for people
   */
  record Impossible(String reason) implements SnapshotResult {}
}
