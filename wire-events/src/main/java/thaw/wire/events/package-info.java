/**
 * Descriptions of the events that AWS gives to Java functions, and of what API Gateway takes as
 * responses: those of {@code aws-lambda-java-events}, which this jar does not bring.
 */
@NullMarked
package thaw.wire.events;

import org.jspecify.annotations.NullMarked;
