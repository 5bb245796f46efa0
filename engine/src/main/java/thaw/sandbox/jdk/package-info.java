/** The JDKs of this host. */
@NullMarked
package thaw.sandbox.jdk;

import org.jspecify.annotations.NullMarked;
