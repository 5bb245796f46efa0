/** Load over HTTP/1.1: connections, requests, responses, trust. */
@NullMarked
package thaw.load.http;

import org.jspecify.annotations.NullMarked;
