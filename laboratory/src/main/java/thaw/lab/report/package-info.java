/**
 * Reports of what lessons have found, for people and for other tools: terminal, page, charts, JSON,
 * the pages of the course.
 *
 * <p>Refuses to know how anything is run.
 */
@NullMarked
package thaw.lab.report;

import org.jspecify.annotations.NullMarked;
