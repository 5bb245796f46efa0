/**
 * The constraints of AWS's service models on what requests and templates say, and AWS's words for
 * what does not fit.
 */
@NullMarked
package thaw.function.constraint;

import org.jspecify.annotations.NullMarked;
