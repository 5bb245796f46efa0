/** Load over HTTP/1.1: connections, request templates with values, responses, trust. */
@NullMarked
package thaw.load.http;

import org.jspecify.annotations.NullMarked;
