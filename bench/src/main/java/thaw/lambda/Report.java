package thaw.lambda;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The figures that Lambda gives of one invocation: the line {@code REPORT}, or its JSON, {@code
 * platform.report}.
 *
 * @param durationMillis until the runtime asked for the next event, without init and restore
 * @param billedMillis since 2025-08-01 with init, of a restore with the billed part of it; absent
 *     where a {@code thaw run} cannot limit the CPU
 * @param memorySizeMiB Lambda's "MB"
 * @param maxMemoryUsedMiB of the environment so far
 * @param initMillis of an environment that is new
 * @param restoreMillis of an environment that was restored from a snapshot
 * @param billedRestoreMillis the part of it in which the runtime ran
 * @param status in lower case, {@code timeout}, {@code error} or {@code failure}; absent for a
 *     success, and in the text for errors that the function itself reported
 * @param errorType for example {@code Runtime.ExitError}
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html#platform-report">platform.report</a>
 */
record Report(
    String requestId,
    double durationMillis,
    OptionalLong billedMillis,
    long memorySizeMiB,
    long maxMemoryUsedMiB,
    OptionalDouble initMillis,
    OptionalDouble restoreMillis,
    OptionalLong billedRestoreMillis,
    Optional<String> status,
    Optional<String> errorType) {}
