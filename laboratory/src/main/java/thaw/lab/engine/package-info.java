/**
 * The engine of all lessons: it runs their cases in rounds and writes each sample to a file before
 * it takes the next one; it starts programs of the course in JVMs of their own, functions, archives
 * and limits.
 *
 * <p>Refuses to know which lessons there are.
 */
@NullMarked
package thaw.lab.engine;

import org.jspecify.annotations.NullMarked;
