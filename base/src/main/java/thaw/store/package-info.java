/**
 * Keeps what must outlive the program: documents, and entries that are due at some time, in one
 * embedded database. A change is on disk before the call that made it returns. And the lock of a
 * folder that one program writes to.
 *
 * <p>Refuses to know what it keeps. May use no other room.
 */
@NullMarked
package thaw.store;

import org.jspecify.annotations.NullMarked;
