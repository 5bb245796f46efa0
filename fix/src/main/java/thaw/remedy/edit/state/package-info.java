/** Changes of Java sources that move state between a class and the first request that needs it. */
@NullMarked
package thaw.remedy.edit.state;

import org.jspecify.annotations.NullMarked;
