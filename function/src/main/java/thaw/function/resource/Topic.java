package thaw.function.resource;

/**
 * An SNS topic that the template declares, or that an event of it names.
 *
 * @param logicalId the resource's name in the template
 */
public record Topic(String logicalId, String name) {}
