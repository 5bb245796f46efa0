package thaw.function;

/**
 * An API of API Gateway that the template declares or implies.
 *
 * @param logicalId the resource's name in the template
 */
public record Api(String logicalId) {}
