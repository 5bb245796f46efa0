/**
 * The command {@code thaw load}, its job, and what it shows: {@code LoadJob} loads a server, a
 * function or the layers before one, by a schedule; {@code LoadFiles} writes what was measured as
 * page, JSON and HdrHistogram's text.
 */
@NullMarked
package thaw.load.command;

import org.jspecify.annotations.NullMarked;
