/** Requests to other servers, as they are, over connections that are kept. */
@NullMarked
package thaw.http.upstream;

import org.jspecify.annotations.NullMarked;
