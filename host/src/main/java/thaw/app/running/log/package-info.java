/**
 * Makes the log of a running application: lines for a terminal, and its file of events. Refuses to
 * know what runs.
 */
@NullMarked
package thaw.app.running.log;

import org.jspecify.annotations.NullMarked;
