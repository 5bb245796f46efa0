/** Function URLs: who may call them, the event of payload format 2.0, the response. */
@NullMarked
package thaw.lambdaapi.url;

import org.jspecify.annotations.NullMarked;
