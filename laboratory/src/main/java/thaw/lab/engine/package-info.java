/**
 * The engine of all lessons: it runs their cases in rounds, writes each sample to a file before it
 * takes the next one, and has JVMs for the programs of the course, functions, archives and limits.
 *
 * <p>Refuses to know which lessons there are.
 */
@NullMarked
package thaw.lab.engine;

import org.jspecify.annotations.NullMarked;
