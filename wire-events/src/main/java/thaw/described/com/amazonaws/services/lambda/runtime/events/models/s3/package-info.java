/** Describes the one model of S3 that a handler may take, as the package above does for events. */
@NullMarked
package thaw.described.com.amazonaws.services.lambda.runtime.events.models.s3;

import org.jspecify.annotations.NullMarked;
