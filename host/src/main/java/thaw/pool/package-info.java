/**
 * The environments of one version: who gets which, whose turn it is to start one, and how they are
 * kept ready.
 */
@NullMarked
package thaw.pool;

import org.jspecify.annotations.NullMarked;
