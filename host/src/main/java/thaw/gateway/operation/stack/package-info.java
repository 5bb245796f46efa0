/**
 * The operations of CloudFormation that say what the template has made, which tools ask before they
 * call the Lambda API.
 */
@NullMarked
package thaw.gateway.operation.stack;

import org.jspecify.annotations.NullMarked;
