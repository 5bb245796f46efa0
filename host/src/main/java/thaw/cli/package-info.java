/**
 * Commands of the program {@code thaw}: each reads its options into a request, calls the job of
 * room {@code app}, shows its result on the terminal and maps it to an exit code.
 *
 * <p>May use function, sandbox, project, presentation, store, snapshot, runtimeapi, environment,
 * pool, platform, experiment, lambda, model, tuning, live, attribution, remedy, fix, deployment,
 * report, explanation, app.
 */
@NullMarked
package thaw.cli;

import org.jspecify.annotations.NullMarked;
