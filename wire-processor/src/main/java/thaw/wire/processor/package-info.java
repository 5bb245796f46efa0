/** Writes the descriptions of records and beans while they are compiled. */
@NullMarked
package thaw.wire.processor;

import org.jspecify.annotations.NullMarked;
