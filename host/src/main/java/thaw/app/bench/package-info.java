/** Experiments here and cold starts on Lambda, as commands ask for them. */
@NullMarked
package thaw.app.bench;

import org.jspecify.annotations.NullMarked;
