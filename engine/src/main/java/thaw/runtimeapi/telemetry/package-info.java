/**
 * The delivery of an environment's events and logs to the extensions that have subscribed to them.
 */
@NullMarked
package thaw.runtimeapi.telemetry;

import org.jspecify.annotations.NullMarked;
