package thaw.function.resource;

import java.util.Map;

/**
 * A DynamoDB table that the template declares.
 *
 * @param logicalId the resource's name in the template
 * @param name {@code TableName}, or else one made of the logical id
 * @param properties members of DynamoDB's CreateTable request (maps, lists, strings, numbers,
 *     booleans), {@code TableName} included
 */
public record TableDefinition(String logicalId, String name, Map<String, Object> properties) {}
