/** As the package above, for the one model of these that a handler may take. */
@NullMarked
package thaw.described.com.amazonaws.services.lambda.runtime.events.models.s3;

import org.jspecify.annotations.NullMarked;
