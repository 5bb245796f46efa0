/**
 * The conversation with the extensions of one environment: the Extensions API, who waits for whom,
 * and the requests for telemetry.
 *
 * <p>{@code TelemetryRelay} delivers an environment's events and logs to the extensions that have
 * subscribed to them.
 */
@NullMarked
package thaw.runtimeapi.extensions;

import org.jspecify.annotations.NullMarked;
