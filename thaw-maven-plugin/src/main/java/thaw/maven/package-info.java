/**
 * Goals for Maven: each runs a command of the program {@code thaw} on a module, and tells what it
 * says in the build's log. Knows the options of commands, and nothing of what they do.
 */
@NullMarked
package thaw.maven;

import org.jspecify.annotations.NullMarked;
