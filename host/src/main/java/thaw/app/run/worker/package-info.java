/**
 * Has what a server among several of a cluster needs besides: telling whether it wants requests,
 * bringing accepted events to their end before its own, and keeping to the memory of its node.
 */
@NullMarked
package thaw.app.run.worker;

import org.jspecify.annotations.NullMarked;
