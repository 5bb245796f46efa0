/**
 * Collects what a request did, as spans on one clock: the platform's own, and those that functions
 * send.
 *
 * <p>Refuses to know how they are shown. May use runtimeapi, environment, pool, http.
 *
 * <p>{@code TracedHandler}, the server's outermost HTTP handler, tells {@code Traces} when a
 * request came and was answered ({@code HttpTiming}); the {@code InvocationTimeline} of each
 * environment that had it is an {@code RequestAttempt} with its {@code Mark}s; {@code
 * PlatformSpans} cuts that time into a tree without gaps. What functions send comes by {@code
 * XRayReceiver} and {@code OtlpHandler}. {@code SpanCorrelation} finds a request's spans among it,
 * when somebody asks. {@code OtlpExporter} makes OTLP messages of what has ended, and {@code
 * BatchSender} sends them.
 */
@NullMarked
package thaw.trace;

import org.jspecify.annotations.NullMarked;
