/**
 * Functions created, changed, published and deleted while the platform runs, and what of them is
 * deployed.
 */
@NullMarked
package thaw.platform.catalog;

import org.jspecify.annotations.NullMarked;
