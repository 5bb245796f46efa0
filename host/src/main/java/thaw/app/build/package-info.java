/** Builds of users' projects with Maven and Gradle, and copies of projects that can be changed. */
@NullMarked
package thaw.app.build;

import org.jspecify.annotations.NullMarked;
