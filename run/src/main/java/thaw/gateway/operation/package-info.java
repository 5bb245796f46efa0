/**
 * The operations of the Lambda API that describe and change, by the resource that they are about.
 * Groups that stand by themselves have a sub-package.
 */
@NullMarked
package thaw.gateway.operation;

import org.jspecify.annotations.NullMarked;
