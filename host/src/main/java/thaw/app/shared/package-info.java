/** Has what all jobs share: progress, interruption, folders, the version. */
@NullMarked
package thaw.app.shared;

import org.jspecify.annotations.NullMarked;
