/**
 * What every lesson is run with: its cases in rounds, each sample in a file before the next one;
 * programs of the course in JVMs of their own, functions, archives, limits.
 *
 * <p>Refuses to know which lessons there are.
 */
@NullMarked
package thaw.lab.engine;

import org.jspecify.annotations.NullMarked;
