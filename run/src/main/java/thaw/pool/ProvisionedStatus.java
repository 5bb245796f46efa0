package thaw.pool;

import java.util.Optional;

/**
 * Tells how far provisioned concurrency has come.
 *
 * @param reason of state FAILED
 */
public record ProvisionedStatus(
    int requested, int allocated, int available, State state, Optional<String> reason) {
  public enum State {
    IN_PROGRESS,
    READY,
    FAILED
  }
}
