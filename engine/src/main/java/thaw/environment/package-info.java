/**
 * One life: the states of an execution environment and their legal transitions, the init phase, and
 * the processes of runtime and extensions with their start, restore, freezing and end.
 *
 * <p>Refuses to know how many environments there are, who calls, and HTTP. May use function,
 * sandbox, snapshot, heap, runtimeapi.
 *
 * <p>What happens reaches the environment's one owner as {@code RuntimeEvent}s in a queue, the
 * {@code RuntimeEventQueue}. Who looks on from outside has a {@code RuntimeInspection}.
 *
 * <p>A {@code SharedEnvironment} takes many requests at a time, in a {@code SharedSession}: there
 * answers go to those who wait for them, and the queue has only the end of the processes.
 *
 * <p>With extensions, {@code Extensions} parks their processes in the same box. They start first;
 * the runtime starts when all have registered, and init and invocations end when all have called
 * {@code next}.
 *
 * <p>Every environment writes {@code PlatformEvent}s, the one timeline: its {@code EventLog} makes
 * the log's text of them, the {@code TelemetryRelay} tells extensions in batches, and whoever made
 * the environment gets them.
 *
 * <p>{@code TouchedPages} and {@code KernelFacts} keep what one restore learns for all later ones.
 * {@code UseLook}s at the processes measure what an environment uses of what its size gives it.
 */
@NullMarked
package thaw.environment;

import org.jspecify.annotations.NullMarked;
