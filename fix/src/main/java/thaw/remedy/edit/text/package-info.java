/** Changes of lines that keep the layout of all that is not changed. */
@NullMarked
package thaw.remedy.edit.text;

import org.jspecify.annotations.NullMarked;
