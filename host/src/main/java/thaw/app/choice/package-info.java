/**
 * What requests are made of: which source, function, event, data, schedule and requests. Records
 * that a front end makes once; what needs files is read when a job asks for it.
 */
@NullMarked
package thaw.app.choice;

import org.jspecify.annotations.NullMarked;
