/**
 * The conversation with the extensions of one environment: the Extensions API, who waits for whom,
 * and the requests for telemetry.
 */
@NullMarked
package thaw.runtimeapi.extensions;

import org.jspecify.annotations.NullMarked;
