/**
 * Knows what a machine permits or does not, each thing with its evidence, its cost and its remedy.
 */
@NullMarked
package thaw.sandbox.capability;

import org.jspecify.annotations.NullMarked;
