/** Reads what the program of a sandbox writes, from a file or a pipe. */
@NullMarked
package thaw.sandbox.output;

import org.jspecify.annotations.NullMarked;
