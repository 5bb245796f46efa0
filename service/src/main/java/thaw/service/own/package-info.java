/**
 * Services that Thaw answers for itself: EventBridge, Kinesis, Parameter Store, Secrets Manager,
 * SNS.
 */
@NullMarked
package thaw.service.own;

import org.jspecify.annotations.NullMarked;
