package thaw.function;

/**
 * An SQS queue that the template declares.
 *
 * @param logicalId the resource's name in the template
 * @param name {@code QueueName} or else the logical id
 */
public record Queue(String logicalId, String name) {}
