/**
 * Descriptions of the events that AWS gives to Java functions and of what functions answer: those
 * of {@code aws-lambda-java-events}, which this jar does not bring. They read and write the JSON of
 * Lambda's own serializer, {@code aws-lambda-java-serialization}, without its classes.
 *
 * <p>The package is where {@code thaw.wire.Descriptions} looks for the description of a type that
 * somebody else has made: a class that is found by its name costs least.
 */
@NullMarked
package thaw.described.com.amazonaws.services.lambda.runtime.events;

import org.jspecify.annotations.NullMarked;
