/** What all work shares: progress, interruption, folders, exit codes. */
@NullMarked
package thaw.app.shared;

import org.jspecify.annotations.NullMarked;
