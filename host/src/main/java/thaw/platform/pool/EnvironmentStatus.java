package thaw.platform.pool;

import java.time.Instant;
import java.util.Optional;

/**
 * What one environment is doing.
 *
 * @param environment its log stream
 * @param initialization {@code on-demand} or {@code provisioned-concurrency}
 * @param since when it began to be in that state
 * @param requests that it had, with the one that runs
 * @param requestId the one that runs, else the last one
 * @param maxMemoryMiB as its last REPORT has it; 0 before that
 */
public record EnvironmentStatus(
    String function,
    String version,
    String environment,
    String initialization,
    State state,
    Instant since,
    long requests,
    Optional<String> requestId,
    long maxMemoryMiB) {
  /** In which part of its life an environment is. */
  public enum State {
    /** Its init phase runs. */
    INITIALISING,
    /** A request runs. */
    RUNNING,
    /** It waits for a request, and its processes run on. */
    IDLE,
    /** It waits for a request, and its processes are stopped. */
    FROZEN
  }

  EnvironmentStatus in(State other, Instant now) {
    return new EnvironmentStatus(
        function,
        version,
        environment,
        initialization,
        other,
        now,
        requests,
        requestId,
        maxMemoryMiB);
  }

  EnvironmentStatus running(String id, Instant now) {
    return new EnvironmentStatus(
        function,
        version,
        environment,
        initialization,
        State.RUNNING,
        now,
        requests + 1,
        Optional.of(id),
        maxMemoryMiB);
  }

  EnvironmentStatus reported(long memoryMiB, Instant now) {
    return new EnvironmentStatus(
        function,
        version,
        environment,
        initialization,
        State.IDLE,
        now,
        requests,
        requestId,
        memoryMiB);
  }
}
