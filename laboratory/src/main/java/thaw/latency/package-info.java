/**
 * A file system that passes everything on to a folder, each operation after a given latency: a
 * stand-in for a network file system. It is a program of its own ({@link thaw.latency.Main}), so
 * that whatever becomes of it nothing else hangs.
 *
 * <p>Refuses to know what is done on it. May use sandbox.
 */
@NullMarked
package thaw.latency;

import org.jspecify.annotations.NullMarked;
