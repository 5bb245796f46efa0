/** The checks that look for one kind of finding each in how the function is packaged and set up. */
@NullMarked
package thaw.attribution.check.setting;

import org.jspecify.annotations.NullMarked;
