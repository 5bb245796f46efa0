/**
 * The plug-in {@code dev.thaw} for Gradle: tasks that run commands of the program thaw on a
 * project's functions. It may use Gradle's public API of version 8.5 and the package {@code
 * thaw.program}. It refuses to know what a cold start is: the program says that.
 */
@NullMarked
package thaw.gradle;

import org.jspecify.annotations.NullMarked;
