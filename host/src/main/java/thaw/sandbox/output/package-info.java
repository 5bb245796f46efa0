/** What the program of a box writes, from a file or a pipe. */
@NullMarked
package thaw.sandbox.output;

import org.jspecify.annotations.NullMarked;
