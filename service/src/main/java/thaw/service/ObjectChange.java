package thaw.service;

import java.time.Instant;
import java.util.Optional;

/**
 * Tells what has become of an object in S3.
 *
 * @param event as notifications name it, without their {@code s3:}: {@code ObjectCreated:Put}
 * @param key decoded
 * @param size in bytes; 0 for what was removed
 * @param eTag without quotes; empty for what was removed
 * @param versionId in a bucket with versions
 * @param sequencer hexadecimal; of two changes of a key, the later one has the larger one
 * @param sourceIp who asked for it
 * @param requestId the server's name for the request
 */
public record ObjectChange(
    String event,
    String bucket,
    String key,
    long size,
    String eTag,
    Optional<String> versionId,
    String sequencer,
    Instant time,
    String sourceIp,
    String requestId) {}
