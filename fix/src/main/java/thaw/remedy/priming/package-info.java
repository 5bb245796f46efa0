/**
 * A priming that Thaw generates for functions with SnapStart: which classes and which safe calls of
 * the first request are done before the snapshot, as steps for a hook of Thaw's and as a source
 * file for the function.
 *
 * <p>Refuses to know how classes were seen and how a priming is measured. May use attribution.
 */
@NullMarked
package thaw.remedy.priming;

import org.jspecify.annotations.NullMarked;
