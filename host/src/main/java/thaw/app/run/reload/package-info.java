/** Notices code that changes on disk, and has the functions of a running platform renewed. */
@NullMarked
package thaw.app.run.reload;

import org.jspecify.annotations.NullMarked;
