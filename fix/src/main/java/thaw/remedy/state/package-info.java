/** Moves state between a class and the first request that needs it: {@code StaticState}. */
@NullMarked
package thaw.remedy.state;

import org.jspecify.annotations.NullMarked;
