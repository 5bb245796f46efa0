/**
 * Folders of the host as storage that nobody has read before, for one box: each has a page cache of
 * its own, empty at first, and each read takes its time. Made by {@code box/src/storage.c}.
 */
@NullMarked
package thaw.sandbox.storage;

import org.jspecify.annotations.NullMarked;
