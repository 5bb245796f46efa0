/**
 * The processes of the extensions of one environment: their start, their output and their end. Has
 * the APIs serve one generation of them after the other.
 */
@NullMarked
package thaw.environment.extensions;

import org.jspecify.annotations.NullMarked;
