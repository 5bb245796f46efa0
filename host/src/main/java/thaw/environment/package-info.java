/**
 * One life: the states of an execution environment and their legal transitions, the init phase, the
 * Runtime API that the runtime client talks to, the Extensions, Telemetry and Logs APIs, and the
 * platform's log lines.
 *
 * <p>Refuses to know how many environments there are and who calls. May use snapshot, sandbox,
 * function.
 */
@NullMarked
package thaw.environment;

import org.jspecify.annotations.NullMarked;
