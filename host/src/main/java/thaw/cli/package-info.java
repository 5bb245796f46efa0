/**
 * Commands of the program {@code thaw}: each reads its options into a request, calls the job of
 * room {@code app}, shows its result on the terminal and maps it to an exit code.
 *
 * <p>May use function, sandbox, project, presentation, store, snapshot, runtimeapi, environment,
 * pool, platform, experiment, lambda, model, tuning, live, attribution, remedy, fix, deployment,
 * report, explanation, app.
 *
 * <p>What several commands read is an options class of picocli's, such as {@code SourceOptions},
 * which makes a choice of {@code thaw.app.choice}. Commands with jars of their own are known by
 * interfaces: {@code ClusterProgram} has those of clusters, a {@code SeparateCommand} is one alone.
 */
@NullMarked
package thaw.cli;

import org.jspecify.annotations.NullMarked;
