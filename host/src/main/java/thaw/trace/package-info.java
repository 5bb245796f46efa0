/**
 * What a request did, as spans on one clock: the platform's own, and those that functions send.
 *
 * <p>Refuses to know how they are shown. May use environment, platform, http.
 *
 * <p>{@code TracedDoor}, the server's outermost door, tells {@code Traces} when a request came and
 * was answered ({@code Visit}); the {@code InvocationTimeline} of each environment that had it is
 * an {@code Attempt} with its {@code Mark}s; {@code PlatformSpans} cuts that time into a tree
 * without gaps. What functions send comes by {@code XRayReceiver} and {@code OtlpDoor}. {@code
 * Adoption} finds a request's spans among it, when somebody asks. {@code Passing} makes OTLP
 * messages of what has ended, and {@code Forwarder} sends them.
 */
@NullMarked
package thaw.trace;

import org.jspecify.annotations.NullMarked;
