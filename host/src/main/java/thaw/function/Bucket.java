package thaw.function;

/**
 * An S3 bucket that the template declares.
 *
 * @param logicalId the resource's name in the template
 * @param name {@code BucketName} or else a name made of the logical id
 */
public record Bucket(String logicalId, String name) {}
