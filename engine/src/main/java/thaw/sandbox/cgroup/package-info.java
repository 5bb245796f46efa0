/** Control groups of version 1, version 2 and both beside each other, as one thing. */
@NullMarked
package thaw.sandbox.cgroup;

import org.jspecify.annotations.NullMarked;
