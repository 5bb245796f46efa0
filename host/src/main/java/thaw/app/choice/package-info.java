/**
 * What a front end asks for: which source, function, event, data, schedule and requests, whoever
 * has read it.
 */
@NullMarked
package thaw.app.choice;

import org.jspecify.annotations.NullMarked;
