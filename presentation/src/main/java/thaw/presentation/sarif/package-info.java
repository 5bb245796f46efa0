/** Findings of any kind in SARIF, for editors and code hosts. */
@NullMarked
package thaw.presentation.sarif;

import org.jspecify.annotations.NullMarked;
