package thaw.environment;

import java.time.Duration;
import java.util.Optional;
import thaw.runtimeapi.InvocationOutcome;

/**
 * One invocation, ended.
 *
 * @param outcome what its caller gets
 * @param duration {@code Duration} of the REPORT line: until the runtime asked for the next event
 * @param billed init and invocation, rounded up to 1 ms
 * @param init the init phase, when this is the first invocation after it
 * @param restore the restore, when this is the first invocation after it
 * @param startToResponse from the start of the JVM, or of its restore, to the response, for the
 *     first invocation
 * @param maxMemoryMiB peak resident memory so far
 */
public record InvocationResult(
    InvocationOutcome outcome,
    Duration duration,
    Duration billed,
    Optional<Duration> init,
    Optional<Duration> restore,
    Optional<Duration> startToResponse,
    long maxMemoryMiB) {}
