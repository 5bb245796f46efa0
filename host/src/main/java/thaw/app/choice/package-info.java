/**
 * Requests of jobs are made of these choices: source, function, event, data, schedule and requests.
 * They are records that a front end makes once; what needs files is read when a job asks for it.
 */
@NullMarked
package thaw.app.choice;

import org.jspecify.annotations.NullMarked;
