/**
 * Has what pollers share: batches handed to functions, filters, waits between attempts, failed
 * records.
 */
@NullMarked
package thaw.source.polling;

import org.jspecify.annotations.NullMarked;
