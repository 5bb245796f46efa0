/**
 * HTTP/1.1: one reader and one writer of messages, for all that speaks it here. A server:
 * connections, limits of time and number, requests as they came and answers in one write. And
 * requests to other servers, as they are.
 *
 * <p>Refuses to know what is asked, and Lambda.
 *
 * <p>{@code MessageReader} reads start lines, {@code FieldSection}s and {@code MessageContent}s,
 * {@code RequestHead} is what a request says before its content, {@code MessageHead} writes a head
 * together with its content. {@code Listener} gives each {@code Connection} a thread: the first 64
 * a platform thread, on which a warm request is faster, all others a virtual one. Large bodies take
 * a share of the memory first ({@code Body}). {@code HttpServer} asks its {@code Admission} before
 * its {@code HttpHandler}; {@code OwnPages} refuses pages of other sites. {@code Mounted} puts one
 * handler below a path of another.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.http;

import org.jspecify.annotations.NullMarked;
