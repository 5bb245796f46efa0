/**
 * The operations of other services that tools ask before they call the Lambda API: CloudFormation
 * says what the template has made, STS who the caller is.
 */
@NullMarked
package thaw.gateway.operation.stack;

import org.jspecify.annotations.NullMarked;
