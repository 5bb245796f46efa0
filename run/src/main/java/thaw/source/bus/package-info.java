/** Rules, schedules, topics and notifications of objects: what they match and whom they tell. */
@NullMarked
package thaw.source.bus;

import org.jspecify.annotations.NullMarked;
