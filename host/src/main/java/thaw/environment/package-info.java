/**
 * One life: the states of an execution environment and their legal transitions, the init phase, the
 * Runtime API that the runtime client talks to, the Extensions, Telemetry and Logs APIs, and the
 * platform's log lines.
 *
 * <p>Refuses to know how many environments there are and who calls. May use function, sandbox,
 * snapshot, heap, http.
 *
 * <p>{@code RuntimeSession}, {@code ExtensionsSession} and its {@code ExtensionRoll} know which
 * call is legal in which state and nothing of HTTP; {@code RuntimeApi}, {@code ExtensionsApi} and
 * {@code TelemetryApi} are HTTP and know no states. What happens reaches the environment's one
 * owner as {@code RuntimeEvent}s in a queue, the {@code RuntimeEventQueue}. Who looks on from
 * outside has a {@code RuntimeInspection}.
 *
 * <p>A {@code SharedEnvironment} takes many requests at a time, in a {@code SharedSession}: there
 * answers go to those who wait for them, and the queue has only the end of the processes.
 *
 * <p>With extensions, {@code Extensions} parks their processes in the same box. They start first;
 * the runtime starts when all have registered, and init and invocations end when all have called
 * {@code next}.
 *
 * <p>Every environment writes {@code PlatformEvent}s, the one timeline: its {@code Journal} makes
 * the log's text of them, the {@code TelemetryRelay} tells extensions in batches, and whoever made
 * the environment gets them. The relay's clock stands while the environment is frozen.
 */
@NullMarked
package thaw.environment;

import org.jspecify.annotations.NullMarked;
