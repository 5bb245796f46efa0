/**
 * The environments of one version: who gets which, whose turn it is to start one, how they are kept
 * ready, when one that nobody needs ends, and what they tell.
 *
 * <p>Refuses to know which functions and versions there are, what is kept of them, and who asks.
 * May use function, runtimeapi, environment.
 *
 * <p>{@code Pool} lends an environment to one request at a time, and has it concluded and at rest
 * after that; {@code StartQueue} says whose turn it is to start one. {@code Standby} and {@code
 * Provisioned} start environments before a request needs them. In {@code managed} an environment
 * has many requests at a time, and none waits for a start.
 *
 * <p>In {@code life} are the events of environments ({@code EnvironmentObservation}), for all who
 * show them. {@code EnvironmentRegistry} tells from them which environments there are; {@code
 * EnvironmentTimeline} cuts them into invocations.
 */
@NullMarked
package thaw.pool;

import org.jspecify.annotations.NullMarked;
