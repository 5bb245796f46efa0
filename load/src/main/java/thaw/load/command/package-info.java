/**
 * The command {@code thaw load}, and its job: {@code LoadJob} loads a server, a function or the
 * layers before one, by a schedule.
 */
@NullMarked
package thaw.load.command;

import org.jspecify.annotations.NullMarked;
