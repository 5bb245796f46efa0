/** Whether SnapStart pays, for terminals and as JSON. */
@NullMarked
package thaw.report.snapstart;

import org.jspecify.annotations.NullMarked;
