/**
 * An HTTP/1.1 server: connections, limits of time and number, requests as they came and answers in
 * one write. And requests to other servers, as they are.
 *
 * <p>Refuses to know what is asked, and Lambda.
 *
 * <p>A connection on which a warm request runs has a platform thread ({@code DirectConnections}, at
 * most 64); all else that waits does so on virtual threads. Large bodies take a share of the memory
 * first ({@code Body}). {@code HttpServer} asks its {@code Admission} before its door; {@code
 * OwnPages} refuses pages of other sites. {@code Mounted} puts one door below a path of another.
 *
 * <p>May use no other room.
 */
@NullMarked
package thaw.http;

import org.jspecify.annotations.NullMarked;
