/**
 * Commands, options, progress and exit codes of the program {@code thaw}.
 *
 * <p>May use function, sandbox, project, store, snapshot, service, environment, platform, load,
 * experiment, lambda, attribution, remedy, fix, deployment, report, app.
 *
 * <p>{@code Server} wires the parts of {@code thaw run} to each other. {@code Workspace} is what
 * every command that runs functions has: it builds, explodes and specifies. {@code CodeWatch}
 * notices changed code and {@code HotReload} has it renewed. {@code FixWorkshop} builds and starts
 * the drafts of the search for fixes, {@code Packaging} makes packages.
 */
@NullMarked
package thaw.cli;

import org.jspecify.annotations.NullMarked;
