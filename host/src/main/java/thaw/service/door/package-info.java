/**
 * Services that Thaw answers for itself: EventBridge, Kinesis, Parameter Store, Secrets Manager,
 * SNS.
 */
@NullMarked
package thaw.service.door;

import org.jspecify.annotations.NullMarked;
