/** The checks that look for one kind of finding each in what the function's code does. */
@NullMarked
package thaw.attribution.check;

import org.jspecify.annotations.NullMarked;
