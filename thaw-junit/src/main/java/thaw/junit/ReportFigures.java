package thaw.junit;

import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The figures of an invocation's REPORT line. Milliseconds are of this machine's wall clock and
 * vary from run to run.
 *
 * @param durationMillis from when the function got the event until it asked for the next one, in
 *     milliseconds, without init and restore
 * @param billedMillis what Lambda would bill, in milliseconds; absent where nothing limits the CPU
 *     time
 * @param initMillis the init phase in milliseconds, when this invocation waited for one
 * @param restoreMillis the restore from a snapshot in milliseconds, when this invocation waited for
 *     one
 * @param memorySizeMiB the function's memory size in MiB, which Lambda calls MB
 * @param maxMemoryMiB the most memory that its environment has used so far, in MiB; 0 where the
 *     machine does not tell
 */
public record ReportFigures(
    double durationMillis,
    OptionalLong billedMillis,
    OptionalDouble initMillis,
    OptionalDouble restoreMillis,
    int memorySizeMiB,
    int maxMemoryMiB) {}
