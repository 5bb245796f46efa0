/** Functions that show what runs in the init phase, and what the first request has to wait for. */
@NullMarked
package thaw.course.initorder;

import org.jspecify.annotations.NullMarked;
