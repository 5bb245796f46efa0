/**
 * The conversation of the processes of one environment with the platform, at the address that they
 * find in {@code AWS_LAMBDA_RUNTIME_API}: the Runtime, Extensions, Telemetry and Logs APIs, and the
 * timeline of events with the platform's lines in the log.
 *
 * <p>Refuses to know how processes are started, frozen and ended. May use sandbox, http.
 *
 * <p>{@code RuntimeSession}, {@code SharedSession}, {@code ExtensionsSession} and its {@code
 * ExtensionRoll} know which call is legal in which state and nothing of HTTP; {@code RuntimeApi},
 * {@code ExtensionsApi} and {@code TelemetryApi} are HTTP and know no states. Whoever has the
 * processes makes a session for each generation of them, and waits for its {@code RuntimeEvent}s.
 *
 * <p>{@code PlatformEvent}s are the one timeline. {@code PlatformLog} makes the log's text of them,
 * {@code TelemetryJson} what the {@code TelemetryRelay} tells extensions in batches. The relay's
 * clock stands while the environment is frozen.
 */
@NullMarked
package thaw.runtimeapi;

import org.jspecify.annotations.NullMarked;
