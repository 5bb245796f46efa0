/**
 * What a developer sees of a running platform: the live page's data and Prometheus' metrics, both
 * made of what the platform's environments tell.
 *
 * <p>Refuses to know how functions run, and how the page looks. May use http, platform,
 * environment, trace.
 */
@NullMarked
package thaw.live;

import org.jspecify.annotations.NullMarked;
