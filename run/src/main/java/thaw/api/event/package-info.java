/** The events that API Gateway makes of requests, in payload formats 1.0 and 2.0. */
@NullMarked
package thaw.api.event;

import org.jspecify.annotations.NullMarked;
