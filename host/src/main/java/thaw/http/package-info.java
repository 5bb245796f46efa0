/**
 * An HTTP/1.1 server: connections, limits of time and number, requests as they came and answers in
 * one write. And requests to other servers, as they are.
 *
 * <p>Refuses to know what is asked, and Lambda. Uses no other room.
 */
@NullMarked
package thaw.http;

import org.jspecify.annotations.NullMarked;
