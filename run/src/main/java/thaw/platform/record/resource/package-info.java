/**
 * Has the records that are kept of resources beside functions: layers, code signing configurations,
 * customer-managed runtimes.
 */
@NullMarked
package thaw.platform.record.resource;

import org.jspecify.annotations.NullMarked;
