/**
 * Has what a developer sees of a running platform: the live page with its data, and Prometheus'
 * metrics, made of what the platform's environments tell.
 *
 * <p>Refuses to know how functions run. May use presentation, runtimeapi, environment, pool,
 * platform, http, trace, durable.
 *
 * <p>{@code Intake} takes what environments tell off the requests' threads; {@code LiveState}
 * numbers each change, and {@code Life} makes requests of an {@code InvocationTimeline}. {@code
 * LiveHandler} has the page, the data, the metrics, and the stream of what has changed since a
 * viewer's last number ({@code ServerSentEvents}).
 *
 * <p>{@code LiveHtml} makes the page, {@code TraceTerminal} shows one request on a terminal.
 */
@NullMarked
package thaw.live;

import org.jspecify.annotations.NullMarked;
