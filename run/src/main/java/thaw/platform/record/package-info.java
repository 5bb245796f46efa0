/**
 * The records that are kept of functions, versions, aliases, layers, code signing configurations
 * and customer-managed runtimes, and the refusals in AWS's words.
 */
@NullMarked
package thaw.platform.record;

import org.jspecify.annotations.NullMarked;
