/**
 * Tells to whom the code of a class belongs: the JDK's, the runtime client's, a library's by its
 * Maven coordinates, or the function's own.
 */
@NullMarked
package thaw.attribution.owner;

import org.jspecify.annotations.NullMarked;
