/**
 * The job {@code load}: {@code LoadJob} loads a server, a function or the layers before one, by a
 * schedule.
 */
@NullMarked
package thaw.app.load;

import org.jspecify.annotations.NullMarked;
