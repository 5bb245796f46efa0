/**
 * The job {@code run}: {@code RunJob} starts a {@code Server}, which wires its HTTP handlers, what
 * feeds functions, hot reload and logs to each other.
 *
 * <p>{@code HotReload} renews functions whose code changes. A server among several of a cluster
 * tells whether it wants requests ({@code Readiness}), brings accepted events to their end before
 * its own ({@code WorkerEnd}) and keeps to the memory of its node ({@code NodeMemory}).
 */
@NullMarked
package thaw.app.run;

import org.jspecify.annotations.NullMarked;
