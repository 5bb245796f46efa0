/** The operations of lambda-core: customer-managed runtimes with their versions and aliases. */
@NullMarked
package thaw.gateway.operation.runtime;

import org.jspecify.annotations.NullMarked;
