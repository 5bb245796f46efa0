/**
 * What a running application logs: lines for a terminal, and its file of events. Refuses to know
 * what runs.
 */
@NullMarked
package thaw.app.run.log;

import org.jspecify.annotations.NullMarked;
