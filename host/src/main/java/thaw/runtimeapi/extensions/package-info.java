/**
 * The extensions of one environment: their processes, the Extensions API and the subscriptions to
 * telemetry.
 */
@NullMarked
package thaw.runtimeapi.extensions;

import org.jspecify.annotations.NullMarked;
